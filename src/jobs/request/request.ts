import { type Answer, type Asks, denial, problemsAnswer } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { onlyMe, seenByName, spoilerName } from '../../core/command/seen-by.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import type { Approvals } from '../../core/job/approval.ts'
import { copyNotes } from '../../core/job/lineage.ts'
import type { Allowlist } from '../../core/ledger/allowlist.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import { notAllowedText } from '../../core/ledger/credits-text.ts'
import { accountOf } from '../../core/target.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { askAdmins, isShort } from './ask-admins.ts'
import { askForRest, isAskedForMore, keptInForm, withRetry } from './ask-for-rest.ts'
import { type ConsentDeps, lookAtConsent } from './consent.ts'
import { gather, isAnswered } from './gather.ts'
import { askWithoutGone, goneClips } from './gone-clips.ts'
import { answerTo } from './held-answer.ts'
import { type HoldDeps, jobRequestOf, preflight, refusedForNow, withAccountKey } from './hold.ts'
import { eventOfParts } from './press.ts'
import { quote } from './quote.ts'
import { type ClipOptions, problemsWithWords, readWhole, type WholeRequest } from './read-whole.ts'
import { remedied, withoutWrong, withRemedies } from './remedies.ts'
import type { AskingOptions, Known } from './resolve-clips.ts'
import { findTask, type TaskOptions } from './resolve-takes.ts'
import { lookAtPlace, type SettingsLook } from './settings-here.ts'

/** Dependencies for making a job of a member's request. */
export interface RequestDeps extends AskingOptions, TaskOptions, ClipOptions, HoldDeps, ConsentDeps {
  budgets: Pick<Budgets, 'isManager' | 'readFor' | 'pauseOn'>
  lookAtSettings: SettingsLook
  approvals: Pick<Approvals, 'channelOf' | 'park'>
  allowlist: Pick<Allowlist, 'lets'>
  /** Words and patterns that the operator refuses everywhere. */
  refusedWords: readonly string[]
}

/** Whether a request is a member's own or a rerun of another job: at once, or in a form that can be changed. */
export type RequestKind = 'own' | 'again' | 'edit'

/** A form that continues an earlier request and has not been submitted. */
const isOpened = ({ form }: Invocation): boolean =>
  form !== undefined && !form.sent && form.isPart === undefined

/** Whether the member has been shown no price yet. Repeated events still get their first answer. */
const isTyped = ({ isFree, messageAction }: Feature, { command, press, form }: Invocation): boolean =>
  !isFree && form === undefined && press === undefined && command !== messageAction

/**
 * Whether a form opens even if nothing is missing: to change a request, or because it was started from a message's menu
 * or a button below a result, so that the member has not seen its cost.
 */
const opensForm = (
  { isFree, messageAction }: Feature,
  { command, press, form }: Invocation,
  kind: RequestKind,
): boolean => {
  const isOnePress = !isFree && form === undefined && (command === messageAction || press !== undefined)
  return kind === 'edit' || (kind === 'own' && isOnePress)
}

/**
 * A request with everything known of it. Results of a direct message on behalf of another place go to the
 * direct message. A button that submits a form's first part may be pressed long after the whole was sent; that
 * is the same request.
 */
const withKnown = (invocation: Invocation, { values, partOf }: Known): Invocation => ({
  ...invocation,
  values: invocation.askedIn === undefined ? values : { ...values, [seenByName]: onlyMe },
  ...(partOf !== undefined && { eventId: eventOfParts(partOf) }),
})

/** The same in a place whose admins want spoilers: what the request says of it doesn't count. */
const withSpoilerRule = (known: Known, rule: DefaultHere): Known => {
  const { [spoilerName]: _given, ...values } = known.values
  const others = known.defaults.filter(({ name }) => name !== spoilerName)
  return { ...known, values, defaults: [rule, ...others] }
}

/** A request that shows a spoiler again, unless it says otherwise. */
const asSpoiler = (whole: WholeRequest): WholeRequest => {
  const { filled } = whole
  const values = { [spoilerName]: true, ...filled.values }
  return { ...whole, filled: { ...filled, values } }
}

/**
 * Holds and records a job for a member's request, or answers what prevents it: not allowed here, a missing or
 * wrong value, not now, or too expensive. Throws AppError `store_unavailable`.
 */
export const requestFeature = async (
  operatorDeps: RequestDeps,
  feature: Feature,
  asked: Invocation,
  kind: RequestKind = 'own',
  { boundMax, notes }: Pick<Asks, 'boundMax' | 'notes'> = {},
): Promise<Answer> => {
  // Requests are refused where they are not allowed, but a form that was begun opens anywhere, to be read or
  // copied.
  const look = await lookAtPlace(operatorDeps, asked)
  const { defaults, refused, spoilerRule, confirmFrom, words } = look
  if (refused !== undefined && !isOpened(asked))
    return refused.kind === 'problems'
      ? remedied(operatorDeps, feature, asked, refused)
      : keptInForm(operatorDeps, feature, asked, refused)

  const deps = await withAccountKey(operatorDeps, accountOf(asked.target))

  const gone = kind === 'own' ? [] : await goneClips(deps, feature, asked.values)
  if (gone.length > 0) {
    const { retry, ...without } = await askWithoutGone(deps, feature, asked, defaults, gone)
    const begun = { values: asked.values, clips: [], defaults }
    // The form has names where the request has ids, so its draft is not what the button changes.
    const refusal = { ...without, retry: undefined }
    const answer = await withRemedies(deps, feature, asked, begun, refusal, withoutWrong(feature, gone))
    return { ...answer, retry }
  }

  const gathered = await gather(deps, feature, asked, defaults)
  if (isAnswered(gathered)) return gathered.answer
  const known = spoilerRule === undefined ? gathered : withSpoilerRule(gathered, spoilerRule)
  if (opensForm(feature, asked, kind) || isAskedForMore(feature, asked, known))
    return askForRest(deps, feature, asked, known)

  const answered = async (answer: Answer): Promise<Answer> => {
    const kept = await withRetry(deps, feature, asked, known, answer)
    return kept.kind === 'problems' ? withRemedies(deps, feature, asked, known, kept) : kept
  }
  const invocation = withKnown(asked, known)
  const read = await readWhole(deps, feature, invocation, known.defaults)
  if (!read.ok) return answered(problemsAnswer(read.problems, nothingWasCharged()))

  const { prepared } = read
  const hasWords = words.length + deps.refusedWords.length > 0
  // Before anything is compared, or an owner of a clip asked, for those who can't spend.
  if (
    (hasWords || prepared.clips.length > 0) &&
    !feature.isFree &&
    !(await deps.allowlist.lets(accountOf(asked.target)))
  )
    return answered(denial(`${notAllowedText(accountOf(asked.target))} ${nothingWasCharged()}`))
  const wordProblems = hasWords
    ? problemsWithWords(feature, read.filled.values, [words, deps.refusedWords])
    : []
  if (wordProblems.length > 0)
    return answered({ ...problemsAnswer(wordProblems, nothingWasCharged()), refusedFor: 'words' })

  const task = prepared.obtains === 'look_up' ? await findTask(deps, prepared.task, invocation) : undefined
  if (task?.status === 'refused') return task.answer
  const whole = task?.maker?.values[spoilerName] === true ? asSpoiler(read) : read

  const consent =
    prepared.clips.length === 0
      ? undefined
      : await lookAtConsent(deps, feature, invocation, whole, look.consent)
  if (consent !== undefined && consent.status !== 'allowed') return answered(consent.answer)

  const preflightResult = await preflight(deps, feature, invocation, whole)
  const notNow = refusedForNow(feature, preflightResult, known.boundMax ?? boundMax)
  if (notNow !== undefined) return answered(notNow)

  const { bound, isRepeat } = preflightResult
  if (confirmFrom !== undefined && bound >= confirmFrom && !isRepeat && isTyped(feature, asked))
    return quote(deps, feature, invocation, known, whole, preflightResult)

  const made = jobRequestOf(feature, invocation, whole, preflightResult, deps.taker)
  const origin = prepared.obtains === 'kept' ? known.origin : task?.maker
  const ofOrigin = origin && copyNotes(origin)
  const jobRequest = { ...made, notes: { ...made.notes, ...ofOrigin, ...consent?.notes, ...notes } }
  const result = await deps.store.request(jobRequest)
  if (known.asks && isShort(result)) return askAdmins(deps, jobRequest, result, asked.channelKinds)
  return answered(await answerTo(deps, feature, invocation, whole, preflightResult, result))
}
