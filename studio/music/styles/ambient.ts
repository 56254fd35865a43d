import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Slow chords in a very large room. */
export const ambient: Style = {
  name: 'ambient',
  words: ['ambient', 'drone'],
  hints: ['space', 'atmospheric', 'ethereal', 'dreamy', 'calm', 'sleep', 'meditation'],
  tempo: [60, 76],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['lydian', 'major', 'minor', 'dorian'],
  harmony: harmonies.mellow,
  layers: [
    {
      patches: ['softPad', 'strings'],
      patterns: ['x---------------'],
      register: 57,
      gainDb: 4,
      reverb: 0.5,
    },
    {
      patches: ['glassPad'],
      patterns: ['........o-------', 'o---------------'],
      register: 69,
      gainDb: 1,
      pan: 0.2,
      reverb: 0.6,
    },
    {
      patches: ['bell', 'harp', 'vibraphone'],
      patterns: ['1..2..3..4..3..2', '1...3...2...4...', '1.2.3.4.3.4.2.3.'],
      register: 66,
      gainDb: 1,
      pan: -0.3,
      reverb: 0.5,
      delay: 0.45,
    },
  ],
  bass: { patches: ['subBass'], verse: ['1---------------'], chorus: ['1-------5-------'], gainDb: -1 },
  lead: {
    patches: ['flute', 'bell', 'glassPad'],
    register: 74,
    density: 0.2,
    syncopation: 0.25,
    isPentatonic: true,
    gainDb: -2,
    reverb: 0.55,
    delay: 0.4,
  },
  room: { reverbSeconds: 4.5, brightness: 0.5, delayBeats: 1.5 },
  cover: { motif: 'planet', colours: ['frost', 'violet'] },
}
