import type { ClipPlace, KnownClip } from '../core/clip/clip-index.ts'
import { ownerOf } from '../core/command/consent.ts'
import type { PreparedRequest } from '../core/command/prepared-request.ts'
import { isForRequesterAlone, type JobRecord } from '../core/job/job.ts'
import { authorOf } from '../core/job/lineage.ts'
import { writeTakeName } from '../core/job-id.ts'
import type { ResultMessage } from '../core/message/message.ts'
import { accountOf, type Target } from '../core/target.ts'
import type { JobDeps } from './job-deps.ts'

type MemoryDeps = Pick<JobDeps, 'clips' | 'log' | 'now'>

/**
 * Where the clips of a job or of a request are remembered. Who clicks in a direct message is offered what is there, not
 * what is in the channel where their request belongs, which they may no longer see.
 */
export const clipPlaceOf = ({
  target,
  askedIn = target,
}: {
  target: Target
  askedIn?: Target
}): ClipPlace => ({ account: accountOf(askedIn), channel: askedIn.channel })

/** Remembers clips so that members can point at them. This is a convenience, so failures are only logged. */
export const rememberClips = async (
  { clips, log }: Pick<MemoryDeps, 'clips' | 'log'>,
  place: ClipPlace,
  source: string,
  known: readonly KnownClip[],
): Promise<void> => {
  if (known.length === 0) return
  try {
    await clips.remember(place, source, known)
  } catch (error) {
    log.warn('clips could not be remembered', { error })
  }
}

/**
 * Forgets what deleted messages brought. Anything not forgotten now expires by itself, so failures are only
 * logged.
 */
export const forgetMessages = async (
  { clips, log }: Pick<MemoryDeps, 'clips' | 'log'>,
  place: ClipPlace,
  messages: readonly string[],
): Promise<void> => {
  try {
    for (const message of messages) await clips.remember(place, message, [])
  } catch (error) {
    log.warn('clips could not be forgotten', { error })
  }
}

/**
 * Remembers clips that came with the request itself and are offered only to the member who brought them; a
 * message's clips are found by the message. Clips of private requests, and those of other members, are not remembered.
 */
export const rememberHanded = async (
  deps: MemoryDeps,
  job: JobRecord,
  clips: PreparedRequest['clips'],
): Promise<void> => {
  if (isForRequesterAlone(job)) return
  const atMs = deps.now()
  const by = job.target.member
  const handed: KnownClip[] = []
  for (const { clip } of clips) {
    const isOthers = ownerOf(clip, by) !== undefined
    if (clip.kind === 'upload' && clip.message === undefined && !isOthers)
      handed.push({ clip, from: 'member', atMs, by })
  }
  await rememberClips(deps, clipPlaceOf(job), job.id, handed)
}

/** Also remembers what a result's message brought, if others can see it. */
export const rememberPosted = async (
  deps: MemoryDeps,
  job: JobRecord,
  message: string,
  view: ResultMessage,
): Promise<void> => {
  if (job.outcome === undefined || isForRequesterAlone(job)) return
  const { outputs, mark } = job.outcome
  const atMs = deps.now()
  const by = mark === undefined ? job.target.member : authorOf(job)
  const posted: KnownClip[] = []
  for (const block of view.blocks) {
    if (block.kind !== 'audio') continue
    const { url, name, mark: said } = block.file
    const index = outputs.findIndex(({ audioUrl }) => audioUrl === url)
    const take = index < 0 ? undefined : writeTakeName({ job: job.id, number: index + 1 })
    const seconds = outputs[index]?.durationSeconds
    const clip = { kind: 'result', url, name, seconds, take, by, source: said?.source } as const
    posted.push({ clip, from: 'us', atMs, by })
  }
  await rememberClips(deps, clipPlaceOf(job), message, posted)
}
