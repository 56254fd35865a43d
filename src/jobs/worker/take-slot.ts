import { type Clip, clipExpiresAtMs } from '../../core/clip/clip.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { formatCredits } from '../../core/credits.ts'
import type { AccountCredits, PauseReason, PlaceResult } from '../../core/job/concurrency.ts'
import type { Ending, JobRecord } from '../../core/job/job.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import { accountOf } from '../../core/target.ts'
import { type Deadlines, stepSpanMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { unreadMinutesBeforeSent } from '../messages/job-facts.ts'
import { waitingMessage } from '../messages/messages.ts'
import { sayAgainMs } from '../messages/progress.ts'
import { tryToSay } from '../messages/show.ts'
import { lookAgain, wakeCalled } from '../wake.ts'

/** When a waiting job must end, and why: it waited too long, or its clip can't be read any more. */
export const endOfWait = (
  { waitMaxMs }: Pick<Deadlines, 'waitMaxMs'>,
  { createdAtMs }: Pick<JobRecord, 'createdAtMs'>,
  clips: readonly Clip[],
): { atMs: number; ending: Ending } => {
  const clipsEndMs = Math.min(...clips.map((clip) => clipExpiresAtMs(clip) ?? Number.POSITIVE_INFINITY))
  const waitEndMs = createdAtMs + waitMaxMs
  return clipsEndMs < waitEndMs
    ? { atMs: clipsEndMs, ending: 'clip_expired' }
    : { atMs: waitEndMs, ending: 'waited_too_long' }
}

const placeNote = 'place'

/**
 * Shows a job its position. If the channel takes no more edits now, tries again soon, because the line counts
 * it as shown. Being called or reaching the end of the wait wakes the job in any case.
 */
const sayPlace = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<void> => {
  const isUntold = job.notes[placeNote] === 'untold'
  const { seen } = await tryToSay(deps, job, message)
  if (seen === 'unknown') {
    if (!isUntold) await deps.store.note(job, placeNote, 'untold')
    await lookAgain(deps, job, sayAgainMs, 'only_sooner')
  } else if (isUntold) await deps.store.note(job, placeNote, 'said')
}

const waitInLine = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  place: Extract<PlaceResult, { status: 'waiting' }>,
  endMs: number,
): Promise<void> => {
  await lookAgain(deps, job, Math.min(deps.deadlines.waitingMs, endMs - deps.now()))
  if (place.isNews || job.notes[placeNote] === 'untold')
    await sayPlace(
      deps,
      job,
      waitingMessage(job, feature, place, {
        nowMs: deps.now(),
        unreadMinutes: unreadMinutesBeforeSent(deps, job, feature),
      }),
    )
}

/**
 * A place for a job about to be sent; or the end of its wait, if it waited too long; or its position in the
 * line, which its message then shows. A waiting job is next touched when it is called, or much later.
 */
export const takePlace = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  { clips }: PreparedRequest,
): Promise<{ status: 'taken' } | { status: 'waiting' } | { status: 'over'; ending: Ending }> => {
  const { deadlines, places, now } = deps
  const end = endOfWait(
    deadlines,
    job,
    clips.map(({ clip }) => clip),
  )
  if (now() >= end.atMs) return { status: 'over', ending: end.ending }
  const place = await places.take(job, feature.usualSeconds, now() + stepSpanMs(deadlines, 'accepted'))
  await wakeCalled(deps, place.called)
  if (place.status === 'taken') return { status: 'taken' }
  await waitInLine(deps, job, feature, place, end.atMs)
  return { status: 'waiting' }
}

/** Log messages about a pause. */
export const pauseTexts = {
  balance: 'the account at the audio service needs a top-up, so nothing is sent for a while',
  key: 'the audio service does not accept its key, so nothing is sent for a while',
  unclear:
    'three or more paid requests in a row got no clear answer from the audio service, so sending is paused',
  address: 'AUDIO_API_URL does not lead to the audio service, so nothing is sent for a while',
} as const satisfies Record<PauseReason, string>

/** What the service says of its account, for the log. */
const leftTexts = (credits: AccountCredits | undefined) =>
  credits && {
    available: formatCredits(credits.available),
    required: credits.required && formatCredits(credits.required),
  }

/** The service rejects this key, so its jobs wait for a while. Logged once, until a request is taken again. */
export const pauseLine = async (
  deps: JobDeps,
  { id, epoch, target }: JobRecord,
  why: PauseReason,
  credits?: AccountCredits,
): Promise<void> => {
  const { places, payer, keyId, alerts, deadlines, log, now } = deps
  try {
    const opened = await places.pause({ jobId: id, epoch }, why, now() + deadlines.pauseMs, credits)
    if (opened === 'known') return
    const about = why === 'unclear' ? {} : { minutes: deadlines.pauseMs / 60_000, ...leftTexts(credits) }
    if (opened === 'opened' && payer === 'server') {
      log.warn("the audio service takes no requests with a server's own key, so its jobs wait", {
        key: keyId,
        why,
        ...about,
      })
      if (why === 'balance' || why === 'key') await alerts.raise(accountOf(target), why)
    } else if (opened === 'opened') log.error(pauseTexts[why], about)
    else log.info('a request sent as a try was not taken either, so nothing is sent again', { why, ...about })
  } catch (error) {
    log.warn('the line could not be paused', { error, why })
  }
}
