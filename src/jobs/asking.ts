import { ageText } from '../core/age.ts'
import { type Clip, type ClipIndex, clipFieldsOf, clipName, type KnownClip, readClip } from '../core/clip.ts'
import { type Answer, type Command, type Form, fieldsOf, type Invocation, refusal } from '../core/command.ts'
import type { Draft, Drafts } from '../core/draft.ts'
import type { Choice, Fields, RawValues } from '../core/field.ts'
import { readMessageClips } from '../core/message-actions.ts'
import { readTakeName } from '../core/take.ts'
import { accountOf } from '../core/target.ts'
import { say, sayDeclared } from '../core/texts/say.ts'
import { filledInMessage, lackingMessage, nothingWasCharged } from './messages.ts'
import { findTake, type TakeOptions } from './takes.ts'

/** What it takes to find out what a request means. */
export interface AskingOptions extends TakeOptions {
  drafts: Drafts
  clips: ClipIndex
  now: () => number
}

/** A request with everything that could be found out about it, or what the member is told instead. */
export type Completed = ({ status: 'complete' } & Known) | Answered

interface Answered {
  status: 'answered'
  answer: Answer
}

/** What is known of a request so far. */
export interface Known {
  values: RawValues
  /** Clips that may be meant; empty when the clip is known or none is wanted. */
  clips: readonly KnownClip[]
  /** What was missing when it was first asked for, where it was. */
  askedFirst?: readonly string[]
  /** See `Invocation`. */
  withoutDefaults?: true
}

const clipsOfferedMax = 10

const refuse = (text: string): Answered => ({
  status: 'answered',
  answer: refusal(`${text} ${nothingWasCharged()}`),
})

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

/** What may be left out is not looked for: whoever answers to a clip may mean nothing by it. */
const missingClips = (fields: Fields, values: RawValues): readonly string[] =>
  clipFieldsOf(fields).filter((name) => fields[name]?.required === true && values[name] === undefined)

const placeOf = ({ target }: Invocation) => ({ account: accountOf(target), channel: target.channel })

/**
 * The clips of the nearest message that has any. Our own messages are known by their id: their files are the service's.
 */
const pointedClips = async (
  { clips }: AskingOptions,
  invocation: Invocation,
): Promise<readonly KnownClip[]> => {
  for (const { message, files, atMs } of invocation.pointedAt) {
    const known = await clips.inMessage(placeOf(invocation), message)
    if (known.length > 0) return known
    if (files.length > 0) return files.map((clip) => ({ clip, from: 'member', atMs }))
  }
  return []
}

const isMessageAction = (command: Command, invocation: Invocation): boolean =>
  command.kind === 'feature' && command.messageAction === invocation.command

const noClipThere = (command: Command, invocation: Invocation): Answered | undefined => {
  if (isMessageAction(command, invocation)) return refuse(say('There is no audio file in that message.'))
  if (invocation.pointedAt.every(({ isVisible }) => isVisible)) return undefined
  const action = command.kind === 'feature' ? command.messageAction : undefined
  const way =
    action === undefined
      ? say('Give the clip with the request instead.')
      : say('Pick "{{action}}" in that message\'s own menu instead.', { action: sayDeclared(action) })
  return refuse(`${say("I can't see the files of the message you answered to.")} ${way}`)
}

/** Members' files often have one name, so a clip is known by its address. */
const isSameClip = (one: Clip, other: Clip): boolean => one.kind === other.kind && one.url === other.url

const isAmong = (clips: readonly KnownClip[], clip: Clip): boolean =>
  clips.some((candidate) => isSameClip(candidate.clip, clip))

/** These and the channel's latest, none of them twice. */
const withLatest = async (
  { clips }: AskingOptions,
  invocation: Invocation,
  likeliest: readonly KnownClip[],
): Promise<readonly KnownClip[]> => {
  const latest = await clips.latest(placeOf(invocation), clipsOfferedMax)
  return [...likeliest, ...latest.filter(({ clip }) => !isAmong(likeliest, clip))].slice(0, clipsOfferedMax)
}

/**
 * Finds out which clips are meant, as far as that is certain: what was pointed at is the first that is missing. Several
 * that may be meant are offered by name.
 */
const findClips = async (
  options: AskingOptions,
  command: Command,
  invocation: Invocation,
  [firstMissing = '', ...others]: readonly string[],
  known: Known,
): Promise<Known | Answered> => {
  const pointed = await pointedClips(options, invocation)
  const [first] = pointed
  if (first !== undefined && pointed.length === 1) {
    const values = { ...known.values, [firstMissing]: first.clip }
    const clips = others.length === 0 ? pointed : await withLatest(options, invocation, pointed)
    return { ...known, values, clips }
  }
  if (first !== undefined) return { ...known, clips: pointed }
  const refused = noClipThere(command, invocation)
  if (refused !== undefined) return refused
  return known.clips.length > 0 ? known : { ...known, clips: await withLatest(options, invocation, []) }
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

/** The clip of a message that was named by a button; several are offered by name. */
const withMessageClips = async (
  options: AskingOptions,
  invocation: Invocation,
  known: Known,
  field: string,
  message: string,
): Promise<Known | Answered> => {
  const clips = await options.clips.inMessage(placeOf(invocation), message)
  const [first] = clips
  if (first === undefined)
    return refuse('The audio of that message is not remembered any more. Open the menu of the message again.')
  const clip = clips.length === 1 ? first.clip : undefined
  return { ...known, values: { ...known.values, [field]: clip }, clips }
}

/** A clip that was named as a take of a job becomes that take; what cannot be found is said by its name. */
const withTakes = async (
  options: AskingOptions,
  fields: Fields,
  invocation: Invocation,
  known: Known,
): Promise<Known | Answered> => {
  const values: Record<string, unknown> = { ...known.values }
  for (const [name, { control }] of Object.entries(fields)) {
    const value = values[name]
    const message = control.kind === 'clip' && typeof value === 'string' ? readMessageClips(value) : undefined
    if (message !== undefined) return withMessageClips(options, invocation, known, name, message)
    const take = control.kind === 'clip' && typeof value === 'string' ? readTakeName(value) : undefined
    if (take === undefined) continue
    const found = await findTake(options, invocation, take)
    if (found.status === 'refused') return { status: 'answered', answer: found.answer }
    values[name] = found.clip
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
  const known = await withTakes(options, fields, invocation, withDraft(fields, draft, invocation))
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
