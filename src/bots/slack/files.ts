import { type Download, readSource } from '../../core/download.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { type Attempt, canBeLinked } from '../../core/platform.ts'
import { isTooEarly, refusalCode, unavailable } from './errors.ts'
import type { Place } from './place.ts'
import type { FileLink, Upload } from './render.ts'
import type { UploadedFile, Uploads } from './uploads.ts'

export interface FilesOptions {
  uploads: Uploads
  download: Download
  log: Log
}

/** An upload of a message, and its file in Slack; without one it is linked. */
export interface FileEntry {
  /** The name of the note that keeps the file's id. */
  note: string
  upload: Upload
  file: UploadedFile | undefined
}

const bring = async (
  options: FilesOptions,
  upload: Upload,
  attempt: Attempt,
): Promise<string | undefined> => {
  const { name, altText, source } = upload
  try {
    const data = await readSource(options.download, source, attempt.fileBytesMax)
    return await options.uploads.send({ name, altText, data })
  } catch (error) {
    if (isTooEarly(error) || !canBeLinked(error, attempt)) throw error
    options.log.warn('a file is linked instead of uploaded', { error })
    return undefined
  }
}

const linkedMark = 'linked'

/**
 * Brings every file to Slack that can be brought. Nobody sees them yet; each is noted, so that a repeat takes it up.
 */
export const bringFiles = async (
  options: FilesOptions,
  uploads: readonly Upload[],
  attempt: Attempt,
): Promise<FileEntry[]> => {
  const entries: FileEntry[] = []
  for (const [index, upload] of uploads.entries()) {
    const note = `upload_${index}`
    let id = attempt.notes[note] ?? ''
    if (id === '') {
      id = (await bring(options, upload, attempt)) ?? linkedMark
      await attempt.note(note, id)
    }
    entries.push({ note, upload, file: id === linkedMark ? undefined : { id, title: upload.title } })
  }
  return entries
}

/** What Slack no longer has is brought anew by the next attempt. */
const forget = async (entries: readonly FileEntry[], attempt: Attempt): Promise<never> => {
  for (const { note, file } of entries) if (file !== undefined) await attempt.note(note, '')
  throw unavailable('uploads have lapsed')
}

/**
 * The call is noted before it is made. Where it may have been made, Slack is asked how far it came: a second one would
 * show the files twice.
 */
const shareOnce = async (
  { uploads }: FilesOptions,
  [first, ...others]: readonly UploadedFile[],
  place: Place,
  attempt: Attempt,
  note: string,
): Promise<void> => {
  if (first === undefined) return
  const state = attempt.notes[note] === first.id ? await uploads.stateOf(first, place) : 'unshared'
  if (state === 'shared') return
  if (state === 'unshared') {
    await attempt.note(note, first.id)
    await uploads.share([first, ...others], place)
  }
  if (!(await uploads.arrives(first, place))) throw unavailable('shared files are not seen yet')
}

/**
 * Shows the entries of one kind of place, once however often it is tried; those that can't be shown come back without a
 * file.
 */
export const shareFiles = async (
  options: FilesOptions,
  entries: readonly FileEntry[],
  place: Place,
  attempt: Attempt,
): Promise<FileEntry[]> => {
  const files = entries.flatMap(({ file }) => file ?? [])
  const note = `shared_${entries[0]?.upload.place}`
  try {
    await shareOnce(options, files, place, attempt, note)
    return [...entries]
  } catch (error) {
    if (error instanceof AppError && refusalCode(error.cause) === 'file_not_found')
      return forget(entries, attempt)
    if (isTooEarly(error) || !canBeLinked(error, attempt)) throw error
    options.log.warn('files are linked instead of shared', { error })
    return entries.map(({ note: own, upload }) => ({ note: own, upload, file: undefined }))
  }
}

/** The lines for files that did not come along. */
export const linksOf = (entries: readonly FileEntry[]): FileLink[] =>
  entries
    .filter(({ file }) => file === undefined)
    .map(({ upload: { title, source } }) => ({
      title,
      url: source.kind === 'remote' ? source.url : undefined,
    }))
