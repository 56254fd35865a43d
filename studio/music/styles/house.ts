import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Four on the floor with chords between the beats. */
export const house: Style = {
  name: 'house',
  words: ['house', 'edm', 'disco', 'trance', 'garage house'],
  hints: ['dance', 'club', 'electronic', 'party'],
  tempo: [118, 130],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.1,
  modes: ['minor', 'dorian', 'major'],
  harmony: harmonies.mellow,
  kit: 'machine',
  drums: {
    verse: [{ kick: 'X...X...X...X...', hat: '..x...x...x...x.', clap: '....o.......o...' }],
    chorus: [
      {
        kick: 'X...X...X...X...',
        openHat: '..x...x...x...x.',
        clap: '....X.......X...',
        hat: 'oxoxoxoxoxoxoxox',
        shaker: '.o.o.o.o.o.o.o.o',
      },
    ],
  },
  bass: {
    patches: ['synthBass', 'subBass'],
    verse: ['..1-..1-..1-..1-', '1--1..1-..1-.18-'],
    chorus: ['..1-.118..1-.1a-', '1..1..8.1..1..5.'],
    gainDb: 0,
    duck: 0.55,
  },
  layers: [
    {
      patches: ['stab', 'piano'],
      patterns: ['..x-..x-..x-.x-.', 'x--x--x-..x--x--', '..x..x..x..x..x.'],
      register: 62,
      gainDb: 2,
      duck: 0.45,
      delay: 0.15,
    },
    {
      patches: ['strings', 'glassPad'],
      patterns: ['o---------------'],
      register: 69,
      gainDb: -1.5,
      reverb: 0.4,
      duck: 0.6,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['synthPluck', 'sawLead', 'squareLead', 'bell'],
    register: 72,
    density: 0.5,
    syncopation: 0.65,
    isPentatonic: true,
    gainDb: -1,
    delay: 0.3,
  },
  room: { reverbSeconds: 1.8, brightness: 0.6, delayBeats: 0.75 },
  cover: { motif: 'rings', colours: ['neon', 'dusk', 'mint'] },
}
