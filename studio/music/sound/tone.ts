import type { Random } from '../random.ts'
import type { Note } from '../score.ts'
import { soundFm } from './fm.ts'
import type { Patch } from './patch.ts'
import { soundPluck } from './pluck.ts'
import { soundStruck } from './struck.ts'
import { soundSubtractive } from './subtractive.ts'

/** Sounds one tone of a patch in one channel, from its onset to the end of its release. */
export const soundTone = (note: Note, patch: Patch, random: Random): Float32Array => {
  switch (patch.kind) {
    case 'subtractive':
      return soundSubtractive(note, patch, random)
    case 'pluck':
      return soundPluck(note, patch, random)
    case 'fm':
      return soundFm(note, patch)
    case 'struck':
      return soundStruck(note, patch, random)
  }
}
