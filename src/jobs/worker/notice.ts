import { type ReadyNotice, readyNoticeName, readyNoticeOf } from '../../core/command/own-settings.ts'
import { defaultsIn } from '../../core/command/settings.ts'
import { AppError } from '../../core/errors.ts'
import { isForRequesterAlone, type JobRecord, noticeNote } from '../../core/job/job.ts'
import { ownersNote } from '../../core/job/lineage.ts'
import { type Attempt, noticeToldNote } from '../../core/job/platform.ts'
import { effectKey } from '../../core/job-id.ts'
import { accountOf, budgetChannelOf, isPersonal, type MessageRef } from '../../core/target.ts'
import type { JobDeps, PostingPlatform } from '../job-deps.ts'
import { noticeMessage } from '../messages/notice-message.ts'
import { isCode, noteInTime, wasNotifiedPrivately } from '../messages/show.ts'
import { wakeAfter } from '../wake.ts'
import { lateLookAtMs } from './find-own-task.ts'
import { tellOwners } from './tell-owners.ts'

type Way = Exclude<ReadyNotice, 'off'>

/** Enough of the hash to tell jobs apart, leaving space for what follows it within a key's 25 characters. */
const keyHashLength = 14
/** A notice that kills its process must not make a dead letter of a job that is over. */
const pickupsMax = 3

const noticeAttempt = (deps: JobDeps, job: JobRecord): Attempt => {
  const notes: Record<string, string> = { told: job.notes[noticeToldNote] ?? '' }
  return {
    key: `${effectKey(job.id).slice(0, keyHashLength)}-notice`,
    notes,
    async note(name, value) {
      await noteInTime(deps, job, `notice_${name}`, value)
      notes[name] = value
    },
    askedAtMs: job.createdAtMs,
    fileBytesMax: 0,
    linksAllowed: true,
  }
}

/** The job's message; after an edit by a reply token, its id is only noted. */
const messageOf = ({ message, notes, target: { platform, channel } }: JobRecord): MessageRef | undefined =>
  message ?? (notes.posted ? { platform, channel, message: notes.posted } : undefined)

/** How the member wants to be told. What only they can see, and what they asked for in private, stays there. */
const wayOf = async (deps: JobDeps, job: JobRecord): Promise<ReadyNotice> => {
  const { target } = job
  const place = { member: target.member, channel: budgetChannelOf(target) }
  const { defaults } = await deps.settings.read(accountOf(target), place)
  const chosen = readyNoticeOf(defaultsIn(defaults, [readyNoticeName])[0]?.value)
  const isPrivate = isForRequesterAlone(job) || isPersonal(accountOf(target))
  return isPrivate && chosen === 'mention' ? 'direct' : chosen
}

interface Notice {
  job: JobRecord
  message: MessageRef
  platform: PostingPlatform
  attempt: Attempt
}

/** The way is noted first, so that a changed setting can't tell the member twice. */
const send = async (deps: JobDeps, notice: Notice, way: Way): Promise<void> => {
  const { job, message, platform, attempt } = notice
  if (job.notes[noticeNote] !== way) await noteInTime(deps, job, noticeNote, way)
  const target = { ...job.target, channel: message.channel, thread: message.thread ?? message.message }
  await platform.notify(target, noticeMessage(job, message, deps.features), attempt, way)
}

/** Members who accept no direct messages are mentioned, unless others would learn of a private job. */
const sendOrMention = async (deps: JobDeps, notice: Notice, way: Way): Promise<void> => {
  const { job } = notice
  try {
    await send(deps, notice, way)
  } catch (error) {
    const isPublic = !isForRequesterAlone(job) && !isPersonal(accountOf(job.target))
    if (way !== 'direct' || !isPublic || !isCode(error, 'cannot_post')) throw error
    await send(deps, notice, 'mention')
  }
}

/** Whether only the owners of its clips have to be told of a job: it was quick, or cancelled. */
const isForOwnersAlone = (
  { deadlines }: JobDeps,
  { notes, cancelledBy, changedAtMs, createdAtMs }: JobRecord,
): boolean =>
  notes[ownersNote] !== undefined &&
  (cancelledBy !== undefined || changedAtMs - createdAtMs <= deadlines.noticeAfterMs)

/** Returns when to try again, in milliseconds from now; undefined if the notice is sent, or dropped. */
const tryToNotify = async (deps: JobDeps, job: JobRecord): Promise<number | undefined> => {
  const message = messageOf(job)
  const platform = deps.platforms.get(job.target.platform)
  const isDropped =
    job.removal !== undefined ||
    wasNotifiedPrivately(job) ||
    isForOwnersAlone(deps, job) ||
    job.pickups > pickupsMax ||
    deps.now() > job.changedAtMs + deps.deadlines.noticeMaxMs
  if (message === undefined || platform === undefined || isDropped) return undefined
  const { [noticeNote]: noted } = job.notes
  const way = noted === 'mention' || noted === 'direct' ? noted : await wayOf(deps, job)
  if (way === 'off') return undefined
  try {
    await sendOrMention(deps, { job, message, platform, attempt: noticeAttempt(deps, job) }, way)
    return undefined
  } catch (error) {
    if (isCode(error, 'step_over')) throw error
    if (error instanceof AppError && error.retryable)
      return error.retryAfterMs ?? deps.deadlines.noticeRetryMs
    if (isCode(error, 'cannot_post'))
      deps.log.info('a notice was refused', { reason: error.message, job: job.id })
    else deps.log.error('a notice failed', { error, job: job.id })
    return undefined
  }
}

const soonest = (...spansMs: readonly (number | undefined)[]): number | undefined => {
  const known = spansMs.filter((spanMs) => spanMs !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/**
 * Tells the requester once that a job of more than a minute is over, and the owners of its clips who have to be told.
 * The job's books, message and place in the line are closed by then, so a refused notice, or a chat that is away,
 * changes nothing about it. Throws AppError `step_over`.
 */
export const noticeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const afterMs = soonest(await tryToNotify(deps, job), await tellOwners(deps, job, messageOf(job)))
  const isOver = afterMs === undefined
  const againAtMs = isOver ? lateLookAtMs(deps, job) : deps.now() + afterMs
  const told = await deps.store.told(job, { againAtMs, notice: isOver ? 'over' : undefined })
  if (againAtMs !== undefined) await wakeAfter(deps, job, told)
}
