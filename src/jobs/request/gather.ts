import { problemsAnswer } from '../../core/command/answer.ts'
import { fieldsOf, type ReadyCommand } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { isJobList, resolveNames } from '../../core/command/suggest.ts'
import type { Fields, Problem, RawValues } from '../../core/fields/field.ts'
import { readValues, withOthers } from '../../core/fields/read-values.ts'
import { isForRequesterAlone } from '../../core/job/job.ts'
import { readTakeName } from '../../core/job-id.ts'
import { say } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { createForm, readDraft, withDraft } from './form.ts'
import { kindProblems } from './read-whole.ts'
import {
  type Answered,
  type AskingOptions,
  deny,
  findClips,
  type Known,
  missingClips,
  refuse,
  refuseForm,
  withAudienceOf,
  withNamedClips,
} from './resolve-clips.ts'
import { findKept } from './resolve-takes.ts'

export const isAnswered = (known: Known | Answered): known is Answered => 'status' in known

/** Values with the take that was named along with its job, as in `3f2akd7c.2`, unless they have one. */
const withTakeOf = (fields: Fields, values: RawValues, typed: string): RawValues => {
  const number = readTakeName(typed)?.number
  if (number === undefined || fields.take === undefined || values.take !== undefined) return values
  return { ...values, take: number }
}

/** Replaces the result that a feature should show by its job's id, and names those that are unavailable. */
const withKeptJobs = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Known | Answered> => {
  if (command.kind !== 'feature') return known
  let { values } = known
  for (const [name, { control }] of Object.entries(command.fields)) {
    const value = values[name]
    if (control.kind !== 'listed' || typeof value !== 'string' || !isJobList(control.list)) continue
    const kept = await findKept(options, invocation, value)
    if (kept.status === 'refused') return { status: 'answered', answer: kept.answer }
    values = withTakeOf(command.fields, { ...values, [name]: kept.job.id }, value)
    values = withAudienceOf(values, isForRequesterAlone(kept.job))
  }
  return { ...known, values }
}

/** A submitted value would be lost with its form. */
const lapsed = ({ form }: Invocation): Answered =>
  form?.sent === true || form?.isPart === true
    ? refuseForm(say('This form has lapsed. Copy what you wrote in it, and please ask again.'))
    : refuse(say('This form has lapsed. Please ask again.'))

/** Values given with a request and with its form's draft. Throws AppError `store_unavailable`. */
const given = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  defaults: readonly DefaultHere[],
): Promise<Known | Answered> => {
  const draft = await readDraft(options, command, invocation)
  if (draft === 'lapsed') return lapsed(invocation)
  if (draft === 'foreign') return deny(say("This form is somebody else's. Please ask for yourself."))
  return withDraft(fieldsOf(command, invocation.action), draft, invocation, defaults)
}

/** Values that a form brought; undefined if there is no form, or its draft is unavailable. */
export const broughtByForm = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
): Promise<Known | undefined> => {
  if (invocation.form === undefined) return undefined
  try {
    const brought = await given(options, command, invocation, [])
    return isAnswered(brought) ? undefined : brought
  } catch (error) {
    options.log.warn('what a form brought could not be kept', { error, command: command.name })
    return undefined
  }
}

/** Problems with a request's values so far. A missing value is no problem yet. */
export const problemsSoFar = async (
  { lists }: AskingOptions,
  command: ReadyCommand,
  { target, action }: Invocation,
  values: RawValues,
): Promise<readonly Problem[]> => {
  const fields = fieldsOf(command, action)
  const named = await resolveNames(fields, values, lists, target)
  const read = command.kind === 'feature' ? command.prepare(named.values) : readValues(fields, named.values)
  const wrong = read.ok ? [] : read.problems.filter(({ field }) => values[field] !== undefined)
  return withOthers(fields, named.problems, wrong)
}

/** What a request with mistakes led to: nothing. */
export const consequenceOf = ({ kind }: ReadyCommand): string =>
  kind === 'feature' ? nothingWasCharged() : say('Nothing was changed.')

/**
 * Refuses files that no feature can use right away, together with other mistakes so far and a form for the
 * rest, so that no priced form opens for them.
 */
const withUsableFiles = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Known | Answered> => {
  const fields = fieldsOf(command, invocation.action)
  const wrong = kindProblems(fields, known.values)
  if (wrong.length === 0) return known
  const fieldsWrong = new Set(wrong.map(({ field }) => field))
  const entries = Object.entries(known.values)
  const values = Object.fromEntries(entries.filter(([name]) => !fieldsWrong.has(name)))
  const others = await problemsSoFar(options, command, invocation, values)
  const retry = await createForm(options, command, invocation, { ...known, values })
  const answer = { ...problemsAnswer(withOthers(fields, wrong, others), consequenceOf(command)), retry }
  return { status: 'answered', answer }
}

/**
 * Everything known of a request: its form's draft, its values, and the clip it points at; or what the member is
 * told instead. Without a draft, `defaults` supply values left out. Throws AppError `store_unavailable`.
 */
export const gather = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  defaults: readonly DefaultHere[],
): Promise<Known | Answered> => {
  const fields = fieldsOf(command, invocation.action)
  const begun = await given(options, command, invocation, defaults)
  if (isAnswered(begun)) return begun
  const named = await withNamedClips(options, fields, invocation, begun)
  const known = isAnswered(named) ? named : await withKeptJobs(options, command, invocation, named)
  if (isAnswered(known)) return known
  const missing = missingClips(fields, known.values)
  const found = missing.length === 0 ? known : await findClips(options, command, invocation, missing, known)
  return isAnswered(found) ? found : withUsableFiles(options, command, invocation, found)
}
