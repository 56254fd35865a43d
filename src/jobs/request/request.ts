import { type Answer, problemsAnswer } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { onlyMe, seenByName } from '../../core/command/seen-by.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { askForRest, isAskedForMore, keptInForm, withRetry } from './ask-for-rest.ts'
import { gather, isAnswered } from './gather.ts'
import { askWithoutGone, goneClips } from './gone-clips.ts'
import { answerTo } from './held-answer.ts'
import { type HoldDeps, jobRequestOf, preflight, refusedForNow } from './hold.ts'
import { type ClipOptions, readWhole } from './read-whole.ts'
import type { AskingOptions, Known } from './resolve-clips.ts'
import { refusedTask, type TaskOptions } from './resolve-takes.ts'
import { lookAtPlace, type SettingsLook } from './settings-here.ts'

/** What it takes to make a job of what members ask for. */
export interface RequestDeps extends AskingOptions, TaskOptions, ClipOptions, HoldDeps {
  lookAtSettings: SettingsLook
}

/** Whether a request is a member's own, or another job's once more: at once, or in a form that can be changed. */
export type RequestKind = 'own' | 'again' | 'edit'

/** A form that goes on with what was given before, and of which nothing was sent now. */
const isOpened = ({ form }: Invocation): boolean =>
  form !== undefined && !form.sent && form.isPart === undefined

/** By an entry of a message's menu, or a button below a result: who pressed has not seen what it costs. */
const isOnePress = ({ isFree, messageAction }: Feature, { command, press, form }: Invocation): boolean =>
  !isFree && form === undefined && (command === messageAction || press !== undefined)

const opensForm = (feature: Feature, invocation: Invocation, kind: RequestKind): boolean =>
  kind === 'edit' || (kind === 'own' && isOnePress(feature, invocation))

/**
 * A request with all that is known of it. What is asked for in a direct message, in the name of another place, comes
 * to the direct message. A button that sends the first part of a form may be pressed when the whole was sent long
 * ago, which is one request.
 */
const withKnown = (invocation: Invocation, { values, partOf }: Known): Invocation => ({
  ...invocation,
  values: invocation.askedIn === undefined ? values : { ...values, [seenByName]: onlyMe },
  ...(partOf !== undefined && { eventId: `form ${partOf}` }),
})

/**
 * Makes a held and recorded job of what a member asks for, or answers what stands in the way: where it is not allowed,
 * what is missing or wrong, why not now, and what it would cost too much. Throws AppError `store_unavailable`.
 */
export const requestFeature = async (
  deps: RequestDeps,
  feature: Feature,
  asked: Invocation,
  kind: RequestKind = 'own',
): Promise<Answer> => {
  // Nothing is asked for where it is not allowed; but a form that was begun opens anywhere, to be read or copied.
  const { defaults, refused } = await lookAtPlace(deps, asked)
  if (refused !== undefined && !isOpened(asked)) return keptInForm(deps, feature, asked, refused)

  const gone = kind === 'own' ? [] : await goneClips(deps, feature, asked.values)
  if (gone.length > 0) return askWithoutGone(deps, feature, asked, defaults, gone)

  const known = await gather(deps, feature, asked, defaults)
  if (isAnswered(known)) return known.answer
  if (opensForm(feature, asked, kind) || isAskedForMore(feature, asked, known))
    return askForRest(deps, feature, asked, known)

  const answered = (answer: Answer): Promise<Answer> => withRetry(deps, feature, asked, known, answer)
  const invocation = withKnown(asked, known)
  const whole = await readWhole(deps, feature, invocation, known.defaults)
  if (!whole.ok) return answered(problemsAnswer(whole.problems, nothingWasCharged()))

  const hidden = await refusedTask(deps, whole.prepared, invocation)
  if (hidden !== undefined) return hidden

  const preflightResult = await preflight(deps, feature, invocation, whole)
  const notNow = await refusedForNow(deps, feature, invocation, preflightResult)
  if (notNow !== undefined) return answered(notNow)

  const result = await deps.store.request(
    jobRequestOf(feature, invocation, whole, preflightResult, deps.taker),
  )
  return answered(await answerTo(deps, feature, invocation, whole, preflightResult, result))
}
