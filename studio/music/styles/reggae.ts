import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** One drop: the weight on the third beat, the guitar between the beats. */
export const reggae: Style = {
  name: 'reggae',
  words: ['reggae', 'dub', 'ska', 'calypso'],
  hints: ['caribbean', 'island', 'tropical'],
  tempo: [72, 92],
  beatsPerBar: 4,
  stepsPerBeat: 4,
  swing: 0.18,
  modes: ['major', 'minor', 'mixolydian', 'dorian'],
  harmony: harmonies.pop,
  kit: 'acoustic',
  drums: {
    verse: [{ kick: '........X.......', rim: '........X.......', hat: 'x.x.x.x.x.x.x.xo' }],
    chorus: [
      {
        kick: 'o.......X.......',
        snare: '........X.....o.',
        hat: 'x.xox.x.x.xox.x.',
        bongo: '...x..x....x.x..',
      },
    ],
  },
  bass: {
    patches: ['electricBass', 'subBass'],
    verse: ['..1-1-5-1---..3-', '1---..1-5---..1-'],
    chorus: ['1-1-..5-8-5-3-..', '..1-1-3-5---1-a-'],
    gainDb: 2,
  },
  layers: [
    {
      patches: ['mutedGuitar', 'cleanGuitar'],
      patterns: ['..x...x...x...x.', '..x.o.x...x.o.x.'],
      register: 64,
      gainDb: 2.5,
      pan: 0.3,
      delay: 0.18,
    },
    {
      patches: ['organ'],
      patterns: ['..x.oxx...x.oxx.', '..xo..xo..xo..xo'],
      register: 60,
      gainDb: 0,
      pan: -0.3,
    },
  ],
  lead: {
    patches: ['steelDrum', 'trumpet', 'organ', 'flute'],
    register: 71,
    density: 0.5,
    syncopation: 0.55,
    isPentatonic: true,
    gainDb: -0.5,
    delay: 0.28,
  },
  room: { reverbSeconds: 1.5, brightness: 0.5, delayBeats: 0.75 },
  cover: { motif: 'waves', colours: ['mint', 'gold', 'forest'] },
}
