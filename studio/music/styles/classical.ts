import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Broken chords, strings, and a melody that knows its manners. */
export const classical: Style = {
  name: 'classical',
  words: ['classical', 'baroque', 'sonata', 'piano solo', 'chamber', 'string quartet'],
  hints: ['elegant', 'romantic', 'mozart'],
  tempo: [76, 116],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'minor'],
  harmony: harmonies.classical,
  bass: { patches: ['uprightBass'], verse: ['1-------5-------'], chorus: ['1---3---5---1-a-'], gainDb: -2 },
  layers: [
    {
      patches: ['piano', 'harp'],
      patterns: ['1-3-2-3-1-3-2-3-', '1-2-3-4-3-2-3-2-', '1-3-2-3-1-4-3-2-'],
      register: 57,
      gainDb: 4,
    },
    {
      patches: ['strings'],
      patterns: ['o---------------', 'x-------o-------'],
      register: 64,
      gainDb: 0,
      pan: 0.2,
      reverb: 0.4,
    },
  ],
  lead: {
    patches: ['violin', 'flute', 'clarinet', 'piano'],
    register: 74,
    density: 0.62,
    syncopation: 0.08,
    gainDb: 0,
    reverb: 0.36,
  },
  room: { reverbSeconds: 2.4, brightness: 0.5, delayBeats: 1 },
  cover: { motif: 'ribbons', colours: ['gold', 'frost', 'violet'] },
}
