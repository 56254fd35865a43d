import { type Answer, denial, formOffer, keptRefusal, privately, refusal } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Mend, RawValues } from '../../core/fields/field.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import type { RequestResult } from '../../core/job/job-store.ts'
import { takerIn } from '../../core/job-id.ts'
import { notAllowedText } from '../../core/ledger/credits-text.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared, sayList } from '../../core/text/say.ts'
import { askedBeforeMessage, askedOtherwiseMessage } from '../messages/asked-before.ts'
import { nothingWasCharged, queuedMessage, withAsker } from '../messages/messages.ts'
import { queuedAloneMessage } from '../messages/private-job.ts'
import {
  adminPauseRefusalMessage,
  adminRefusalMessage,
  budgetRefusalMessage,
  pauseRefusalMessage,
  personalRefusalMessage,
  type ShownRefusal,
} from '../messages/refusals.ts'
import { readIfPossible } from '../wake.ts'
import { refusedBy } from './admit.ts'
import { isShort } from './ask-admins.ts'
import { defaultFacts, type FilledIn } from './defaults.ts'
import { boundOf, type HoldDeps, type Preflight, tryAgain } from './hold.ts'
import type { WholeRequest } from './read-whole.ts'

/** Whether a button for the budget helps: it acts where it is pressed, so not below what is shown elsewhere. */
const mayRaiseHere = ({ isAdmin, isAdminByCommand, target }: Invocation, { filled }: WholeRequest): boolean =>
  isAdmin &&
  isAdminByCommand !== true &&
  !isPersonal(accountOf(target)) &&
  !isForRequesterAlone({ values: filled.values, target })

/** The option by which features make several takes. */
const takesName = 'takes'

const labelsOf = ({ fields }: Feature, names: readonly string[]): string =>
  sayList(names.map((name) => sayDeclared(fields[name]?.label ?? name)))

/** A single take, without the options that rule it out; undefined if there is one already. */
const oneTake = (feature: Feature, values: RawValues): Mend | undefined => {
  const control = feature.fields[takesName]?.control
  if (control?.kind !== 'integer' || control.min !== 1 || values[takesName] === 1) return undefined
  const read = feature.prepare({ ...values, [takesName]: 1 })
  if (read.ok) return { label: say('One take'), values: { [takesName]: 1 } }
  const names = read.problems.map(({ field }) => field)
  const left = Object.fromEntries(names.map((name) => [name, undefined]))
  return {
    label: say('One take without {{options}}', { options: labelsOf(feature, names) }),
    values: { ...left, [takesName]: 1 },
  }
}

/** The request without each option that has a price of its own. */
const plainer = (feature: Feature, values: RawValues): readonly Mend[] =>
  Object.keys(feature.otherPrices)
    .filter((name) => name !== takesName && values[name] !== undefined && values[name] !== false)
    .map((name) => ({
      label: say('Without {{options}}', { options: labelsOf(feature, [name]) }),
      values: { [name]: undefined },
    }))

/** The request with another choice of an option that has prices of its own, such as another model. */
const otherChoices = ({ fields, otherPrices }: Feature, values: RawValues): readonly Mend[] =>
  Object.keys(otherPrices).flatMap((name) => {
    const field = fields[name]
    if (field?.control.kind !== 'choice') return []
    return field.control.choices
      .filter(({ value }) => value !== values[name])
      .map(({ value, label }) => ({
        label: say('{{field}}: {{value}}', { field: sayDeclared(field.label), value: sayDeclared(label) }),
        values: { [name]: value },
      }))
  })

/** The request shortened to what `left` pays for, such as the beginning of a text. */
const shorter = async (
  deps: HoldDeps,
  feature: Feature,
  values: RawValues,
  left: number,
): Promise<readonly Mend[]> => {
  const read = feature.prepare(values)
  if (!read.ok || read.prepared.obtains !== 'task' || !('units' in read.prepared.priced)) return []
  const { units } = read.prepared.priced
  const fitting = Math.floor((left * units) / (await boundOf(deps, read.prepared)))
  const most = Math.min(units - 1, fitting)
  const mend = most > 0 ? read.prepared.shorter(most) : undefined
  return mend === undefined ? [] : [mend]
}

/** Cheaper versions of a request that cost at most `left`. */
export const cheaperMends = async (
  deps: HoldDeps,
  feature: Feature,
  { values }: FilledIn,
  left: number,
): Promise<readonly Mend[]> => {
  const single = oneTake(feature, values)
  const mends: Mend[] = []
  for (const mend of [
    ...(single === undefined ? [] : [single]),
    ...plainer(feature, values),
    ...otherChoices(feature, values),
    ...(await shorter(deps, feature, values, left)),
  ]) {
    const changed = Object.entries({ ...values, ...mend.values }).filter(([, value]) => value !== undefined)
    const read = feature.prepare(Object.fromEntries(changed))
    if (read.ok && (await boundOf(deps, read.prepared)) <= left) mends.push(mend)
  }
  return mends
}

/** What may be met in a moment: the same request again. */
const passing: ReadonlySet<RequestResult['status']> = new Set([
  'paused_everywhere',
  'too_many_waiting',
  'groups_unknown',
  'late',
])

/** So that the button that asks admins fits beside them. */
const cheaperBesideAskMax = 3

/** Whether a button asks admins to let the request exceed its limits. */
const isAskable = (invocation: Invocation, whole: WholeRequest, refused: ShownRefusal): boolean =>
  isShort(refused) && !mayRaiseHere(invocation, whole) && !isPersonal(accountOf(invocation.target))

/** What a click could do about a refused request. */
const mendsOf = async (
  deps: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  whole: WholeRequest,
  refused: ShownRefusal,
): Promise<readonly Mend[]> => {
  if (passing.has(refused.status)) return [tryAgain()]
  const cheaper = 'left' in refused ? await cheaperMends(deps, feature, whole.filled, refused.left) : []
  return isAskable(invocation, whole, refused)
    ? [...cheaper.slice(0, cheaperBesideAskMax), { label: say('Ask an admin'), values: {}, asks: true }]
    : cheaper
}

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

const refusedByBudget = async (
  deps: HoldDeps,
  feature: Feature,
  invocation: Invocation,
  whole: WholeRequest,
  needed: Pick<Preflight, 'bound' | 'unreadMinutes'>,
  refused: ShownRefusal,
): Promise<Answer> => {
  const { target } = invocation
  // A private request can be asked about only in a channel that admins chose.
  const hasButton =
    isAskable(invocation, whole, refused) && !isForRequesterAlone({ values: whole.filled.values, target })
  const formMessage = isPersonal(accountOf(target))
    ? personalRefusalMessage(needed, refused)
    : budgetRefusalMessage(needed, refused, hasButton)
  const kept = keptRefusal(formMessage, '', await mendsOf(deps, feature, invocation, whole, refused))
  const message = mayRaiseHere(invocation, whole) ? adminRefusalMessage(needed, refused) : undefined
  return message === undefined ? kept : { ...kept, message, formMessage }
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
    case 'dropped':
      return refusal(`${say('You dropped this. Run the command again.')} ${nothingWasCharged()}`)
    case 'not_allowed':
      return denial(`${notAllowedText(accountOf(target))} ${nothingWasCharged()}`)
    case 'blocked':
    case 'too_many': {
      const { message, isPassing } = refusedBy(result, invocation)
      return keptRefusal(message, '', isPassing ? [tryAgain()] : [])
    }
    case 'paused': {
      const formMessage = pauseRefusalMessage(result)
      const kept = keptRefusal(formMessage, '', [tryAgain()])
      return mayRaiseHere(invocation, whole)
        ? { ...kept, message: adminPauseRefusalMessage(result), formMessage }
        : kept
    }
    case 'paused_everywhere':
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
    case 'exceeds_feature':
    case 'exceeds_model':
      return refusedByBudget(deps, feature, invocation, whole, { bound, unreadMinutes }, result)
  }
}
