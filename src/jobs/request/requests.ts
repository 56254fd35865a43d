import { type Answer, type Form, keptRefusal, refusal } from '../../core/command/answer.ts'
import { type Command, fieldsOf } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { seenByName } from '../../core/command/seen-by.ts'
import { type DefaultHere, defaultsIn, noSettings } from '../../core/command/settings.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { broughtByForm, type Completed, completeRequest, formFor } from './complete.ts'
import { createForm } from './form.ts'
import type { Intake } from './intake.ts'
import { refusedTask, type TaskOptions } from './refused-task.ts'
import type { AskingOptions, Known } from './resolve-clips.ts'
import { refusedHere, type SettingsLook } from './settings-here.ts'

/** What it takes to do what members ask for. */
export interface RequestOptions extends AskingOptions, TaskOptions {
  intake: Intake
  lookAtSettings: SettingsLook
}

/**
 * The way back for a request with mistakes: a form with everything that was in it, where there is anything to
 * fill in. It is a courtesy, not the answer.
 */
export const retryForm = async (
  options: RequestOptions,
  command: Command,
  invocation: Invocation,
  known: Known,
): Promise<Form | undefined> => {
  if (Object.keys(fieldsOf(command, invocation.action)).length === 0) return undefined
  try {
    return await createForm(options, command, invocation, known)
  } catch (error) {
    options.log.warn('a request with mistakes could not be kept', { error, command: command.name })
    return undefined
  }
}

/** What is mended is the same request still; what has no mistakes, and is to be sent anew, is another one. */
const knownForRetry = (
  { problems }: Extract<Answer, { kind: 'problems' }>,
  { partOf, ...known }: Known,
): Known => (problems.length === 0 || partOf === undefined ? known : { ...known, partOf })

/**
 * Runs a request of which everything is known, or answers what stands in its way. What has mistakes comes
 * with a form that mends them.
 */
export const runCompleted = async (
  options: RequestOptions,
  command: Command,
  invocation: Invocation,
  completed: Completed,
  run: (invocation: Invocation) => Promise<Answer>,
): Promise<Answer> => {
  if (completed.status === 'answered') return completed.answer
  const answer = await run({ ...invocation, values: completed.values })
  if (answer.kind !== 'problems' || answer.retry !== undefined) return answer
  return { ...answer, retry: await retryForm(options, command, invocation, knownForRetry(answer, completed)) }
}

/**
 * Whoever has said before that only they see what they ask for must not be seen by everybody: while nobody
 * can tell, a request has to say itself who sees it. Other defaults are left out then. A form has them in its
 * draft.
 */
const refusedUnread = ({ target, values, askedIn, form }: Invocation): Answer | undefined =>
  isPersonal(accountOf(target)) ||
  askedIn !== undefined ||
  form !== undefined ||
  values[seenByName] !== undefined
    ? undefined
    : refusal(
        say(
          'Tunesmith cannot tell right now whether only you are to see what you ask for. Say so with seen_by:me, or seen_by:here for everybody, or try again in a minute. Nothing was charged.',
        ),
      )

/**
 * What counts in a place for what a request leaves out, and why nothing can be asked for there; `refused` is
 * undefined where something can. Of another job's request once more, the defaults say no more than who sees
 * it.
 */
export const lookAtPlace = async (
  { lookAtSettings }: Pick<RequestOptions, 'lookAtSettings'>,
  invocation: Invocation,
): Promise<{ defaults: readonly DefaultHere[]; refused: Answer | undefined }> => {
  const { cannotPost, target, withoutDefaults } = invocation
  if (cannotPost !== undefined)
    return { defaults: [], refused: refusal(`${cannotPost} ${nothingWasCharged()}`) }
  const { defaults, where } = await lookAtSettings(target)
  const set = defaultsIn(defaults ?? noSettings.defaults)
  return {
    defaults: withoutDefaults ? set.filter(({ name }) => name === seenByName) : set,
    refused: refusedHere(where, target) ?? (defaults === undefined ? refusedUnread(invocation) : undefined),
  }
}

/** A button that sends the first part of a form may be pressed when the whole was sent long ago. */
const asOneRequest = (invocation: Invocation, { partOf }: Pick<Known, 'partOf'>): Invocation =>
  partOf === undefined ? invocation : { ...invocation, eventId: `form ${partOf}` }

/** Asks for a feature of the audio service: what is missing is asked for first. */
export const runAsked = async (
  options: RequestOptions,
  feature: Feature,
  invocation: Invocation,
  defaults: readonly DefaultHere[],
): Promise<Answer> => {
  const completed = await completeRequest(options, feature, invocation, defaults)
  if (completed.status === 'answered') return completed.answer
  return runCompleted(
    options,
    feature,
    invocation,
    completed,
    async (complete) =>
      (await refusedTask(options, feature, complete)) ??
      options.intake.request(feature, asOneRequest(complete, completed), completed.defaults),
  )
}

/**
 * By an entry of a message's menu, or a button below a result: whoever pressed has not seen what it costs.
 */
const isOnePress = ({ isFree, messageAction }: Feature, { command, press, form }: Invocation): boolean =>
  !isFree && form === undefined && (command === messageAction || press !== undefined)

/** A form that goes on with what was given before, and of which nothing was sent now. */
const isOpened = ({ form }: Invocation): boolean =>
  form !== undefined && !form.sent && form.isPart === undefined

/** A refusal that keeps what a form brought, if it cannot be asked for here: to be sent again, or copied. */
const keptInForm = async (
  options: RequestOptions,
  feature: Feature,
  invocation: Invocation,
  refused: Answer,
): Promise<Answer> => {
  if (refused.kind !== 'message' || invocation.form === undefined) return refused
  const brought = await broughtByForm(options, feature, invocation)
  const retry = brought && (await retryForm(options, feature, invocation, brought))
  return retry === undefined ? { ...refused, isPassing: true } : { ...keptRefusal(refused.message), retry }
}

/**
 * Asks for a feature where members may. What one press would buy opens its form, with what it costs. A form
 * that was begun opens anywhere: nothing that was typed is out of reach.
 */
export const runFeature = async (
  options: RequestOptions,
  feature: Feature,
  invocation: Invocation,
): Promise<Answer> => {
  const { defaults, refused } = await lookAtPlace(options, invocation)
  if (refused !== undefined && !isOpened(invocation)) return keptInForm(options, feature, invocation, refused)
  return isOnePress(feature, invocation)
    ? formFor(options, feature, invocation, defaults)
    : runAsked(options, feature, invocation, defaults)
}
