import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Overdriven guitars, eighths in the bass, and a backbeat. */
export const rock: Style = {
  name: 'rock',
  words: ['rock', 'punk', 'grunge'],
  hints: ['guitar solo', 'stadium', 'garage', 'indie'],
  tempo: [112, 150],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['mixolydian', 'minor', 'major'],
  harmony: harmonies.power,
  kit: 'heavy',
  drums: {
    verse: [
      { kick: 'X.......X.x.....', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
      { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
    ],
    chorus: [
      { kick: 'X.x...x.X.x.....', snare: '....X.......X...', openHat: 'x...x...x...x...' },
      {
        kick: 'X...x...X.x.x...',
        snare: '....X.......X..o',
        crash: 'o...............',
        ride: 'x.x.x.x.x.x.x.x.',
      },
    ],
  },
  bass: {
    patches: ['electricBass'],
    verse: ['1-1-1-1-1-1-1-1-', '1---1-1-1---1-5-'],
    chorus: ['1-1-1-1-1-1-5-a-', '1-1-8-1-1-1-5-a-'],
    gainDb: 0,
  },
  layers: [
    {
      patches: ['driveGuitar'],
      patterns: ['x-x-x-x-x-x-x-x-', 'X-----x-X---x-x-', 'X---x-x---x-x---'],
      register: 48,
      gainDb: 2,
      reverb: 0.08,
    },
    {
      patches: ['cleanGuitar', 'organ'],
      patterns: ['1-2-3-2-1-2-3-2-', 'x-------x---x---'],
      register: 60,
      gainDb: -3,
      pan: 0.45,
    },
  ],
  lead: {
    patches: ['driveGuitar', 'organ'],
    register: 69,
    density: 0.6,
    syncopation: 0.4,
    isPentatonic: true,
    gainDb: -0.5,
    reverb: 0.2,
    delay: 0.15,
  },
  room: { reverbSeconds: 1.2, brightness: 0.55, delayBeats: 0.75 },
  cover: { motif: 'shards', colours: ['ember', 'neon', 'paper'] },
}
