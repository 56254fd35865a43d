import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Twelve-eight, dominant sevenths, and a guitar that complains. */
export const blues: Style = {
  name: 'blues',
  words: ['blues', 'bluesy', 'delta', 'boogie', 'rhythm and blues', 'rockabilly'],
  hints: [],
  tempo: [72, 112],
  beatsPerBar: 4,
  stepsPerBeat: 3,
  swing: 0,
  modes: ['mixolydian', 'minor'],
  harmony: harmonies.blues,
  kit: 'acoustic',
  drums: {
    verse: [{ kick: 'X.....X..o..', snare: '...X.....X..', hat: 'x.xx.xx.xx.x' }],
    chorus: [{ kick: 'X....xX.....', snare: '...X.....X.o', ride: 'x.xx.xx.xx.x' }],
  },
  bass: {
    patches: ['electricBass', 'uprightBass'],
    verse: ['1-13-35-53-3', '1--3--5--3--'],
    chorus: ['1-13-35-5a-a', '1--3--5--a--'],
    gainDb: 0.5,
  },
  layers: [
    {
      patches: ['piano', 'organ'],
      patterns: ['..xo....xo..', 'x----xx-----', '..x..x..x..x'],
      register: 62,
      gainDb: 1.5,
      pan: -0.3,
    },
    {
      patches: ['cleanGuitar'],
      patterns: ['x.xx.xx.xx.x', '...x--...x--'],
      register: 57,
      gainDb: 0.5,
      pan: 0.3,
    },
  ],
  lead: {
    patches: ['driveGuitar', 'cleanGuitar', 'saxophone'],
    register: 67,
    density: 0.6,
    syncopation: 0.5,
    isPentatonic: true,
    gainDb: -0.5,
    reverb: 0.24,
  },
  room: { reverbSeconds: 1.3, brightness: 0.45, delayBeats: 0.67 },
  cover: { motif: 'skyline', colours: ['ocean', 'frost', 'ember'] },
}
