import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Low strings that drive, brass above them, and large drums. */
export const cinematic: Style = {
  name: 'cinematic',
  words: ['cinematic', 'orchestral', 'orchestra', 'soundtrack'],
  hints: ['epic', 'trailer', 'battle', 'heroic', 'fantasy', 'dragon'],
  tempo: [88, 124],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['minor', 'dorian', 'lydian'],
  harmony: harmonies.pop,
  kit: 'heavy',
  drums: {
    verse: [{ tomLow: 'X.....x.X.......', stomp: 'X.......X.......' }],
    chorus: [
      {
        tomLow: 'X..x..x.X..x..xx',
        tomHigh: '....x.......x...',
        stomp: 'X...X...X...X...',
        crash: 'o...............',
      },
    ],
  },
  drumsGainDb: 1,
  bass: {
    patches: ['strings', 'synthBass'],
    verse: ['1-1-1-1-1-1-1-1-'],
    chorus: ['1-111-111-111-11'],
    gainDb: 1,
  },
  layers: [
    {
      patches: ['strings'],
      patterns: ['x-o-o-x-o-o-x-o-', 'X-oox-ooX-oox-oo'],
      register: 55,
      gainDb: 2,
      pan: -0.25,
      reverb: 0.35,
    },
    {
      patches: ['brass'],
      patterns: ['x---------------', 'X-----------x---'],
      register: 59,
      gainDb: 1,
      pan: 0.2,
      reverb: 0.4,
      onlyIn: 'chorus',
    },
    {
      patches: ['glassPad', 'harp'],
      patterns: ['o---------------', '1.2.3.4.3.2.3.4.'],
      register: 70,
      gainDb: -2,
      reverb: 0.5,
    },
  ],
  lead: {
    patches: ['brass', 'violin', 'trumpet', 'flute'],
    register: 69,
    density: 0.38,
    syncopation: 0.15,
    gainDb: 0,
    reverb: 0.42,
  },
  room: { reverbSeconds: 3, brightness: 0.55, delayBeats: 1 },
  cover: { motif: 'hills', colours: ['ember', 'frost', 'gold'] },
}
