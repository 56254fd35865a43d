import { clipFieldsOf, clipName, type KnownClip, readClip } from '../../core/clip/clip.ts'
import {
  type Answer,
  type Command,
  type Form,
  fieldsOf,
  type Invocation,
} from '../../core/command/command.ts'
import type { Draft } from '../../core/command/draft.ts'
import type { Choice, Fields, RawValues } from '../../core/command/field.ts'
import { ageText } from '../../core/message/age.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import { filledInMessage, lackingMessage } from '../messages/messages.ts'
import {
  type Answered,
  type AskingOptions,
  findClips,
  isAmong,
  isSameClip,
  type Known,
  missingClips,
  refuse,
  withNamedClips,
} from './pointing.ts'
import { findKept } from './takes.ts'

/** A request with everything that could be found out about it, or what the member is told instead. */
export type Completed = ({ status: 'complete' } & Known) | Answered

const choiceValue = (position: number): string => `clip:${position}`

/** A clip that was picked from those on offer; anything else is left as it is. */
const pickedClip = (value: unknown, offered: readonly KnownClip[]): unknown => {
  const position = typeof value === 'string' ? /^clip:(\d{1,3})$/.exec(value)?.[1] : undefined
  return position === undefined ? value : (offered[Number(position)]?.clip ?? value)
}

/** What the form's draft knew, with what the form brought. */
const withDraft = (fields: Fields, draft: Draft | undefined, invocation: Invocation): Known => {
  const { withoutDefaults } = draft ?? invocation
  const clips = draft?.clips ?? []
  const all: Record<string, unknown> = { ...draft?.values, ...invocation.values }
  for (const name of clipFieldsOf(fields))
    if (all[name] !== undefined) all[name] = pickedClip(all[name], clips)
  return {
    ...{ values: all, clips },
    ...(draft?.askedFirst !== undefined && { askedFirst: draft.askedFirst }),
    ...(withoutDefaults && { withoutDefaults }),
  }
}

/** Clips that are certain are on offer too, so that they are named before they are used. */
const offeredClips = (
  fields: Fields,
  values: RawValues,
  clips: readonly KnownClip[],
  nowMs: number,
): readonly KnownClip[] => {
  const offered = [...clips]
  for (const name of clipFieldsOf(fields).toReversed()) {
    const clip = readClip(values[name])
    if (clip === undefined || isAmong(offered, clip)) continue
    offered.unshift({ clip, from: clip.kind === 'result' ? 'us' : 'member', atMs: nowMs })
  }
  return offered
}

const clipChoice = ({ clip, from, atMs }: KnownClip, position: number, nowMs: number): Choice => ({
  value: choiceValue(position),
  label:
    from === 'us'
      ? say('{{clip}} (by Tunesmith, {{age}})', { clip: clipName(clip), age: ageText(nowMs - atMs) })
      : `${clipName(clip)} (${ageText(nowMs - atMs)})`,
})

/** In a form a certain clip is one of those on offer, already picked. */
const shownValues = (fields: Fields, values: RawValues, offered: readonly KnownClip[]): RawValues => {
  const picked = clipFieldsOf(fields).flatMap((name) => {
    const clip = readClip(values[name])
    if (clip === undefined) return []
    return [[name, choiceValue(offered.findIndex((candidate) => isSameClip(candidate.clip, clip)))]]
  })
  return { ...values, ...Object.fromEntries(picked) }
}

const missingFields = (fields: Fields, values: RawValues): string[] =>
  Object.entries(fields)
    .filter(([name, { required }]) => required && values[name] === undefined)
    .map(([name]) => name)

const titleOf = (command: Command, action: string | undefined): string => {
  if (command.kind === 'feature')
    return command.messageAction === undefined ? `/${command.name}` : sayDeclared(command.messageAction)
  return action === undefined ? `/${command.name}` : `/${command.name} ${action}`
}

/** Keeps what is known as a draft, and makes the form that asks for the rest. */
export const createForm = async (
  { drafts, now }: AskingOptions,
  command: Command,
  invocation: Invocation,
  known: Known,
): Promise<Form> => {
  const { target, eventId, action } = invocation
  const fields = fieldsOf(command, action)
  const { values } = known
  const offered = offeredClips(fields, values, known.clips, now())
  const missing = missingFields(fields, values)
  const { askedFirst = missing, withoutDefaults } = known
  const draft = {
    ...{ command: command.name, action, member: target.member, values, clips: offered, askedFirst },
    ...(withoutDefaults && { withoutDefaults }),
  }
  return {
    command: command.name,
    action,
    draft: await drafts.keep(accountOf(target), eventId, draft),
    title: titleOf(command, action),
    fields,
    values: shownValues(fields, values, offered),
    ...{ missing, askedFirst },
    clips: offered.map((clip, position) => clipChoice(clip, position, now())),
  }
}

const readDraft = async (
  { drafts }: AskingOptions,
  command: Command,
  { form, target, action }: Invocation,
): Promise<Draft | 'lapsed' | 'foreign' | undefined> => {
  if (form === undefined) return undefined
  const draft = await drafts.read(accountOf(target), form.draft)
  if (draft === undefined || draft.command !== command.name || draft.action !== action) return 'lapsed'
  return draft.member === target.member ? draft : 'foreign'
}

const isAnswered = (known: Known | Answered): known is Answered => 'status' in known

/** A job whose result a feature is to show becomes its id; what cannot be had is said by its name. */
const withKeptJobs = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
  known: Known,
): Promise<Known | Answered> => {
  if (command.kind !== 'feature') return known
  const values: Record<string, unknown> = { ...known.values }
  for (const [name, { control }] of Object.entries(command.fields)) {
    const value = values[name]
    if (control.kind !== 'listed' || control.list !== 'jobs' || typeof value !== 'string') continue
    const kept = await findKept(options, invocation, value)
    if (kept.status === 'refused') return { status: 'answered', answer: kept.answer }
    values[name] = kept.job.id
  }
  return { ...known, values }
}

/** Everything that is known of a request: its form's draft, its values, and the clip it points at. */
const gather = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
): Promise<Known | Answered> => {
  const draft = await readDraft(options, command, invocation)
  if (draft === 'lapsed') return refuse(say('This form has lapsed. Please ask again.'))
  if (draft === 'foreign') return refuse(say("This form is somebody else's. Please ask for yourself."))
  const fields = fieldsOf(command, invocation.action)
  const named = await withNamedClips(options, fields, invocation, withDraft(fields, draft, invocation))
  const known = isAnswered(named) ? named : await withKeptJobs(options, command, invocation, named)
  if (isAnswered(known)) return known
  const missing = missingClips(fields, known.values)
  return missing.length === 0 ? known : findClips(options, command, invocation, missing, known)
}

/**
 * Completes a request by its form's draft and by the message that it points at. Where something that it needs is
 * still missing, the answer is a form; a form that was sent without it goes on as it is, and is told so like any
 * other mistake. Throws AppError `store_unavailable`.
 */
export const completeRequest = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
): Promise<Completed> => {
  const known = await gather(options, command, invocation)
  if (isAnswered(known)) return known
  const fields = fieldsOf(command, invocation.action)
  const missing = missingFields(fields, known.values)
  const isSent = invocation.form?.sent === true
  const isComplete = missing.length === 0 && invocation.form === undefined
  if (isSent || isComplete) return { status: 'complete', ...known }
  const form = await createForm(options, command, invocation, known)
  const labels = missing.flatMap((name) => fields[name]?.label ?? [])
  return { status: 'answered', answer: { kind: 'form', form, message: lackingMessage(command, labels) } }
}

/** A form with everything that is known of a request, whether something is missing or not. */
export const formFor = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
): Promise<Answer> => {
  const known = await gather(options, command, invocation)
  if (isAnswered(known)) return known.answer
  const form = await createForm(options, command, invocation, known)
  return { kind: 'form', form, message: filledInMessage(command) }
}
