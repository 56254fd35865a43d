import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A deep kick, a dry snare, and a sample that goes round. */
export const hipHop: Style = {
  name: 'hip hop',
  words: ['hip hop', 'hip-hop', 'hiphop', 'rap', 'boom bap', 'trap', 'drill'],
  hints: ['freestyle'],
  tempo: [80, 98],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.22,
  modes: ['minor', 'dorian', 'phrygian'],
  harmony: harmonies.modal,
  kit: 'deep',
  drums: {
    verse: [
      { kick: 'X..x......x.....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.xx' },
      { kick: 'X.....x...x..x..', clap: '....X.......X...', hat: 'x.xxx.x.x.xxx.x.' },
    ],
    chorus: [
      {
        kick: 'X..x..x...x..x..',
        snare: '....X.......X..o',
        clap: '....x.......x...',
        hat: 'x.x.xxx.x.x.x.xx',
        openHat: '......x.........',
      },
    ],
  },
  bass: {
    patches: ['subBass'],
    verse: ['1--1------1-----', '1-----1---5--8--'],
    chorus: ['1--1--8---1--5-a', '1-----1-5-1--a--'],
    gainDb: 2,
    duck: 0.3,
  },
  layers: [
    {
      patches: ['piano', 'electricPiano', 'harp'],
      patterns: ['x-----3-2---x---', '1-3-2---1-3-4---', 'x---------o-x---'],
      register: 62,
      gainDb: 1.5,
      reverb: 0.2,
    },
    {
      patches: ['strings', 'brass', 'organ'],
      patterns: ['o-------..o-----', 'x.....x.........'],
      register: 64,
      gainDb: -1.5,
      pan: 0.25,
      reverb: 0.3,
      onlyIn: 'chorus',
    },
  ],
  lead: {
    patches: ['bell', 'flute', 'squareLead', 'electricPiano'],
    register: 72,
    density: 0.45,
    syncopation: 0.6,
    isPentatonic: true,
    gainDb: -2,
    delay: 0.25,
  },
  room: { reverbSeconds: 1, brightness: 0.4, delayBeats: 0.75 },
  dust: 0.2,
  cover: { motif: 'skyline', colours: ['ember', 'gold', 'neon'] },
}
