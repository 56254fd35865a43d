import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Dusty drums, an electric piano, and nothing in a hurry. */
export const lofi: Style = {
  name: 'lo-fi',
  words: ['lo-fi', 'lofi', 'lo fi', 'chillhop'],
  hints: ['study', 'chill', 'relaxing', 'cozy', 'rainy'],
  tempo: [72, 88],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.3,
  modes: ['minor', 'dorian', 'major'],
  harmony: harmonies.mellow,
  kit: 'dusty',
  drums: {
    verse: [
      { kick: 'X.....x..xx.....', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.oo' },
      { kick: 'X..x......x.....', snare: '....X.......X..o', hat: 'x.x.x.x.x.x.x.x.' },
    ],
    chorus: [
      {
        kick: 'X.....x..xx..x..',
        snare: '....X..o....X...',
        hat: 'x.oox.o.x.oox.o.',
        openHat: '..............x.',
      },
    ],
  },
  bass: {
    patches: ['uprightBass', 'subBass'],
    verse: ['1-----1.--5-----', '1-----..1-----5-'],
    chorus: ['1---..1-5---..a-', '1-----1.5--.1-a-'],
    gainDb: 0,
    duck: 0.25,
  },
  layers: [
    {
      patches: ['electricPiano', 'piano'],
      patterns: ['x-------..o-----', 'x-----o---------', 'x---..x-----o---'],
      register: 61,
      gainDb: 2,
      reverb: 0.2,
      strumSeconds: 0.014,
    },
    {
      patches: ['nylonGuitar', 'vibraphone'],
      patterns: ['..3...2.4...3...', '....2.3.4.....3.'],
      register: 67,
      gainDb: -2,
      pan: 0.35,
      reverb: 0.3,
      delay: 0.2,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['vibraphone', 'flute', 'electricPiano', 'nylonGuitar'],
    register: 71,
    density: 0.42,
    syncopation: 0.5,
    isPentatonic: true,
    gainDb: -1.5,
    reverb: 0.3,
    delay: 0.2,
  },
  room: { reverbSeconds: 1.6, brightness: 0.3, delayBeats: 0.75 },
  dust: 0.6,
  cutoffHz: 9000,
  cover: { motif: 'skyline', colours: ['violet', 'dusk', 'mint'] },
}
