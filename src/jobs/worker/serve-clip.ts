import type { FileLinks, ServedFile } from '../../core/clip/file-links.ts'
import type { ApiRequest } from '../../core/endpoints/api-request.ts'
import { isRunning, type JobRecord } from '../../core/job/job.ts'
import type { JobDeps } from '../job-deps.ts'
import { readClipFile } from './clips.ts'

/** The service reads such a file when it begins with the task; by then it may have waited for its turn. */
const servedForMs = 60 * 60_000

/** The request with an address of ours for each chat's file of which the service takes an address alone. */
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
  const read = await readClipFile(deps, upload)
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
 * Reads the chat's file that stands behind an address of ours, anew each time, for as long as its job runs.
 * Nobody who asks learns why there is none. Never rejects.
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
