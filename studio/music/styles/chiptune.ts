import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Square waves that break chords faster than one can hear them, as in a game of old. */
export const chiptune: Style = {
  name: 'chiptune',
  words: ['chiptune', '8-bit', '8 bit'],
  hints: ['arcade', 'pixel', 'video game', 'retro game', 'nintendo'],
  tempo: [128, 164],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'minor', 'mixolydian'],
  harmony: harmonies.pop,
  kit: 'chip',
  drums: {
    verse: [{ kick: 'X.......X..x....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' }],
    chorus: [{ kick: 'X..x..x.X..x..x.', snare: '....X.......X.xx', hat: 'xoxoxoxoxoxoxoxo' }],
  },
  bass: {
    patches: ['chipBass'],
    verse: ['1-1-8-1-1-1-8-5-'],
    chorus: ['1-8-1-8-1-8-1-8-', '1-1-5-5-8-8-5-a-'],
    gainDb: 0,
  },
  layers: [
    {
      patches: ['chipPulse'],
      patterns: ['1234123412341234', '1324132413241324', '4321432143214321'],
      register: 67,
      gainDb: 0,
      pan: -0.25,
    },
    {
      patches: ['chipPulse'],
      patterns: ['x...x...x...x...'],
      register: 60,
      gainDb: -3,
      pan: 0.3,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['squareLead'],
    register: 76,
    density: 0.75,
    syncopation: 0.35,
    gainDb: 0,
    reverb: 0.05,
    delay: 0.22,
  },
  room: { reverbSeconds: 0.6, brightness: 0.6, delayBeats: 0.5 },
  cover: { motif: 'pixels', colours: ['neon', 'mint', 'violet'] },
}
