import {
  type Answer,
  denial,
  formOffer,
  keptRefusal,
  privately,
  problemsAnswer,
} from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { onlyMe, seenByName } from '../../core/command/seen-by.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { type Lists, resolveNames } from '../../core/command/suggest.ts'
import { type Microcredits, microcredits } from '../../core/credits.ts'
import { withOthers } from '../../core/fields/problems.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { Places } from '../../core/job/concurrency.ts'
import { endings, type JobRecord } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import type { Acknowledgement } from '../../core/job/platform.ts'
import type { WakeQueue } from '../../core/job/wake-queue.ts'
import { creditsText, formatLeft } from '../../core/ledger/credits-text.ts'
import { notAllowedText } from '../../core/ledger/more-credits.ts'
import { type PriceBook, unitsOf } from '../../core/ledger/price-book.ts'
import type { Log } from '../../core/log.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal, type MessageRef, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/within.ts'
import { askedBeforeMessage, askedOtherwiseMessage } from '../messages/asked-before.ts'
import { withAsker } from '../messages/asker.ts'
import { unmeasuredTexts, unreadMinutesOf } from '../messages/held.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import {
  budgetRefusalMessage,
  heldSentences,
  personalRefusalMessage,
  type ShownRefusal,
} from '../messages/refusals.ts'
import { readIfPossible } from '../wake.ts'
import { takenAnswer } from './accepted-answer.ts'
import { startOrEnd } from './acknowledged.ts'
import type { Admit } from './admit.ts'
import { type ClipOptions, clipProblems, withLinks } from './clip-checks.ts'
import { type FilledIn, fillIn } from './defaults.ts'
import { requestedJobId } from './press.ts'
import { unusedFilesText } from './unused-files.ts'

interface IntakeOptions extends ClipOptions {
  store: JobStore
  queue: WakeQueue
  lists: Lists
  prices: Pick<PriceBook, 'quote'>
  places: Pick<Places, 'pausedFor'>
  log: Log
  admit: Admit
  /** The id of the job that an event asks for; the same event gives the same id. */
  jobIdFor: (invocation: Pick<Invocation, 'target' | 'eventId'>) => string
}

/**
 * Turns a member's request for a feature into a held and recorded job, and
 * starts it once the member has seen so.
 */
export interface Intake {
  request(feature: Feature, invocation: Invocation, defaults?: readonly DefaultHere[]): Promise<Answer>
  /** See `Dispatch`. */
  acknowledged(jobId: string, acknowledgement: Acknowledgement): Promise<MessageRef | undefined>
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
const pausedMessage = async ({ places, log }: IntakeOptions): Promise<ResultMessage | undefined> => {
  try {
    const why = await within(pauseLookMs, places.pausedFor())
    if (why === undefined) return undefined
    return plainMessage(`${sayDeclared(pauseTexts[why])} ${nothingWasCharged()}`, 'failed')
  } catch (error) {
    log.warn('nobody could tell whether the audio service takes requests now', { error })
    return undefined
  }
}

/**
 * Why nothing new is taken now: the service takes nothing, or the member is too quick. Repeated events still get
 * their first answer, and only new ones count against the allowance.
 */
const refusedForNow = async (
  options: IntakeOptions,
  invocation: Invocation,
  jobId: string,
): Promise<Answer | undefined> => {
  const [paused, before] = await Promise.all([pausedMessage(options), readIfPossible(options, jobId)])
  if (before !== undefined) return undefined
  const message = paused ?? (await options.admit(invocation, 'request'))?.message
  return message && keptRefusal(message)
}

const boundOf = async (
  { prices, longestMinutes }: IntakeOptions,
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

/** What the same would cost with a single take, where so much is left of the budget that refused it. */
const singleTakeText = async (
  options: IntakeOptions,
  feature: Feature,
  { values }: FilledIn,
  refused: ShownRefusal,
): Promise<string> => {
  const control = feature.fields[takesName]?.control
  if (!('id' in refused) || control?.kind !== 'integer' || control.min !== 1) return ''
  const read = feature.prepare({ ...values, [takesName]: 1 })
  if (!read.ok) return ''
  const bound = await boundOf(options, read.prepared)
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
  const accepted = { kind: 'accepted', jobId: job.id, isRepeat: true } as const
  return isForRequesterAlone(job)
    ? { ...accepted, message, isPrivate: true }
    : { ...accepted, message: withAsker(message, job) }
}

/** The same event again with other contents: one request is made of it, unless that came to nothing. */
const askedOtherwise = async (
  options: IntakeOptions,
  feature: Feature,
  jobId: string,
  { form }: Invocation,
): Promise<Answer> => {
  const before = await readIfPossible(options, jobId)
  const isVoided = before !== undefined && before !== 'unreadable' && before.state === 'voided'
  const message = isVoided ? askedBeforeMessage(feature, before) : askedOtherwiseMessage()
  return form === undefined ? privately(message) : formOffer(message)
}

const record = async (
  options: IntakeOptions,
  feature: Feature,
  invocation: Invocation,
  filled: FilledIn,
  prepared: PreparedRequest,
): Promise<Answer> => {
  const { store } = options
  const { target, fileBytesMax, replyToken } = invocation
  const id = await requestedJobId(options, invocation)
  const refused = feature.isFree ? undefined : await refusedForNow(options, invocation, id)
  if (refused !== undefined) return refused
  const bound = await boundOf(options, prepared)
  const unreadMinutes = unreadMinutesOf(prepared, options.longestMinutes)
  const result = await store.request({
    id,
    feature: feature.name,
    given: invocation.values,
    values: filled.values,
    target,
    fileBytesMax,
    replyToken,
    bound,
    unreadMinutes,
    isFree: feature.isFree,
    ...(prepared.obtains === 'kept' && { copyOf: prepared.jobId }),
    groups: invocation.groups,
    isByAdmin: invocation.isAdmin,
  })
  switch (result.status) {
    case 'created': {
      const unused = unusedFilesText(feature, invocation, filled.values)
      const warnings = [
        ...prepared.warnings,
        ...unmeasuredTexts(prepared, options.longestMinutes),
        ...(unused === undefined ? [] : [unused]),
      ]
      return takenAnswer(options.lists, feature, invocation, {
        jobId: id,
        filled,
        prepared: { ...prepared, warnings },
        bound,
        left: result.left,
        unreadMinutes,
      })
    }
    case 'exists':
      return askedBefore(feature, result.job, invocation)
    case 'differs':
      return askedOtherwise(options, feature, id, invocation)
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
          await singleTakeText(options, feature, filled, result),
        ),
      )
  }
}

/** What is asked for in a direct message, in the name of another place, comes to the direct message. */
const aloneWhereElsewhere = (invocation: Invocation): Invocation =>
  invocation.askedIn === undefined
    ? invocation
    : { ...invocation, values: { ...invocation.values, [seenByName]: onlyMe } }

/** The way in for every feature of the audio service. */
export const createIntake = (options: IntakeOptions): Intake => ({
  async request(feature, requested, defaults = []) {
    const { lists } = options
    const invocation = aloneWhereElsewhere(requested)
    const { values, target } = invocation
    const asked = await resolveNames(feature.fields, values, lists, target)
    const linked = withLinks(options, feature, asked.values)
    const filled = await fillIn(feature, linked.values, defaults, { lists, asker: target })
    const prepared = feature.prepare(filled.values)
    const clips = prepared.ok ? prepared.prepared.clips : []
    const problems = [
      ...asked.problems,
      ...withOthers(feature.fields, linked.problems, clipProblems(options, feature, linked.values, clips)),
    ]
    if (prepared.ok && problems.length === 0)
      return record(options, feature, invocation, filled, prepared.prepared)
    const others = prepared.ok ? [] : prepared.problems
    return problemsAnswer(withOthers(feature.fields, problems, others), nothingWasCharged())
  },
  async acknowledged(jobId, acknowledgement) {
    const job = await options.store.read(jobId)
    return job === undefined ? undefined : startOrEnd(options, job, acknowledgement)
  },
})
