import type { webApi } from '@slack/bolt'
import type { FetchFile } from '../../../core/clip/download.ts'
import type { Effect } from '../../../core/effect.ts'
import { AppError, isProgramFault } from '../../../core/errors.ts'
import type { MessageBlock } from '../render/data.ts'
import { isFileRefused, postError, refusalCode, translated, unavailable } from './errors.ts'
import { type Place, postedAt } from './place.ts'

/** A file whose bytes Slack has. It is not visible before it is shared. */
export interface UploadedFile {
  id: string
  title: string
}

/** Bytes on their way to Slack. */
export interface FileBytes {
  name: string
  altText: string | undefined
  data: Uint8Array<ArrayBuffer>
}

/** A file's progress: never shared, on its way, or visible in the conversation (possibly removed again). */
type FileState = 'unshared' | 'on_its_way' | 'shared'

interface UploadsOptions {
  web: webApi.WebClient
  /** See `SlackOptions`. */
  fetchFile?: FetchFile | undefined
  effect: Effect
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** Uploads files to Slack in its three steps. https://docs.slack.dev/messaging/working-with-files#upload */
export interface Uploads {
  /** Sends the bytes; returns the id. Throws AppError `file_refused` or `platform_unavailable`. */
  send(file: FileBytes): Promise<string>
  /**
   * Shares files in one message, with these blocks. Throws AppError `file_refused`, `cannot_post` or
   * `platform_unavailable`.
   */
  share(files: readonly UploadedFile[], place: Place, blocks?: MessageBlock[]): Promise<void>
  /** The state of each file, in their order. Throws AppError `cannot_post` if Slack does not say. */
  statesOf(files: readonly UploadedFile[], place: Place): Promise<readonly FileState[]>
  /** The messages that share a file in this place; undefined if the file is gone. */
  sharing(id: string, place: Place): Promise<readonly string[] | undefined>
  /** Deletes a file. One that is already gone counts as deleted. */
  remove(id: string): Promise<void>
  /** Whether all shared files become visible within some seconds; throws like `statesOf`. */
  arrive(files: readonly UploadedFile[], place: Place): Promise<boolean>
}

const uploadTimeoutMs = 120_000

const fileError = (error: unknown): AppError =>
  isFileRefused(error)
    ? new AppError('file_refused', `Slack: ${refusalCode(error)}`, { cause: error })
    : postError(error)

/**
 * The address is a secret for one file, so no error text contains it; a redirect would send the bytes
 * elsewhere.
 */
const sendBytes = async (
  fetchFile: FetchFile,
  uploadUrl: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  const response = await fetchFile(uploadUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: data,
    redirect: 'error',
    signal: AbortSignal.timeout(uploadTimeoutMs),
  }).catch((error: unknown) =>
    Promise.reject(
      isProgramFault(error) || error instanceof AppError
        ? error
        : unavailable('the bytes of a file did not arrive', error),
    ),
  )
  await response.body?.cancel()
  if (response.status === 413) throw new AppError('file_refused', 'Slack: the file is too large')
  if (!response.ok) throw unavailable(`HTTP ${response.status} to the bytes of a file`)
}

const send = async (
  { web, fetchFile = fetch, effect }: UploadsOptions,
  { name, altText, data }: FileBytes,
): Promise<string> => {
  if (data.byteLength === 0) throw new AppError('file_refused', 'the file is empty')
  const description = altText === undefined ? {} : { alt_txt: altText }
  const { upload_url, file_id } = await web.files.getUploadURLExternal({
    filename: name,
    length: data.byteLength,
    ...description,
  })
  if (upload_url === undefined || file_id === undefined) throw unavailable('an upload without an address')
  await effect('slack.upload', () => sendBytes(fetchFile, upload_url, data))
  return file_id
}

/**
 * All in one call, so that they form one message, and either all or none appear. Slack ignores blocks beside an
 * initial comment, and builds the text for screen readers from them.
 * https://docs.slack.dev/reference/methods/files.completeUploadExternal
 */
const share = async (
  web: webApi.WebClient,
  [first, ...others]: readonly UploadedFile[],
  place: Place,
  blocks?: MessageBlock[],
): Promise<void> => {
  if (first === undefined) return
  const { channel: channel_id, ...thread } = postedAt(place)
  const words = blocks === undefined ? {} : { blocks }
  await web.files.completeUploadExternal({ files: [first, ...others], channel_id, ...thread, ...words })
}

const stateOf = async (
  web: webApi.WebClient,
  { id }: UploadedFile,
  { channel }: Place,
): Promise<FileState> => {
  try {
    const { file } = await web.files.info({ file: id })
    return Object.values(file?.shares ?? {}).some((shares) => channel in shares) ? 'shared' : 'on_its_way'
  } catch (error) {
    if (refusalCode(error) === 'file_not_found') return 'unshared'
    if (refusalCode(error) === 'file_deleted') return 'shared'
    throw error
  }
}

/** Slack shows a file some time after it confirms it: https://github.com/slackapi/bolt-js/issues/2115 */
const arrivalPausesMs = [100, 200, 400, 800, 1600, 3200]

const statesOf = async (
  web: webApi.WebClient,
  files: readonly UploadedFile[],
  place: Place,
): Promise<readonly FileState[]> => {
  const states: FileState[] = []
  for (const file of files) states.push(await stateOf(web, file, place))
  return states
}

const arrive = async (
  { web, wait }: UploadsOptions,
  files: readonly UploadedFile[],
  place: Place,
): Promise<boolean> => {
  let awaited = files
  for (const pauseMs of arrivalPausesMs) {
    await wait(pauseMs)
    const states = await statesOf(web, awaited, place)
    awaited = awaited.filter((_, index) => states[index] !== 'shared')
    if (awaited.length === 0) return true
  }
  return false
}

const isGone = (error: unknown): boolean =>
  ['file_not_found', 'file_deleted'].includes(refusalCode(error) ?? '')

const sharing = async (
  web: webApi.WebClient,
  id: string,
  { channel }: Place,
): Promise<readonly string[] | undefined> => {
  try {
    const { file } = await web.files.info({ file: id })
    const shares = Object.values(file?.shares ?? {}).flatMap((kind) => kind[channel] ?? [])
    return shares.flatMap(({ ts }: { ts?: string }) => ts ?? [])
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

const remove = async (web: webApi.WebClient, id: string): Promise<void> => {
  try {
    await web.files.delete({ file: id })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Uploads files to Slack with its Web API; failures are AppErrors. */
export const createUploads = (options: UploadsOptions): Uploads => {
  const { web } = options
  return {
    send: (file) => translated(send(options, file), fileError),
    share: (files, place, blocks) => translated(share(web, files, place, blocks), fileError),
    statesOf: (files, place) => translated(statesOf(web, files, place)),
    sharing: (id, place) => translated(sharing(web, id, place)),
    remove: (id) => translated(remove(web, id)),
    arrive: (files, place) => translated(arrive(options, files, place)),
  }
}
