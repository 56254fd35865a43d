import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** The eighties as they never were: eighths in the bass, a large snare, a lead that soars. */
export const synthwave: Style = {
  name: 'synthwave',
  words: ['synthwave', 'retrowave', 'vaporwave', 'outrun'],
  hints: ['neon', 'cyberpunk', 'eighties', '80s', 'arcade racing'],
  tempo: [92, 116],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['minor', 'dorian', 'major'],
  harmony: harmonies.pop,
  kit: 'machine',
  drums: {
    verse: [{ kick: 'X.......X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' }],
    chorus: [
      {
        kick: 'X...X...X...X...',
        snare: '....X.......X...',
        clap: '....x.......x...',
        hat: 'xoxoxoxoxoxoxoxo',
        tomHigh: '..............x.',
      },
    ],
  },
  bass: {
    patches: ['synthBass'],
    verse: ['1-1-1-1-1-1-1-1-', '1111111111111111'],
    chorus: ['1-8-1-8-1-8-1-8-', '1181118111811185'],
    gainDb: 0.5,
    duck: 0.45,
  },
  layers: [
    {
      patches: ['softPad'],
      patterns: ['x---------------'],
      register: 60,
      gainDb: 2,
      reverb: 0.35,
      duck: 0.4,
    },
    {
      patches: ['synthPluck'],
      patterns: ['1.2.3.4.3.2.1.2.', '1.3.2.4.1.3.2.4.', '4.3.2.1.4.3.2.1.'],
      register: 70,
      gainDb: -0.5,
      pan: 0.3,
      delay: 0.35,
    },
  ],
  lead: {
    patches: ['sawLead', 'squareLead', 'brass'],
    register: 72,
    density: 0.42,
    syncopation: 0.35,
    gainDb: 0,
    reverb: 0.3,
    delay: 0.3,
  },
  room: { reverbSeconds: 2.2, brightness: 0.6, delayBeats: 0.75 },
  cover: { motif: 'horizon', colours: ['neon', 'dusk', 'violet'] },
}
