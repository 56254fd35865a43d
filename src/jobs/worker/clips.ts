import { clipBytesMax, type ResultClip } from '../../core/clip/clip.ts'
import {
  type FileLinks,
  isMachineTrouble,
  type LocalClip,
  type ServedFile,
} from '../../core/clip/clip-reading.ts'
import type { ApiRequest, SentClip } from '../../core/endpoints/api-request.ts'
import { AppError, type ErrorCode, isProgramFault } from '../../core/errors.ts'
import { isRunning, type JobRecord } from '../../core/job/job.ts'
import { say } from '../../core/text/say.ts'
import type { JobDeps } from '../job-deps.ts'

/** The job that a clip is read for. */
type ReadFor = Pick<JobRecord, 'id' | 'target'>

type ReadDeps = Pick<JobDeps, 'platforms' | 'clipReader' | 'download' | 'log'>
type ClipDeps = ReadDeps & Pick<JobDeps, 'fileLinks'>

/**
 * Result of reading a request's files. `later`: another try may help. `reason` is plain text for the member, if
 * known.
 */
export type FilesRead =
  | { status: 'read'; files: Readonly<Record<string, LocalClip>> }
  | { status: 'refused' | 'misfit'; reason: string }
  | { status: 'later'; reason?: string }

type NotRead = Exclude<FilesRead, { status: 'read' }>
type ClipRead = { status: 'read'; clip: LocalClip } | NotRead

/** Why a clip that was read does not fit its request, in words for the member. */
type MisfitOf = (clip: SentClip, read: LocalClip) => string | undefined

/** Only the operator can allow another host for files. */
const logUnread = ({ log }: ReadDeps, { id: job }: ReadFor, error: AppError): void => {
  const details = { code: error.code, reason: error.message, job }
  if (error.code === 'file_refused') log.warn('a clip could not be read', details)
  else log.info('a clip could not be read', details)
}

const failureOf = (deps: ReadDeps, job: ReadFor, error: unknown): ClipRead => {
  if (isProgramFault(error) || (error instanceof AppError && error.code === 'program_fault')) {
    deps.log.error('a clip could not be read', { error, job: job.id })
    return { status: 'refused', reason: say("It couldn't be read because of a problem on our side.") }
  }
  // The reader has already logged it, once for all clips.
  if (isMachineTrouble(error)) return { status: 'later', reason: error.memberText }
  if (error instanceof AppError) logUnread(deps, job, error)
  else deps.log.warn('a clip could not be read', { error, job: job.id })
  return error instanceof AppError && error.code === 'file_refused'
    ? { status: 'refused', reason: error.memberText }
    : { status: 'later' }
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const overCodes: readonly ErrorCode[] = ['file_gone', 'file_refused', 'file_too_large']

const isOver = (error: unknown): error is AppError =>
  error instanceof AppError && overCodes.includes(error.code)

/** Tells a member that a clip is gone. */
export const goneText = (clip: string): string =>
  say('The audio service no longer has {{clip}}. Choose another clip.', { clip })

const readResult = async (deps: ReadDeps, job: ReadFor, { url, name }: ResultClip): Promise<ClipRead> => {
  try {
    const bytes = await deps.download(url, clipBytesMax)
    return await deps.clipReader.read({ name, chunks: inOneChunk(bytes) })
  } catch (error) {
    if (!isOver(error)) return failureOf(deps, job, error)
    logUnread(deps, job, error)
    const reason =
      error.code === 'file_too_large'
        ? say('{{clip}} is too large to send as a file (max {{most}} MB). Use two links instead.', {
            clip: name,
            most: clipBytesMax / 1024 / 1024,
          })
        : goneText(name)
    return { status: 'refused', reason }
  }
}

/** Reads a job's clip onto this machine and checks its contents. Never rejects. */
const readClipFile = async (deps: ReadDeps, job: ReadFor, clip: SentClip): Promise<ClipRead> => {
  if (clip.kind === 'result') return readResult(deps, job, clip)
  const platform = deps.platforms.get(clip.platform)
  if (platform === undefined)
    return {
      status: 'refused',
      reason: say('{{platform}} is no longer connected.', { platform: clip.platform }),
    }
  try {
    return await deps.clipReader.read(await platform.open(clip, job.target))
  } catch (error) {
    return failureOf(deps, job, error)
  }
}

const readFitting = async (
  deps: ReadDeps,
  job: ReadFor,
  clip: SentClip,
  misfitOf: MisfitOf,
): Promise<ClipRead> => {
  const read = await readClipFile(deps, job, clip)
  const reason = read.status === 'read' ? misfitOf(clip, read.clip) : undefined
  if (read.status !== 'read' || reason === undefined) return read
  await discardFiles(deps, { misfit: read.clip })
  return { status: 'misfit', reason }
}

/** Removes files of a request that are no longer needed. */
export const discardFiles = async (
  { clipReader, log }: Pick<ClipDeps, 'clipReader' | 'log'>,
  files: Readonly<Record<string, LocalClip>>,
): Promise<void> => {
  for (const clip of Object.values(files)) {
    await clipReader
      .discard(clip)
      .catch((error: unknown) => log.warn('a clip could not be removed', { error }))
  }
}

/** Checks files that the service will fetch from us, so that no impossible request is bought. */
const lookInto = async (
  deps: ClipDeps,
  job: ReadFor,
  { served = {} }: ApiRequest,
): Promise<NotRead | undefined> => {
  if (deps.fileLinks === undefined && Object.keys(served).length > 0)
    return {
      status: 'refused',
      reason: say('The audio service can no longer read files from this chat. Use a link.'),
    }
  for (const clip of Object.values(served)) {
    const read = await readClipFile(deps, job, clip)
    if (read.status !== 'read') return read
    await discardFiles(deps, { served: read.clip })
  }
  return undefined
}

/** Reads all files of a request onto this machine and checks their contents. */
export const readFiles = async (
  deps: ClipDeps,
  job: ReadFor,
  request: ApiRequest,
  misfitOf: MisfitOf,
): Promise<FilesRead> => {
  const refused = await lookInto(deps, job, request)
  if (refused !== undefined) return refused
  const files: Record<string, LocalClip> = {}
  if (request.encoding === 'json') return { status: 'read', files }
  for (const [part, clip] of Object.entries(request.files)) {
    const read = await readFitting(deps, job, clip, misfitOf)
    if (read.status !== 'read') {
      await discardFiles(deps, files)
      return read
    }
    files[part] = read.clip
  }
  return { status: 'read', files }
}

/** The service reads such a file when the task begins, which may be long after it was queued. */
const servedForMs = 60 * 60_000

/** The request with one of our addresses for each chat file that the service takes only by address. */
export const withServedFiles = (
  { fileLinks, now }: Pick<JobDeps, 'fileLinks' | 'now'>,
  { id }: Pick<JobRecord, 'id'>,
  { served = {}, ...request }: ApiRequest,
): ApiRequest => {
  if (fileLinks === undefined) return { ...request, ...(Object.keys(served).length > 0 && { served }) }
  const untilMs = now() + servedForMs
  const addresses = Object.keys(served).map((part) => [
    part,
    fileLinks.addressOf({ jobId: id, part }, untilMs),
  ])
  return { ...request, body: { ...request.body, ...Object.fromEntries(addresses) } }
}

type ServeDeps = Pick<
  JobDeps,
  'store' | 'features' | 'platforms' | 'clipReader' | 'download' | 'log' | 'now'
> & {
  fileLinks: FileLinks
}

/** More at once would fill this machine with files. */
const atOnceMax = 4

const fileBehind = async (deps: ServeDeps, code: string): Promise<ServedFile> => {
  const file = deps.fileLinks.fileOf(code, deps.now())
  const job = file && (await deps.store.read(file.jobId))
  if (file === undefined || job === undefined || !isRunning(job)) return { status: 'unknown' }
  const prepared = deps.features.get(job.feature)?.prepare(job.values)
  const request = prepared?.ok && prepared.prepared.obtains === 'task' ? prepared.prepared.request : undefined
  const upload = request?.served?.[file.part]
  if (upload === undefined) return { status: 'unknown' }
  const read = await readClipFile(deps, job, upload)
  switch (read.status) {
    case 'read':
      return { status: 'found', clip: read.clip, discard: () => deps.clipReader.discard(read.clip) }
    case 'refused':
    case 'misfit':
      return { status: 'unknown' }
    case 'later':
      return { status: 'later' }
  }
}

/**
 * Reads the chat file behind one of our addresses, for each request and as long as its job runs. The answer
 * does not say why there is none. Never rejects.
 */
export const createFileServing = (deps: ServeDeps): ((code: string) => Promise<ServedFile>) => {
  let inHand = 0
  return async (code) => {
    if (inHand >= atOnceMax) return { status: 'later' }
    inHand += 1
    try {
      return await fileBehind(deps, code)
    } catch (error) {
      deps.log.warn("a chat's file could not be served", { error })
      return { status: 'later' }
    } finally {
      inHand -= 1
    }
  }
}
