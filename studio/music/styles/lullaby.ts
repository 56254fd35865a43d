import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A music box in three-four, and hardly anything else. */
export const lullaby: Style = {
  name: 'lullaby',
  words: ['lullaby', 'music box'],
  hints: ['bedtime', 'baby', 'nursery', 'christmas', 'winter', 'snow'],
  tempo: [84, 108],
  beatsPerBar: 3,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'lydian'],
  harmony: harmonies.folk,
  bass: { patches: ['harp'], verse: ['1-----------'], chorus: ['1-------5---'], gainDb: -2 },
  layers: [
    {
      patches: ['harp', 'nylonGuitar', 'electricPiano'],
      patterns: ['1-3-2-3-2-3-', '1---3---2---', '1-2-3-4-3-2-'],
      register: 62,
      gainDb: 4,
    },
    { patches: ['softPad', 'strings'], patterns: ['o-----------'], register: 60, gainDb: 0, reverb: 0.4 },
  ],
  lead: {
    patches: ['glockenspiel', 'vibraphone', 'flute'],
    register: 76,
    density: 0.42,
    syncopation: 0.05,
    gainDb: -1,
    reverb: 0.35,
  },
  room: { reverbSeconds: 2.2, brightness: 0.5, delayBeats: 1 },
  cover: { motif: 'planet', colours: ['violet', 'frost', 'dusk'] },
}
