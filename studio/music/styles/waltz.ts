import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Three beats: the bass on the first, the strings on the others. */
export const waltz: Style = {
  name: 'waltz',
  words: ['waltz', 'viennese', 'three-four', '3/4', 'musette'],
  hints: ['ballroom', 'carousel'],
  tempo: [132, 174],
  beatsPerBar: 3,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'minor'],
  harmony: harmonies.classical,
  bass: { patches: ['uprightBass'], verse: ['1---........'], chorus: ['1-------5---'], gainDb: 0 },
  layers: [
    {
      patches: ['piano', 'strings', 'accordion'],
      patterns: ['....x---x---', '....X-..x-..'],
      register: 62,
      gainDb: 3,
      pan: -0.15,
    },
    {
      patches: ['strings', 'harp'],
      patterns: ['o-----------', '1.2.3.4.3.2.'],
      register: 66,
      gainDb: 0,
      pan: 0.25,
      reverb: 0.35,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['violin', 'clarinet', 'flute', 'accordion'],
    register: 73,
    density: 0.5,
    syncopation: 0.1,
    gainDb: 0,
    reverb: 0.32,
  },
  room: { reverbSeconds: 2, brightness: 0.5, delayBeats: 1 },
  cover: { motif: 'ribbons', colours: ['gold', 'dusk', 'violet'] },
}
