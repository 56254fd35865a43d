import { readClip } from '../../core/clip/clip.ts'
import { clipFieldsOf } from '../../core/clip/clip-field.ts'
import type { KnownClip } from '../../core/clip/clip-index.ts'
import { offeredClip } from '../../core/clip/offered-clip.ts'
import type { Form } from '../../core/command/answer.ts'
import {
  actionNamed,
  asksFirstOf,
  formFieldsOf,
  type ReadyCommand,
  startersOf,
} from '../../core/command/command.ts'
import type { Draft } from '../../core/command/draft.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { priceText } from '../../core/command/price-text.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { offeredStarters } from '../../core/command/starters.ts'
import type { Fields, RawValues } from '../../core/fields/field.ts'
import { accountOf } from '../../core/target.ts'
import { sayDeclared } from '../../core/text/say.ts'
import { shownDefaults, takenFromForm } from './defaults.ts'
import { shownInitial } from './form-initial-values.ts'
import { type AskingOptions, isAmong, isSameClip, type Known } from './resolve-clips.ts'

const choiceValue = (position: number): string => `clip:${position}`

/** A clip picked from those on offer, or none if it is not on offer; other values are unchanged. */
const pickedClip = (value: unknown, offered: readonly KnownClip[]): unknown => {
  const position = typeof value === 'string' ? /^clip:(\d+)$/.exec(value)?.[1] : undefined
  return position === undefined ? value : offered[Number(position)]?.clip
}

const isSameValue = (one: unknown, other: unknown): boolean => {
  const [clip, otherClip] = [readClip(one), readClip(other)]
  return clip === undefined || otherClip === undefined ? one === other : isSameClip(clip, otherClip)
}

/**
 * The clip that a form brought for a field that showed `shown`. A preselected clip yields to whatever else was
 * given, so that a member need not clear a menu before uploading a file.
 */
const broughtClip = (value: unknown, shown: unknown, offered: readonly KnownClip[]): unknown => {
  if (!Array.isArray(value)) return pickedClip(value, offered)
  const ways = value.map((way: unknown) => pickedClip(way, offered)).filter((way) => way !== undefined)
  const others = ways.filter((way) => !isSameValue(way, shown))
  const left = others.length === 0 ? ways.slice(0, 1) : others
  return left.length > 1 ? left : left[0]
}

/** A form's draft combined with what the form brought; without a draft, `here` supplies values left out. */
export const withDraft = (
  fields: Fields,
  draft: Draft | undefined,
  { values }: Pick<Invocation, 'values'>,
  here: readonly DefaultHere[],
): Known => {
  const clips = draft?.clips ?? []
  const brought = draft === undefined ? { values, defaults: here } : takenFromForm(fields, draft, values)
  const all: Record<string, unknown> = { ...draft?.values, ...brought.values }
  for (const name of clipFieldsOf(fields))
    if (all[name] !== undefined) all[name] = broughtClip(all[name], draft?.values[name], clips)
  return {
    values: all,
    clips,
    defaults: brought.defaults,
    ...(draft?.askedFirst !== undefined && { askedFirst: draft.askedFirst }),
    ...(draft?.partOf !== undefined && { partOf: draft.partOf }),
    ...(draft?.boundMax !== undefined && { boundMax: draft.boundMax }),
    ...(draft?.asks !== undefined && { asks: draft.asks }),
    ...(draft?.confirmed !== undefined && { confirmed: draft.confirmed }),
  }
}

/** Given clips are also on offer, so that they are named before use; of two in one field either can be picked. */
const offeredClips = (
  fields: Fields,
  values: RawValues,
  clips: readonly KnownClip[],
): readonly KnownClip[] => {
  const offered = [...clips]
  for (const name of clipFieldsOf(fields).toReversed()) {
    for (const value of [values[name]].flat()) {
      const clip = readClip(value)
      if (clip === undefined || isAmong(offered, clip)) continue
      offered.unshift({ clip, from: clip.kind === 'result' ? 'us' : 'member' })
    }
  }
  return offered
}

/** A form offers a certain clip already picked. */
const shownValues = (fields: Fields, values: RawValues, offered: readonly KnownClip[]): RawValues => {
  const picked = clipFieldsOf(fields).flatMap((name) => {
    const clip = readClip(values[name])
    if (clip === undefined) return []
    return [[name, choiceValue(offered.findIndex((candidate) => isSameClip(candidate.clip, clip)))]]
  })
  return { ...values, ...Object.fromEntries(picked) }
}

/** Names of the required fields that have no value. */
export const missingFields = (fields: Fields, values: RawValues): string[] => {
  const missing: string[] = []
  for (const [name, { required }] of Object.entries(fields)) {
    if (required && values[name] === undefined) missing.push(name)
  }
  return missing
}

/**
 * The missing fields that take a clip. Optional ones are not looked for: a member who replies to a clip may not
 * mean to use it.
 */
export const missingClips = (fields: Fields, values: RawValues): readonly string[] =>
  missingFields(fields, values).filter((name) => fields[name]?.control.kind === 'clip')

const titleOf = (command: ReadyCommand, action: string | undefined): string => {
  if (command.kind === 'feature') return sayDeclared(command.formTitle)
  return action === undefined ? `/${command.name}` : `/${command.name} ${action}`
}

/** The presets of a form whose field for them is, or was, among those asked for. */
const startersFor = (
  { random }: AskingOptions,
  command: ReadyCommand,
  asked: readonly string[],
): Form['starters'] => {
  const starters = startersOf(command)
  if (starters === undefined || !asked.includes(starters.field)) return undefined
  return { field: starters.field, choices: offeredStarters(starters, random) }
}

/** Keeps what is known as a draft, and makes the form that asks for the rest. */
export const createForm = async (
  options: AskingOptions,
  command: ReadyCommand,
  invocation: Invocation,
  known: Known,
): Promise<Form> => {
  const { drafts, lists, prices, now } = options
  const { target, askedIn, eventId, action, form } = invocation
  const fields = formFieldsOf(command, action)
  const { values, defaults } = known
  const offered = offeredClips(fields, values, known.clips)
  const missing = missingFields(fields, values)
  const { askedFirst = [...missing, ...asksFirstOf(command, action)] } = known
  const shown = {
    ...(await shownInitial(options, command, invocation, values)),
    ...(await shownDefaults(fields, known, lists, target)),
  }
  const shownOf = command.kind === 'utility' ? actionNamed(command, action)?.initialOf : undefined
  const partOf = known.partOf ?? (form?.isPart === true ? eventId : undefined)
  const draft = {
    command: command.name,
    action,
    member: target.member,
    values,
    clips: offered,
    askedFirst,
    defaults,
    shown,
    ...(askedIn !== undefined && { target }),
    ...(partOf !== undefined && { partOf }),
    ...(shownOf !== undefined && { shownOf }),
  }
  const shownWhole = { ...shownValues(fields, values, offered), ...shown }
  return {
    command: command.name,
    action,
    draft: await drafts.keep(accountOf(askedIn ?? target), eventId, draft),
    title: titleOf(command, action),
    price: await priceText(command, prices, shownWhole),
    fields,
    values: shownWhole,
    missing,
    askedFirst,
    clips: offered.map((clip, position) => offeredClip(clip, choiceValue(position), now())),
    // All parts of a form have the same pages, so that no field falls between two of them.
    starters: startersFor(options, command, partOf === undefined ? missing : askedFirst),
  }
}
