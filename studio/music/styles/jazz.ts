import { harmonies } from '../harmonies.ts'
import type { Style } from '../style.ts'

/** A quartet that swings: ride cymbal, walking bass, and a horn in front. */
export const jazz: Style = {
  name: 'jazz',
  words: ['jazz', 'swing', 'bebop', 'big band'],
  hints: ['smoky', 'noir'],
  tempo: [120, 176],
  beatsPerBar: 4,
  stepsPerBeat: 3,
  swing: 0,
  modes: ['major', 'dorian', 'minor'],
  harmony: harmonies.jazz,
  kit: 'brushes',
  drums: {
    verse: [
      { ride: 'x..x.ox..x.o', hat: '...x.....x..', snare: '.....o......', kick: 'o.....o.....' },
      { ride: 'x..x.ox..x.o', hat: '...x.....x..', snare: '..o.....o...', kick: 'o...........' },
    ],
    chorus: [{ ride: 'X..x.xX..x.x', hat: '...x.....x..', snare: '..o..o.....x', kick: 'o.....o..o..' }],
  },
  bass: {
    patches: ['uprightBass'],
    verse: ['1--3--5--a--', '1--5--8--a--'],
    chorus: ['1--3--5--a--', '1--5--3--a-a'],
    gainDb: 1,
  },
  layers: [
    {
      patches: ['piano', 'electricPiano'],
      patterns: ['x--..x......', '..x.....x...', '.....x-----.'],
      register: 61,
      gainDb: 2,
      pan: -0.2,
    },
  ],
  lead: {
    patches: ['saxophone', 'trumpet', 'vibraphone', 'clarinet'],
    register: 69,
    density: 0.7,
    syncopation: 0.55,
    gainDb: 0,
    reverb: 0.28,
  },
  room: { reverbSeconds: 1.3, brightness: 0.45, delayBeats: 0.5 },
  cover: { motif: 'mosaic', colours: ['paper', 'mint', 'ember'] },
}
