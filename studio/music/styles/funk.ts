import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A bass that talks, a guitar that scratches, brass that answers. */
export const funk: Style = {
  name: 'funk',
  words: ['funk', 'funky', 'soul', 'motown', 'r&b', 'gospel'],
  hints: ['groove', 'groovy'],
  tempo: [94, 116],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.12,
  modes: ['dorian', 'mixolydian', 'minor'],
  harmony: harmonies.mellow,
  kit: 'acoustic',
  drums: {
    verse: [{ kick: 'X.x...x...x..x..', snare: '....X..o.o..X...', hat: 'x.xxx.xxx.xxx.xx' }],
    chorus: [
      {
        kick: 'X.x..x....x..x..',
        snare: '....X..o.o..X..o',
        hat: 'xxxxxx.xxxxxxx.x',
        openHat: '......x.......x.',
        tambourine: '....x.......x...',
      },
    ],
  },
  bass: {
    patches: ['electricBass'],
    verse: ['1..1.8..1.3.5.a.', '1.1..8.1..5.1.a.'],
    chorus: ['11.8.1.8.5.31.a.', '1..8..1.8.5.3.a.'],
    gainDb: 2,
  },
  layers: [
    {
      patches: ['mutedGuitar'],
      patterns: ['..xo.xo...xo.xo.', 'x.ox.ox.x.ox.oxo'],
      register: 66,
      gainDb: 1,
      pan: 0.4,
    },
    {
      patches: ['electricPiano', 'organ'],
      patterns: ['x---..x-..x-....', '..x-x-..o---x-..'],
      register: 61,
      gainDb: 1,
      pan: -0.3,
    },
    {
      patches: ['brass'],
      patterns: ['......x.x-......', 'x.x...........x-'],
      register: 66,
      gainDb: 0,
      pan: 0.1,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['saxophone', 'trumpet', 'squareLead', 'cleanGuitar'],
    register: 70,
    density: 0.55,
    syncopation: 0.7,
    isPentatonic: true,
    gainDb: -0.5,
  },
  room: { reverbSeconds: 1, brightness: 0.5, delayBeats: 0.5 },
  cover: { motif: 'mosaic', colours: ['gold', 'dusk', 'paper'] },
}
