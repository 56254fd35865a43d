import type { PropertyMap, TagLib } from 'taglib-wasm'
import type { Download } from '../core/clip/download.ts'
import { jobName } from '../core/job-id.ts'
import type { Log } from '../core/log.ts'
import type { AiMark } from '../core/outcome.ts'

/** The comment of every marked file begins with this, which also identifies an earlier mark. */
const markBeginning = 'Made with AI (Tunesmith job '

/**
 * The tags of a marked file: for readers a comment such as "Made with AI (Tunesmith job 3f2akd7c, model
 * v7-pro)", and three tags for programs.
 */
const withMark = (properties: PropertyMap, { job, model, source }: AiMark): PropertyMap => {
  // Every container can carry ASCII, whatever the encoding of its other tags.
  const inAscii = (text: string): string => text.replaceAll(/[^ -~]/g, '?')
  const { DIGITALSOURCETYPE, TUNESMITH_JOB, TUNESMITH_MODEL, ...kept } = properties
  const chosen = model === undefined ? '' : `, model ${inAscii(model)}`
  // An existing comment stays, above ours: not every format can hold several.
  const lines: string[] = []
  for (const text of properties.comment ?? []) {
    for (const line of text.split('\n')) if (!line.startsWith(markBeginning)) lines.push(line)
  }
  lines.push(`${markBeginning}${inAscii(jobName(job))}${chosen})`)
  return {
    ...kept,
    DIGITALSOURCETYPE: [`http://cv.iptc.org/newscodes/digitalsourcetype/${source}`],
    TUNESMITH_JOB: [inAscii(job)],
    ...(model !== undefined && { TUNESMITH_MODEL: [inAscii(model)] }),
    comment: [lines.join('\n')],
  }
}

/** Writes a mark into a file's tags; undefined for a kind of file without tags. */
export type WriteMark = (data: Uint8Array, mark: AiMark) => Promise<Uint8Array<ArrayBuffer> | undefined>

/**
 * Marks files in their tags without changing the audio. The same file and mark give the same bytes, and marking
 * a file twice leaves one mark. Throws what the library throws for a damaged file.
 */
export const createMarkWriter = (): WriteMark => {
  let loaded: Promise<TagLib> | undefined
  return async (data, mark) => {
    // The library takes a megabyte, so it is loaded when first needed.
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
      loaded = undefined // a damaged file may leave it in a bad state
      throw error
    }
  }
}

/** What a file's tags say of its origin. Anyone can write that into a file. */
export interface FoundMark {
  job: string
  model: string | undefined
  /** The address of an IPTC term. */
  source: string | undefined
}

/**
 * Reads the mark in a file's tags; undefined if it has none, or its kind has no tags. Throws what the library
 * throws for a damaged file.
 */
export const readMark = async (data: Uint8Array): Promise<FoundMark | undefined> => {
  const { TagLib, isInvalidFormatError } = await import('taglib-wasm')
  const taglib = await TagLib.initialize({ forceWasmType: 'emscripten' })
  try {
    const file = await taglib.open(data)
    const { TUNESMITH_JOB, TUNESMITH_MODEL, DIGITALSOURCETYPE } = file.properties()
    file.dispose()
    const job = TUNESMITH_JOB?.[0]
    return job === undefined
      ? undefined
      : { job, model: TUNESMITH_MODEL?.[0], source: DIGITALSOURCETYPE?.[0] }
  } catch (error) {
    if (isInvalidFormatError(error)) return undefined
    throw error
  }
}

/** A download that marks what it reads. A file that can't be marked, or would become too large, is unchanged. */
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
