import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** Boom-chick, a banjo that rolls, and a train beat. */
export const country: Style = {
  name: 'country',
  words: ['country', 'honky tonk', 'americana'],
  hints: ['cowboy', 'rodeo', 'nashville', 'banjo', 'western'],
  tempo: [104, 138],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.1,
  modes: ['major', 'mixolydian', 'minor'],
  harmony: harmonies.folk,
  kit: 'brushes',
  drums: {
    verse: [{ kick: 'x.......x.......', snare: 'o.ooX.ooo.ooX.oo' }],
    chorus: [{ kick: 'X.......X.....x.', snare: 'oxooXxooxxooXxoo', tambourine: '....x.......x...' }],
  },
  bass: {
    patches: ['uprightBass', 'electricBass'],
    verse: ['1---....5---....'],
    chorus: ['1---5---1---5-a-'],
    gainDb: 0,
  },
  layers: [
    {
      patches: ['steelGuitar'],
      patterns: ['....x-o-....x-o-', 'o---x-o-o---x-o-'],
      register: 62,
      gainDb: 2,
      pan: -0.3,
      strumSeconds: 0.012,
    },
    {
      patches: ['banjo'],
      patterns: ['1.32143213214321', '13241324.3241324'],
      register: 64,
      gainDb: 0,
      pan: 0.35,
    },
  ],
  lead: {
    patches: ['violin', 'cleanGuitar', 'accordion'],
    register: 71,
    density: 0.6,
    syncopation: 0.3,
    isPentatonic: true,
    gainDb: -0.5,
  },
  room: { reverbSeconds: 1.1, brightness: 0.5, delayBeats: 0.5 },
  cover: { motif: 'hills', colours: ['gold', 'ember', 'dusk'] },
}
