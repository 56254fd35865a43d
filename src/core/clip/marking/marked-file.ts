import type { AiMark } from '../../ai-mark.ts'
import { markedFlac } from './flac.ts'
import { markedMp3 } from './id3.ts'
import { markedMp4 } from './mp4.ts'
import { markedOgg } from './ogg.ts'
import { markedWave } from './wave.ts'

const writers = [markedWave, markedFlac, markedOgg, markedMp4, markedMp3] as const

/**
 * A file of sound with a mark in its tags, beside those it has; its sound stays as it is. The same file and mark
 * give the same bytes, and a marked file is marked once. Undefined for any other kind of file, and where anything
 * about its tags is unusual or damaged.
 */
export const markedFile = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  for (const marked of writers) {
    const found = marked(file, mark)
    if (found !== undefined) return found
  }
  return undefined
}
