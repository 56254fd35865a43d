import { type Answer, denial, formOffer, keptRefusal, privately } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { type Microcredits, microcredits } from '../../core/credits.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { Places } from '../../core/job/concurrency.ts'
import { endings, type JobRecord, type JobRequest } from '../../core/job/job.ts'
import type { JobStore, RequestResult } from '../../core/job/job-store.ts'
import { originIn } from '../../core/job/origin.ts'
import { creditsText, formatLeft } from '../../core/ledger/credits-text.ts'
import { notAllowedText } from '../../core/ledger/more-credits.ts'
import { type PriceBook, unitsOf } from '../../core/ledger/price-book.ts'
import type { Log } from '../../core/log.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { askedBeforeMessage, askedOtherwiseMessage } from '../messages/asked-before.ts'
import { unmeasuredTexts, unreadMinutesOf } from '../messages/held.ts'
import { nothingWasCharged, withAsker } from '../messages/messages.ts'
import {
  budgetRefusalMessage,
  heldSentences,
  personalRefusalMessage,
  type ShownRefusal,
} from '../messages/refusals.ts'
import { readIfPossible } from '../wake.ts'
import { takenAnswer } from './accepted-answer.ts'
import type { Admit } from './admit.ts'
import type { FilledIn } from './defaults.ts'
import { type PressOptions, requestedJobId } from './press.ts'
import type { WholeRequest } from './read-whole.ts'
import { unusedFilesText } from './unused-files.ts'

/** What it takes to hold what a request can cost, and to record it as a job. */
export interface HoldDeps extends PressOptions {
  store: Pick<JobStore, 'read' | 'wasForgotten' | 'request'>
  lists: Lists
  prices: Pick<PriceBook, 'quote'>
  places: Pick<Places, 'pausedFor'>
  /** No longer clip is taken, in whole minutes. */
  longestMinutes: number
  log: Log
  admit: Admit
  /** The number of this process: see `originNote`. */
  origin: number
}

/** What is true at this moment of a request that lacks nothing. */
export interface Standing {
  jobId: string
  /** What it can cost at most. */
  bound: Microcredits
  unreadMinutes: number | undefined
  /** What members are told while the service takes nothing. */
  paused: ResultMessage | undefined
  /** Whether the same event was heard before. */
  isRepeat: boolean
}

/** In a direct message a member's own account pays, with which no admin can help. */
const refusalFor = (target: Target) =>
  isPersonal(accountOf(target)) ? personalRefusalMessage : budgetRefusalMessage

/** The answer to a member does not wait for long to learn what is true most of the time anyway. */
const pauseLookMs = 250

/** The option by which features make another number of takes. */
const takesName = 'takes'

const pauseTexts = {
  balance: endings.no_balance,
  key: endings.key_refused,
  address: declared("The audio service can't be found at its address. Your bot operator needs to fix this."),
} as const

/** What members are told while the service takes nothing with our key. */
const pausedMessage = async ({ places, log }: HoldDeps): Promise<ResultMessage | undefined> => {
  try {
    const why = await within(pauseLookMs, places.pausedFor())
    if (why === undefined) return undefined
    return plainMessage(`${sayDeclared(pauseTexts[why])} ${nothingWasCharged()}`, 'failed')
  } catch (error) {
    log.warn('nobody could tell whether the audio service takes requests now', { error })
    return undefined
  }
}

const boundOf = async (
  { prices, longestMinutes }: HoldDeps,
  prepared: PreparedRequest,
): Promise<Microcredits> => {
  switch (prepared.obtains) {
    case 'task':
    case 'answer': {
      const { priced } = prepared
      return prices.quote({ price: priced.price, units: unitsOf(priced, { longestMinutes }) })
    }
    case 'look_up':
    case 'kept':
      return microcredits(0)
  }
}

/**
 * Reads, all at once, what decides whether a request is taken now, and what it costs at most. Throws AppError
 * `store_unavailable`.
 */
export const readStanding = async (
  deps: HoldDeps,
  { isFree }: Feature,
  invocation: Invocation,
  prepared: PreparedRequest,
): Promise<Standing> => {
  const jobId = await requestedJobId(deps, invocation)
  const [paused, before, bound] = await Promise.all([
    isFree ? undefined : pausedMessage(deps),
    isFree ? undefined : readIfPossible(deps, jobId),
    boundOf(deps, prepared),
  ])
  const unreadMinutes = unreadMinutesOf(prepared, deps.longestMinutes)
  return { jobId, bound, unreadMinutes, paused, isRepeat: before !== undefined }
}

/**
 * Why nothing new is taken now: the service takes nothing, or the member is too quick. Repeated events still get
 * their first answer, and only new ones count against the allowance. Never throws.
 */
export const refusedForNow = async (
  { admit }: HoldDeps,
  { isFree }: Feature,
  invocation: Invocation,
  { paused, isRepeat }: Standing,
): Promise<Answer | undefined> => {
  if (isFree || isRepeat) return undefined
  const message = paused ?? (await admit(invocation, 'request'))?.message
  return message && keptRefusal(message)
}

/** What is kept of a request from now on. */
export const jobRequestOf = (
  feature: Feature,
  { values: given, target, fileBytesMax, replyToken, groups, isAdmin }: Invocation,
  { prepared, filled: { values } }: WholeRequest,
  { jobId: id, bound, unreadMinutes }: Standing,
  origin: number,
): JobRequest => ({
  id,
  feature: feature.name,
  given,
  values,
  target,
  fileBytesMax,
  replyToken,
  bound,
  unreadMinutes,
  isFree: feature.isFree,
  ...(prepared.obtains === 'kept' && { copyOf: prepared.jobId }),
  groups,
  isByAdmin: isAdmin,
  origin,
})

/** What the same would cost with a single take, where so much is left of the budget that refused it. */
const singleTakeText = async (
  deps: HoldDeps,
  feature: Feature,
  { values }: FilledIn,
  refused: ShownRefusal,
): Promise<string> => {
  const control = feature.fields[takesName]?.control
  if (!('id' in refused) || control?.kind !== 'integer' || control.min !== 1) return ''
  const read = feature.prepare({ ...values, [takesName]: 1 })
  if (!read.ok) return ''
  const bound = await boundOf(deps, read.prepared)
  return bound > refused.left
    ? ''
    : say('With a single take it would cost at most {{credits}}.', { credits: creditsText(bound) })
}

const withText = (message: ResultMessage, more: string): ResultMessage =>
  more === '' ? message : { ...message, text: `${message.text} ${more}` }

/** The same event again: its job is there, and may not be known to be answered yet. */
const askedBefore = (feature: Feature, job: JobRecord, { press, form }: Invocation): Answer => {
  const message = askedBeforeMessage(feature, job)
  if (job.state === 'voided' && form !== undefined) return formOffer(message)
  if (job.state !== 'requested' || press !== undefined)
    return { kind: 'message', message, seenBy: 'member', isRepeat: true }
  const accepted = {
    kind: 'accepted',
    jobId: job.id,
    origin: originIn(job.notes),
    isRepeat: true,
  } as const
  return isForRequesterAlone(job)
    ? { ...accepted, message, isPrivate: true }
    : { ...accepted, message: withAsker(message, job) }
}

/** The same event again with other contents: one request is made of it, unless that came to nothing. */
const askedOtherwise = async (
  deps: HoldDeps,
  feature: Feature,
  jobId: string,
  { form }: Invocation,
): Promise<Answer> => {
  const before = await readIfPossible(deps, jobId)
  const isVoided = before !== undefined && before !== 'unreadable' && before.state === 'voided'
  const message = isVoided ? askedBeforeMessage(feature, before) : askedOtherwiseMessage()
  return form === undefined ? privately(message) : formOffer(message)
}

const takenOf = (
  { lists, longestMinutes, origin }: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  { filled, prepared }: WholeRequest,
  { jobId, bound, unreadMinutes }: Standing,
  left: number,
): Promise<Answer> => {
  const unused = unusedFilesText(feature, invocation, filled.values)
  const warnings = [
    ...prepared.warnings,
    ...unmeasuredTexts(prepared, longestMinutes),
    ...(unused === undefined ? [] : [unused]),
  ]
  const taken = { jobId, origin, filled, prepared: { ...prepared, warnings }, bound, left, unreadMinutes }
  return takenAnswer(lists, feature, invocation, taken)
}

/** What a member is told of a request that is held and recorded by now, or was refused. */
export const answerTo = async (
  deps: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  whole: WholeRequest,
  standing: Standing,
  result: RequestResult,
): Promise<Answer> => {
  const { target } = invocation
  const { jobId, bound, unreadMinutes } = standing
  switch (result.status) {
    case 'created':
      return takenOf(deps, feature, invocation, whole, standing, result.left)
    case 'exists':
      return askedBefore(feature, result.job, invocation)
    case 'differs':
      return askedOtherwise(deps, feature, jobId, invocation)
    case 'not_allowed':
      return denial(`${notAllowedText(accountOf(target))} ${nothingWasCharged()}`)
    case 'exceeds_trial': {
      const lack = say('Not enough credits: this needs up to {{needed}}, and {{left}} are left to try.', {
        needed: creditsText(bound),
        left: formatLeft(result.left, result.limit),
      })
      return denial(
        [lack, ...heldSentences(result), notAllowedText(accountOf(target)), nothingWasCharged()].join(' '),
      )
    }
    case 'exceeds_ceiling':
    case 'exceeds_share':
    case 'too_many_waiting':
    case 'no_budget':
    case 'groups_unknown':
    case 'late':
    case 'exceeds_operator':
    case 'exceeds_server':
    case 'exceeds_channel':
    case 'exceeds_group':
    case 'exceeds_member':
      return keptRefusal(
        withText(
          refusalFor(target)(feature, { bound, unreadMinutes }, result),
          await singleTakeText(deps, feature, whole.filled, result),
        ),
      )
  }
}
