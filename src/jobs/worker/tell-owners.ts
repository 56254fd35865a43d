import { AppError } from '../../core/errors.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { ownersToTell } from '../../core/job/lineage.ts'
import type { Attempt } from '../../core/job/platform.ts'
import { effectKey } from '../../core/job-id.ts'
import type { MessageRef } from '../../core/target.ts'
import { inLanguage } from '../../core/text/say.ts'
import type { JobDeps, PostingPlatform } from '../job-deps.ts'
import { ownerMessage } from '../messages/owner-messages.ts'
import { isCode, noteInTime } from '../messages/show.ts'

/** Enough of the hash to tell jobs apart, leaving space for the owner's number within a key's 25 characters. */
const keyHashLength = 14
/** A message that kills its process must not make a dead letter of a job that is over. */
const pickupsMax = 3
/** An owner who could not be told for so long is not told any more. */
const tellMaxMs = 24 * 60 * 60_000

const noteName = (index: number, name: string): string => `owner_${index}_${name}`

const attemptFor = (deps: JobDeps, job: JobRecord, index: number): Attempt => {
  const notes: Record<string, string> = { told: job.notes[noteName(index, 'told')] ?? '' }
  return {
    key: `${effectKey(job.id).slice(0, keyHashLength)}-owner${index}`,
    notes,
    async note(name, value) {
      await noteInTime(deps, job, noteName(index, name), value)
      notes[name] = value
    },
    askedAtMs: job.createdAtMs,
    fileBytesMax: 0,
    linksAllowed: true,
  }
}

/** Returns when to try again, in milliseconds from now; undefined if the owner was told, or takes no messages. */
const tellOwner = async (
  deps: JobDeps,
  job: JobRecord,
  platform: PostingPlatform,
  { owner, index, message }: { owner: string; index: number; message: MessageRef | undefined },
): Promise<number | undefined> => {
  const to = { ...job.target, member: owner }
  try {
    // The job's language is the requester's.
    const tell = () =>
      platform.notify(to, ownerMessage(job, owner, message), attemptFor(deps, job, index), 'direct')
    await inLanguage(undefined, tell)
  } catch (error) {
    if (isCode(error, 'step_over')) throw error
    if (error instanceof AppError && error.retryable)
      return error.retryAfterMs ?? deps.deadlines.noticeRetryMs
    if (isCode(error, 'cannot_post'))
      deps.log.info('the owner of a clip takes no direct messages', { reason: error.message, job: job.id })
    else deps.log.error('the owner of a clip could not be told', { error, job: job.id })
  }
  await noteInTime(deps, job, noteName(index, 'over'), 'yes')
  return undefined
}

/**
 * Tells each owner of a job's clips once, in private, what was made of them. Returns when to try again, in milliseconds
 * from now; undefined if nothing is left to do. Throws AppError `step_over`.
 */
export const tellOwners = async (
  deps: JobDeps,
  job: JobRecord,
  message: MessageRef | undefined,
): Promise<number | undefined> => {
  const platform = deps.platforms.get(job.target.platform)
  const isDropped = job.pickups > pickupsMax || deps.now() > job.changedAtMs + tellMaxMs
  if (platform === undefined || isDropped) return undefined
  let afterMs: number | undefined
  for (const [index, owner] of ownersToTell(job).entries()) {
    if (job.notes[noteName(index, 'over')] !== undefined) continue
    const retryMs = await tellOwner(deps, job, platform, { owner, index, message })
    if (retryMs !== undefined) afterMs = Math.min(afterMs ?? retryMs, retryMs)
  }
  return afterMs
}
