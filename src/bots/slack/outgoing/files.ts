import { type Download, isFileGone, readSource } from '../../../core/clip/download.ts'
import type { FilesLog } from '../../../core/clip/files-log.ts'
import { AppError } from '../../../core/errors.ts'
import { type Attempt, canBeLinked } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { MessageBlock } from '../render/data.ts'
import type { FileLink } from '../render/render.ts'
import { isRefused, isTooEarly, refusalCode, throwIfPending, unavailable } from './errors.ts'
import type { Upload } from './message-files.ts'
import type { Place } from './place.ts'
import type { UploadedFile, Uploads } from './uploads.ts'

export interface FilesOptions {
  uploads: Uploads
  download: Download
  filesLog: FilesLog
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** An upload of a message, and its file in Slack; a file that is not there as intended is linked. */
export interface FileEntry {
  /** The name of the note that keeps the file's id. */
  note: string
  upload: Upload
  file: UploadedFile | undefined
  /** Whether the file is a smaller form of the intended one. */
  isSmaller: boolean
  /** Whether the file's address no longer works. */
  isGone: boolean
}

/** A note's text for a file: its id, with a mark for a smaller form. */
const smallerMark = '-smaller'
const linkedMark = 'linked'
const goneMark = 'gone'
const withoutFile: readonly string[] = [linkedMark, goneMark]

const readNote = (noted: string): { id: string; isSmaller: boolean } => {
  const isSmaller = noted.endsWith(smallerMark)
  return { id: isSmaller ? noted.slice(0, -smallerMark.length) : noted, isSmaller }
}

const entryOf = (note: string, upload: Upload, noted: string): FileEntry => {
  const { id, isSmaller } = readNote(noted)
  return {
    note,
    upload,
    isSmaller,
    isGone: id === goneMark,
    file: withoutFile.includes(id) ? undefined : { id, title: upload.title },
  }
}

/** Uploads a file to Slack; returns the note about it. */
const bring = async (options: FilesOptions, upload: Upload, attempt: Attempt): Promise<string> => {
  const { name, altText, source } = upload
  try {
    const { data, smaller } = await readSource(options, source, attempt.fileBytesMax)
    if (smaller === undefined) return await options.uploads.send({ name, altText, data })
    return `${await options.uploads.send({ name: smaller.name, altText, data })}${smallerMark}`
  } catch (error) {
    if (isTooEarly(error) || !canBeLinked(error, attempt)) throw error
    const isGone = isFileGone(error)
    options.filesLog(isGone ? 'a file is gone' : 'a file is linked instead of uploaded', error)
    return isGone ? goneMark : linkedMark
  }
}

/** Uploads to Slack every file that can be. They are not visible yet; each is noted, so that a repeat resumes. */
export const bringFiles = async (
  options: FilesOptions,
  uploads: readonly Upload[],
  attempt: Attempt,
): Promise<FileEntry[]> => {
  const entries: FileEntry[] = []
  for (const [index, upload] of uploads.entries()) {
    const note = `upload_${index}`
    let noted = attempt.notes[note] ?? ''
    if (noted === '') {
      noted = await bring(options, upload, attempt)
      await attempt.note(note, noted)
    }
    entries.push(entryOf(note, upload, noted))
  }
  return entries
}

/** The ids of the files uploaded by attempts with these notes. */
export const broughtFiles = (notes: Attempt['notes']): readonly string[] =>
  Object.entries(notes).flatMap(([name, noted]) => {
    const { id } = readNote(noted)
    return name.startsWith('upload_') && id !== '' && !withoutFile.includes(id) ? [id] : []
  })

const filesOf = (entries: readonly FileEntry[]): UploadedFile[] => entries.flatMap(({ file }) => file ?? [])

/** Slack no longer has one of the files, so it shared none of them. */
const isUploadLapsed = (error: unknown): boolean =>
  error instanceof AppError && refusalCode(error.cause) === 'file_not_found'

/** The next attempt uploads again what Slack no longer has; the rest stays. */
const forgetLapsed = async (
  { uploads }: FilesOptions,
  entries: readonly FileEntry[],
  place: Place,
  attempt: Attempt,
  sharedNote: string,
): Promise<never> => {
  const brought = entries.filter(({ file }) => file !== undefined)
  const states = await uploads.statesOf(filesOf(brought), place)
  for (const [index, { note }] of brought.entries())
    if (states[index] === 'unshared') await attempt.note(note, '')
  if (states.every((state) => state === 'unshared')) await attempt.note(sharedNote, '')
  throw unavailable('uploads have lapsed')
}

/** Slack said that it took them. If their state can't be read, that is all we know. */
const arrived = async (
  { uploads }: FilesOptions,
  files: readonly UploadedFile[],
  place: Place,
): Promise<boolean> => {
  if (files.length === 0) return true
  try {
    return await uploads.arrive(files, place)
  } catch (error) {
    if (error instanceof AppError && error.code === 'cannot_post') return true
    throw error
  }
}

/** Where files are shared, and the blocks of their message. */
interface Sharing {
  place: Place
  blocks?: MessageBlock[]
}

/**
 * Notes the time of the call before making it. If an earlier call may have got through, Slack is asked for each file's
 * state first: a second call would show the files twice. If Slack does not say, nothing is shown rather than twice.
 */
const shareOnce = async (
  options: FilesOptions,
  files: readonly UploadedFile[],
  { place, blocks }: Sharing,
  attempt: Attempt,
  note: string,
): Promise<void> => {
  if (files.length === 0) return
  const { now, uploads } = options
  const tried = attempt.notes[note] ?? ''
  const nowMs = now()
  const states = tried === '' ? [] : await uploads.statesOf(files, place)
  const left = files.filter((_, index) => (states[index] ?? 'unshared') === 'unshared')
  if (left.length > 0) {
    if (tried !== '') throwIfPending({ triedAtMs: Number(tried), nowMs })
    if (tried !== '' && attempt.linksAllowed && left.length === files.length) {
      await attempt.note(note, '')
      throw unavailable('files were not shared')
    }
    await attempt.note(note, String(now()))
    await uploads.share(left, place, blocks).catch(async (error: unknown) => {
      if (isRefused(error)) await attempt.note(note, tried)
      throw error
    })
  }
  const awaited = files.filter((_, index) => states[index] !== 'shared')
  if (!(await arrived(options, awaited, place))) throw unavailable('shared files are not seen yet')
}

/** A file that Slack took and never showed is linked after this: see https://github.com/paradigmxyz/centaur/pull/311 */
const mayAppearMs = 60 * 60_000

/**
 * Whether the files, with their words, may be in the channel or appear there. Then links in the message before would
 * show the result twice. The job gives up long before this is over, so only a recovered one has links.
 */
const mayAppear = (error: unknown, { blocks }: Sharing, triedAtMs: number, nowMs: number): boolean =>
  blocks !== undefined && !isRefused(error) && nowMs < triedAtMs + mayAppearMs

const isCode = (error: unknown, code: string): boolean => error instanceof AppError && error.code === code

/**
 * Shows the entries of one kind of place, once however often it is tried; those that can't be shown are
 * returned without a file.
 */
export const shareFiles = async (
  options: FilesOptions,
  entries: readonly FileEntry[],
  sharing: Sharing,
  attempt: Attempt,
): Promise<FileEntry[]> => {
  const note = `shared_${entries[0]?.upload.place}`
  try {
    await shareOnce(options, filesOf(entries), sharing, attempt, note)
    return [...entries]
  } catch (error) {
    if (isUploadLapsed(error)) return forgetLapsed(options, entries, sharing.place, attempt, note)
    if (isTooEarly(error) || isCode(error, 'cannot_post') || !canBeLinked(error, attempt)) throw error
    if (mayAppear(error, sharing, Number(attempt.notes[note] ?? ''), options.now())) throw error
    options.log.warn('files are linked instead of shared', { error })
    return entries.map((entry) => ({ ...entry, file: undefined }))
  }
}

/**
 * The message in which our call shared these files: the earliest one, since others can only share them again.
 * Undefined if there are none, if they were deleted, or if Slack does not say.
 */
export const messageSharing = async (
  { uploads }: FilesOptions,
  entries: readonly FileEntry[],
  place: Place,
): Promise<string | undefined> => {
  try {
    for (const { id } of filesOf(entries)) {
      const [first] = ((await uploads.sharing(id, place)) ?? []).toSorted()
      if (first !== undefined) return first
    }
  } catch (error) {
    if (!isCode(error, 'cannot_post')) throw error
  }
  return undefined
}

/** Lines for files that were not attached as intended. */
export const linksOf = (entries: readonly FileEntry[]): FileLink[] =>
  entries
    .filter(({ file, isSmaller }) => file === undefined || isSmaller)
    .map(({ upload: { title, name, source }, isSmaller, isGone }) => ({
      title: isSmaller ? name : title,
      url: source.kind === 'remote' && !isGone ? source.url : undefined,
      isGone,
    }))
