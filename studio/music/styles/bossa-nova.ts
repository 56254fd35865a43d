import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A nylon guitar, a rim click in clave, and a soft horn. */
export const bossaNova: Style = {
  name: 'bossa nova',
  words: ['bossa nova', 'bossa', 'samba', 'brazilian', 'latin'],
  hints: ['lounge', 'elevator', 'coffee'],
  tempo: [112, 138],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'minor', 'dorian'],
  harmony: harmonies.jazz,
  kit: 'brushes',
  drums: {
    verse: [{ rim: 'x.....x.....x...', shaker: 'oxoxoxoxoxoxoxox', kick: 'o.....o.o.....o.' }],
    chorus: [
      {
        rim: 'x.....x.....x...',
        shaker: 'oxoxXxoxoxoxXxox',
        kick: 'x.....x.x.....x.',
        conga: '......x.......xx',
      },
    ],
  },
  bass: { patches: ['uprightBass'], verse: ['1-----5-5-----1-'], chorus: ['1-----5-5-----a-'], gainDb: 0 },
  layers: [
    {
      patches: ['nylonGuitar'],
      patterns: ['x-----x-..x---x-', 'x---x-..x---x-x-', '..x---x-x---..x-'],
      register: 60,
      gainDb: 4,
      pan: -0.15,
      strumSeconds: 0.01,
    },
    {
      patches: ['strings', 'electricPiano'],
      patterns: ['o---------------'],
      register: 66,
      gainDb: -2,
      pan: 0.3,
      reverb: 0.35,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['flute', 'saxophone', 'clarinet', 'vibraphone'],
    register: 71,
    density: 0.5,
    syncopation: 0.6,
    gainDb: -0.5,
    reverb: 0.28,
  },
  room: { reverbSeconds: 1.4, brightness: 0.4, delayBeats: 0.5 },
  cover: { motif: 'mosaic', colours: ['mint', 'ocean', 'gold'] },
}
