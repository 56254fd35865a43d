import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A picked guitar, a fiddle, and feet on a wooden floor. */
export const folk: Style = {
  name: 'folk',
  words: ['folk', 'bluegrass', 'singer-songwriter', 'celtic', 'irish'],
  hints: ['campfire', 'ballad', 'medieval', 'acoustic'],
  tempo: [92, 126],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.08,
  modes: ['major', 'dorian', 'mixolydian', 'minor'],
  harmony: harmonies.folk,
  kit: 'acoustic',
  drums: {
    verse: [{ stomp: 'x.......x.......', shaker: 'o.x.o.x.o.x.o.x.' }],
    chorus: [
      { stomp: 'X.......X.....x.', tambourine: '....x.......x...', shaker: 'o.x.o.x.o.x.o.x.' },
      { stomp: 'X...x...X...x...', clap: '....o.......o...', shaker: 'oxoxoxoxoxoxoxox' },
    ],
  },
  drumsGainDb: -2,
  bass: {
    patches: ['uprightBass'],
    verse: ['1-------5-------', '1-------1---5---'],
    chorus: ['1---5---1---5-a-', '1---5---1-3-5---'],
    gainDb: -1,
  },
  layers: [
    {
      patches: ['steelGuitar', 'nylonGuitar'],
      patterns: ['1-3-2-3-1-4-2-3-', '1-3-2-4-1-3-2-3-', 'x---o-x-..x-o-x-'],
      register: 58,
      gainDb: 4,
      pan: -0.2,
      strumSeconds: 0.016,
    },
    {
      patches: ['steelGuitar', 'banjo', 'accordion'],
      patterns: ['x-..o-x-..x-o-x-', 'x---x-o-x---x-o-'],
      register: 64,
      gainDb: -0.5,
      pan: 0.4,
      strumSeconds: 0.012,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['violin', 'whistle', 'flute', 'accordion'],
    register: 72,
    density: 0.6,
    syncopation: 0.2,
    gainDb: -0.5,
    reverb: 0.28,
  },
  room: { reverbSeconds: 1.4, brightness: 0.45, delayBeats: 0.5 },
  cover: { motif: 'hills', colours: ['forest', 'gold', 'dusk', 'mint'] },
}
