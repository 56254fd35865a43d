import { type Answer, denial, formOffer, keptRefusal, privately } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import type { RequestResult } from '../../core/job/job-store.ts'
import { takerIn } from '../../core/job-id.ts'
import { creditsText, notAllowedText } from '../../core/ledger/credits-text.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { askedBeforeMessage, askedOtherwiseMessage } from '../messages/asked-before.ts'
import { nothingWasCharged, queuedMessage, withAsker } from '../messages/messages.ts'
import { queuedAloneMessage } from '../messages/private-job.ts'
import { budgetRefusalMessage, personalRefusalMessage, type ShownRefusal } from '../messages/refusals.ts'
import { readIfPossible } from '../wake.ts'
import { defaultFacts, type FilledIn } from './defaults.ts'
import { boundOf, type HoldDeps, type Preflight } from './hold.ts'
import type { WholeRequest } from './read-whole.ts'

/** In a direct message a member's own account pays, and no admin can help with that. */
const refusalFor = (target: Target) =>
  isPersonal(accountOf(target)) ? personalRefusalMessage : budgetRefusalMessage

/** The option by which features make several takes. */
const takesName = 'takes'

/** What the request would cost with a single take, if the budget that refused it still covers that. */
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
  return bound > refused.left ? '' : say('One take costs up to {{credits}}.', { credits: creditsText(bound) })
}

const withText = (message: ResultMessage, more: string): ResultMessage =>
  more === '' ? message : { ...message, text: `${message.text} ${more}` }

/** The same event again: its job exists, but its answer may not be confirmed yet. */
const askedBefore = (feature: Feature, job: JobRecord, { press, form }: Invocation): Answer => {
  const message = askedBeforeMessage(feature, job)
  if (job.state === 'voided' && form !== undefined) return formOffer(message)
  if (job.state !== 'requested' || press !== undefined)
    return { kind: 'message', message, seenBy: 'member', isRepeat: true }
  const accepted = {
    kind: 'accepted',
    jobId: job.id,
    taker: takerIn(job.notes),
    isRepeat: true,
  } as const
  return isForRequesterAlone(job)
    ? { ...accepted, message, isPrivate: true }
    : { ...accepted, message: withAsker(message, job) }
}

/** The same event with different contents: it makes one request, unless that led to nothing. */
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

/** Answer to an accepted request: where its result will appear, what was requested, and what is held. */
const takenAnswer = async (
  { lists, taker }: HoldDeps,
  feature: Feature,
  { target, askedIn }: Invocation,
  { filled }: WholeRequest,
  { jobId, bound, unreadMinutes, remarks }: Preflight,
  left: number | undefined,
): Promise<Answer> => {
  const { values } = filled
  const queued = {
    bound,
    left,
    unreadMinutes,
    values,
    notes: remarks,
    defaults: await defaultFacts(feature, filled, lists, target),
  }
  const accepted = { kind: 'accepted', jobId, taker } as const
  if (!isForRequesterAlone({ values, target }))
    return { ...accepted, message: withAsker(queuedMessage(feature, queued, jobId), { target, values }) }
  const isAskedThere = askedIn !== undefined
  return {
    ...accepted,
    isPrivate: true,
    message: queuedAloneMessage(feature, queued, { jobId, isAskedThere }),
  }
}

/** What a member is told of a request that was held and recorded, or refused. */
export const answerTo = async (
  deps: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  whole: WholeRequest,
  preflightResult: Preflight,
  result: RequestResult,
): Promise<Answer> => {
  const { target } = invocation
  const { jobId, bound, unreadMinutes } = preflightResult
  switch (result.status) {
    case 'created':
      return takenAnswer(deps, feature, invocation, whole, preflightResult, result.left)
    case 'exists':
      return askedBefore(feature, result.job, invocation)
    case 'differs':
      return askedOtherwise(deps, feature, jobId, invocation)
    case 'not_allowed':
      return denial(`${notAllowedText(accountOf(target))} ${nothingWasCharged()}`)
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
          refusalFor(target)({ bound, unreadMinutes }, result),
          await singleTakeText(deps, feature, whole.filled, result),
        ),
      )
  }
}
