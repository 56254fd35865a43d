import { AppError } from '../../core/errors.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Attempt } from '../../core/job/platform.ts'
import { effectKey } from '../../core/job-id.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { JobDeps } from '../job-deps.ts'
import { isCode, noteInTime, privateNoteName } from './show.ts'

/** Enough of the hash to tell jobs apart, leaving space for a state within a key's 25 characters. */
const keyHashLength = 14

const privateAttempt = (deps: JobDeps, job: JobRecord): Attempt => {
  const notes: Record<string, string> = {}
  const told = job.notes[privateNoteName(job, 'told')]
  if (told !== undefined) notes.told = told
  return {
    key: `${effectKey(job.id).slice(0, keyHashLength)}-${job.state}`,
    notes,
    async note(name, value) {
      await noteInTime(deps, job, privateNoteName(job, name), value)
      notes[name] = value
    },
    askedAtMs: job.createdAtMs,
    fileBytesMax: 0,
    linksAllowed: true,
  }
}

/** Another try is worth it, `afterMs` from now if the platform says when. */
export interface Later {
  status: 'later'
  afterMs: number | undefined
}

/** What to retry after an error, unless another try is pointless. */
export const laterAfter = (error: unknown): Later => ({
  status: 'later',
  afterMs: error instanceof AppError ? error.retryAfterMs : undefined,
})

/** A server's request is unknown in a direct message, where another account pays. */
const withoutButtons = (message: ResultMessage): ResultMessage => ({
  ...message,
  blocks: message.blocks.filter(({ kind }) => kind !== 'buttons'),
})

/**
 * Tells the requester in private what the original place no longer accepts: once, however often it is tried.
 * `unsaid`: the requester accepts no direct messages. Throws AppError `step_over`.
 */
export const notifyPrivately = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<{ status: 'told' } | { status: 'unsaid' } | Later> => {
  const platform = deps.platforms.get(job.target.platform)
  if (platform === undefined) return { status: 'unsaid' }
  try {
    await platform.notify(job.target, withoutButtons(message), privateAttempt(deps, job), 'direct')
    return { status: 'told' }
  } catch (error) {
    if (isCode(error, 'step_over', 'program_fault')) throw error
    if (isCode(error, 'cannot_post')) {
      deps.log.info('a member does not accept direct messages from us', {
        reason: error.message,
        job: job.id,
      })
      return { status: 'unsaid' }
    }
    const later = laterAfter(error)
    if (later.afterMs === undefined && error instanceof AppError)
      deps.log.info('a direct message was not sent yet', { reason: error.message, job: job.id })
    else if (later.afterMs === undefined)
      deps.log.warn('a direct message was not sent', { error, job: job.id })
    return later
  }
}
