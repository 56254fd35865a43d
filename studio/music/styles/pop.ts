import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Piano, a steady beat, and a chorus that opens up. */
export const pop: Style = {
  name: 'pop',
  words: ['pop'],
  hints: ['radio', 'catchy', 'birthday', 'anthem', 'jingle', 'summer'],
  tempo: [98, 124],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0,
  modes: ['major', 'minor'],
  harmony: harmonies.pop,
  kit: 'machine',
  drums: {
    verse: [
      { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.....xx..x.....', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
    ],
    chorus: [
      {
        kick: 'X...X...X...X...',
        snare: '....X.......X...',
        clap: '....x.......x...',
        hat: 'xoxoxoxoxoxoxoxo',
        openHat: '..x...x...x...x.',
      },
    ],
  },
  bass: {
    patches: ['synthBass', 'electricBass'],
    verse: ['1-----1-1-------', '1---..1-..1-5-..'],
    chorus: ['1-1-1-1-1-1-1-1-', '1--1--1-1--1--5-'],
    gainDb: 0,
    duck: 0.35,
  },
  layers: [
    {
      patches: ['piano', 'electricPiano', 'steelGuitar'],
      patterns: ['x---x---x---x---', 'x--x--x-..x-..x-', 'x-----x-----x---'],
      register: 62,
      gainDb: 2,
      strumSeconds: 0.008,
    },
    {
      patches: ['strings', 'softPad'],
      patterns: ['o---------------'],
      register: 67,
      gainDb: 0,
      reverb: 0.35,
      duck: 0.4,
      onlyIn: 'chorus',
    },
    {
      patches: ['synthPluck', 'glockenspiel', 'mutedGuitar'],
      patterns: ['1.2.3.2.1.2.3.2.', '3.2.1.2.3.2.1.2.'],
      register: 72,
      gainDb: -3,
      pan: 0.4,
      delay: 0.25,
    },
  ],
  lead: {
    patches: ['sawLead', 'squareLead', 'glockenspiel'],
    register: 72,
    density: 0.55,
    syncopation: 0.4,
    gainDb: -1,
    delay: 0.2,
  },
  room: { reverbSeconds: 1.5, brightness: 0.6, delayBeats: 0.75 },
  cover: { motif: 'ribbons', colours: ['dusk', 'neon', 'mint'] },
}
