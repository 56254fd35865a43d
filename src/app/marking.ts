import type { PropertyMap, TagLib } from 'taglib-wasm'
import { type AiMark, markBeginning, markComment, markFields, markNames } from '../core/ai-mark.ts'
import type { Download } from '../core/clip/download.ts'
import type { Log } from '../core/log.ts'

/** A comment that the file has stays, above ours: not every kind of file tells several comments apart. */
const withMark = (properties: PropertyMap, mark: AiMark): PropertyMap => {
  const kept = Object.entries(properties).filter(([name]) => !markNames.some((known) => known === name))
  const lines = (properties.comment ?? []).flatMap((text) => text.split('\n'))
  const theirs = lines.filter((line) => !line.startsWith(markBeginning))
  const fields = markFields(mark).map(({ name, value }): [string, string[]] => [name, [value]])
  return {
    ...Object.fromEntries([...kept, ...fields]),
    comment: [[...theirs, markComment(mark)].join('\n')],
  }
}

/** Writes a mark into the tags of a file; undefined for a file of a kind that has none. */
export type WriteMark = (data: Uint8Array, mark: AiMark) => Promise<Uint8Array<ArrayBuffer> | undefined>

/**
 * Writes marks beside the tags that files have; their sound stays as it is. The same file and mark give the same
 * bytes, and a marked file is marked once. Throws what the library throws of a damaged file.
 */
export const createMarkWriter = (): WriteMark => {
  let loaded: Promise<TagLib> | undefined
  return async (data, mark) => {
    // The library takes a megabyte, so it is loaded with the first file that is marked.
    const { TagLib, isInvalidFormatError } = await import('taglib-wasm')
    loaded ??= TagLib.initialize({ forceWasmType: 'emscripten' })
    const taglib = await loaded
    try {
      const file = await taglib.open(data)
      file.setProperties(withMark(file.properties(), mark))
      const isSaved = file.save()
      const marked = new Uint8Array(file.getFileBuffer())
      file.dispose()
      return isSaved ? marked : undefined
    } catch (error) {
      if (isInvalidFormatError(error)) return undefined
      loaded = undefined // what a damaged file leaves of it cannot be trusted
      throw error
    }
  }
}

/** A download that marks what it reads. A file that cannot be marked, or has no room for it, is as good without. */
export const withMarks =
  (download: Download, write: WriteMark, log: Log): Download =>
  async (url, bytesMax, mark) => {
    const data = await download(url, bytesMax)
    if (mark === undefined) return data
    try {
      const marked = await write(data, mark)
      if (marked !== undefined && marked.byteLength <= bytesMax) return marked
      log.debug('a file keeps its tags as they are', { job: mark.job })
    } catch (error) {
      log.error('a file could not be marked as made with AI', { error, job: mark.job })
    }
    return data
  }
