import { problemsAnswer } from '../../core/command/answer.ts'
import { fieldsOf, type ReadyCommand, startersOf } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { onlyMe, seenByName, spoilerName } from '../../core/command/seen-by.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { withStarter } from '../../core/command/starters.ts'
import { isJobList, resolveNames } from '../../core/command/suggest.ts'
import type { Fields, Problem, RawValues } from '../../core/fields/field.ts'
import { readValues, withOthers } from '../../core/fields/read-values.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { readTakeName } from '../../core/job-id.ts'
import { say } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { continuedDraft } from './continued-draft.ts'
import { createForm, missingClips, withDraft } from './form.ts'
import { kindProblems } from './read-whole.ts'
import {
  type Answered,
  type AskingOptions,
  clipsNamed,
  deny,
  findClips,
  type Known,
  refuse,
  refuseForm,
} from './resolve-clips.ts'
import { findKept } from './resolve-takes.ts'

/** Whether a request is answered already, since nothing more can be gathered for it. */
export const isAnswered = (gathered: object): gathered is Answered => 'answer' in gathered

/**
 * Values of a request that shows a private result or derives from one: it is private as well, unless the
 * request says otherwise.
 */
const withAudienceOf = (values: RawValues, isResultForRequesterAlone: boolean): RawValues =>
  isResultForRequesterAlone && values[seenByName] === undefined ? { ...values, [seenByName]: onlyMe } : values

/** Values of a request that shows a result again: a spoiler stays one, unless the request says otherwise. */
const withSpoilerOf = (values: RawValues, kept: JobRecord): RawValues =>
  kept.values[spoilerName] === true && values[spoilerName] === undefined
    ? { ...values, [spoilerName]: true }
    : values

/** Values with the take that was named along with its job, as in `3f2akd7c.2`, unless they have one. */
const withTakeOf = (fields: Fields, values: RawValues, typed: string): RawValues => {
  const number = readTakeName(typed)?.number
  if (number === undefined || fields.take === undefined || values.take !== undefined) return values
  return { ...values, take: number }
}

/**
 * Replaces names by what they name: a clip, or the job whose result a feature should show. Of several clips the
 * member picks one in the form. Refuses names of what can't be found, and says which.
 */
const withNamed = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Known | Answered> => {
  const fields = fieldsOf(command, invocation.action)
  let { values, clips, origin } = known
  for (const [name, { control }] of Object.entries(fields)) {
    const typed = values[name]
    if (typeof typed !== 'string') continue
    if (control.kind === 'clip') {
      const named = await clipsNamed(options, invocation, typed)
      if (named === undefined) continue
      if (isAnswered(named)) return named
      const [first, ...others] = named.clips
      const isOne = others.length === 0
      values = { ...values, [name]: isOne ? first?.clip : undefined }
      values = withAudienceOf(values, named.isForRequesterAlone)
      clips = isOne ? [...clips, ...named.clips] : named.clips
    } else if (command.kind === 'feature' && control.kind === 'listed' && isJobList(control.list)) {
      const kept = await findKept(options, invocation, typed)
      if (kept.status === 'refused') return kept
      values = withTakeOf(fields, { ...values, [name]: kept.job.id }, typed)
      values = withSpoilerOf(withAudienceOf(values, isForRequesterAlone(kept.job)), kept.job)
      origin = kept.job
    }
  }
  return { ...known, values, clips, ...(origin !== undefined && { origin }) }
}

/** A submitted value would be lost with its form; a button has none. */
const lapsed = ({ sent, isPart }: NonNullable<Invocation['form']>, isPress: boolean): Answered => {
  if (sent && isPress) return refuse(say('This button has expired. Run the command again.'))
  return sent || isPart === true
    ? refuseForm(say('This form has expired. Copy your text and run the command again.'))
    : refuse(say('This form has expired. Run the command again.'))
}

/** Values given with a request and with its form's draft. Throws AppError `store_unavailable`. */
const given = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  defaults: readonly DefaultHere[],
): Promise<Known | Answered> => {
  const { form, action } = invocation
  const fields = fieldsOf(command, action)
  if (form === undefined) return withDraft(fields, undefined, invocation, defaults)
  const continued = await continuedDraft(options.drafts, invocation)
  if (continued.status === 'others')
    return deny(say("This request is someone else's. Run the command yourself."))
  const draft = continued.status === 'found' ? continued.draft : undefined
  if (draft === undefined || draft.command !== command.name || draft.action !== action)
    return lapsed(form, invocation.press !== undefined)
  const values = withStarter(startersOf(command), invocation.values, draft.values)
  return withDraft(fields, draft, { values }, defaults)
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
    options.log.warn('a form could not be stored', { error, command: command.name })
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
const refuseFiles = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
  wrong: readonly Problem[],
): Promise<Answered> => {
  const fields = fieldsOf(command, invocation.action)
  const fieldsWrong = new Set(wrong.map(({ field }) => field))
  const entries = Object.entries(known.values)
  const values = Object.fromEntries(entries.filter(([name]) => !fieldsWrong.has(name)))
  const others = await problemsSoFar(options, command, invocation, values)
  const retry = await createForm(options, command, invocation, { ...known, values })
  return { answer: { ...problemsAnswer(withOthers(fields, wrong, others), consequenceOf(command)), retry } }
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
  const named = await withNamed(options, command, invocation, begun)
  if (isAnswered(named)) return named
  const missing = missingClips(fields, named.values)
  const known = missing.length === 0 ? named : await findClips(options, command, invocation, missing, named)
  if (isAnswered(known)) return known
  const wrong = kindProblems(fields, known.values)
  return wrong.length === 0 ? known : refuseFiles(options, command, invocation, known, wrong)
}
