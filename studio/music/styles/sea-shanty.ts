import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A crew that sings at the work, over an accordion, in twelve-eight. */
export const seaShanty: Style = {
  name: 'sea shanty',
  words: ['sea shanty', 'shanty'],
  hints: ['pirate', 'sailor', 'seafaring', 'nautical'],
  tempo: [96, 122],
  beatsPerBar: 4,
  stepsPerBeat: 3,
  swing: 0,
  modes: ['dorian', 'major', 'minor', 'mixolydian'],
  harmony: harmonies.folk,
  kit: 'acoustic',
  drums: {
    verse: [{ stomp: 'X.....x.....', tambourine: '...x.....x..' }],
    chorus: [
      { stomp: 'X..x..X..x..', tambourine: '..ox.o..ox.o', clap: '...x.....x..' },
      { stomp: 'X.....X..x.x', tambourine: '..ox.o..ox.o', clap: '...x.....x..' },
    ],
  },
  bass: {
    patches: ['uprightBass'],
    verse: ['1--5--1--5--', '1-----5-----'],
    chorus: ['1--5--1-15-a', '1-15--1--5-a'],
    gainDb: 0,
  },
  layers: [
    {
      patches: ['accordion'],
      patterns: ['X--o.xX--o.x', '..xo.x..xo.x', 'X-----X--o-x'],
      register: 60,
      gainDb: 0,
      pan: -0.3,
    },
    {
      patches: ['banjo', 'mutedGuitar'],
      patterns: ['1.23.21.23.2', '1.32.31.32.3'],
      register: 62,
      gainDb: -2,
      pan: 0.35,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['violin', 'whistle', 'accordion'],
    register: 71,
    density: 0.75,
    syncopation: 0.2,
    gainDb: 0,
  },
  room: { reverbSeconds: 1.1, brightness: 0.45, delayBeats: 0.5 },
  cover: { motif: 'waves', colours: ['ocean', 'mint', 'dusk'] },
}
