import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Galloping guitars and a bass drum that does not rest. */
export const metal: Style = {
  name: 'metal',
  words: ['metal', 'heavy metal', 'thrash', 'djent', 'doom', 'hardcore'],
  hints: ['brutal'],
  tempo: [132, 180],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['phrygian', 'minor'],
  harmony: harmonies.power,
  kit: 'heavy',
  drums: {
    verse: [
      { kick: 'X.xxX.xxX.xxX.xx', snare: '....X.......X...', hat: 'x...x...x...x...' },
      { kick: 'X.x.X.x.X.xxX.x.', snare: '....X.......X...', ride: 'x.x.x.x.x.x.x.x.' },
    ],
    chorus: [{ kick: 'xxxxxxxxxxxxxxxx', snare: '....X.......X...', crash: 'x.......o.......' }],
  },
  bass: {
    patches: ['electricBass'],
    verse: ['1-111-111-111-11', '1-1-1-1-1-11151a'],
    chorus: ['1-1-1-1-1-1-1-1-'],
    gainDb: -0.5,
  },
  layers: [
    {
      patches: ['metalGuitar'],
      patterns: ['X.xxX.xxX.xxX.xx', 'X-xxX-x-X-xxX-x-', 'xxX-xxX-xxX-X-X-'],
      register: 43,
      gainDb: 4,
      reverb: 0.04,
    },
    {
      patches: ['strings', 'softPad'],
      patterns: ['o---------------'],
      register: 62,
      gainDb: -2,
      reverb: 0.35,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['metalGuitar', 'driveGuitar'],
    register: 71,
    density: 0.75,
    syncopation: 0.35,
    gainDb: -1,
    reverb: 0.2,
    delay: 0.2,
  },
  room: { reverbSeconds: 1, brightness: 0.5, delayBeats: 0.5 },
  cover: { motif: 'shards', colours: ['ember', 'frost'] },
}
