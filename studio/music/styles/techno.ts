import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Four on the floor, a bass that bubbles, and stabs that echo. */
export const techno: Style = {
  name: 'techno',
  words: ['techno', 'rave', 'acid'],
  hints: ['warehouse', 'industrial'],
  tempo: [124, 136],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.06,
  modes: ['minor', 'phrygian', 'dorian'],
  harmony: harmonies.modal,
  kit: 'machine',
  drums: {
    verse: [
      { kick: 'X...X...X...X...', hat: '..x...x...x...x.', rim: '...x..x....x..x.' },
      { kick: 'X...X...X...X...', hat: 'o.x.o.x.o.x.o.xo', rim: '......x.......x.' },
    ],
    chorus: [
      {
        kick: 'X...X...X...X...',
        openHat: '..x...x...x...x.',
        hat: 'xoxoxoxoxoxoxoxo',
        clap: '....x.......x...',
      },
    ],
  },
  bass: {
    patches: ['acidBass', 'synthBass'],
    verse: ['.11..11..11.8.11', '..1...1...1...18'],
    chorus: ['.181.11.811.81.1', '.11.8.11.1.18.11'],
    gainDb: 0,
    duck: 0.5,
  },
  layers: [
    {
      patches: ['stab'],
      patterns: ['...x..x.........', '..x..x....x..x..', '...x......x.....'],
      register: 60,
      gainDb: 0,
      pan: 0.15,
      reverb: 0.3,
      delay: 0.4,
      duck: 0.3,
    },
    {
      patches: ['softPad', 'glassPad'],
      patterns: ['o---------------'],
      register: 62,
      gainDb: -3,
      reverb: 0.4,
      duck: 0.75,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['synthPluck', 'squareLead'],
    register: 72,
    density: 0.6,
    syncopation: 0.6,
    isPentatonic: true,
    gainDb: -2,
    reverb: 0.25,
    delay: 0.35,
  },
  room: { reverbSeconds: 2.2, brightness: 0.6, delayBeats: 0.75 },
  cover: { motif: 'rings', colours: ['neon', 'violet'] },
}
