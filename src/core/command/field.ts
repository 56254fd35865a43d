import { z } from 'zod'
import { type Microcredits, parseCredits } from '../credits.ts'
import type { Seconds } from '../endpoints/units.ts'
import { nearMiss } from '../message/text.ts'
import { faults } from './field-faults.ts'
import type { ListName } from './list-name.ts'
import { parseTime, withPlainDigits } from './time-text.ts'

/** One entry of a list a member picks from. `value` is what we get, `label` what is shown. */
export interface Choice {
  value: string
  label: string
}

/** How a field is asked for. Renderers read this; parsing reads the schema. */
export type Control =
  | { kind: 'text'; lengthMax: number; guidanceLengthMax?: number; suggestions?: ListName; named?: string }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'toggle'; asChoice?: true }
  | { kind: 'credits' }
  | { kind: 'time' }
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'listed'; list: ListName; lengthMax: number }
  | { kind: 'clip'; asAddress?: true }
  | { kind: ReferenceKind }

/** Who or what of a server a field can mean; a group is a role on Discord and a user group on Slack. */
export const referenceKinds = ['member', 'channel', 'group'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** One value that a command takes. */
export interface Field<T = unknown> {
  label: string
  help: string
  required: boolean
  control: Control
  schema: z.ZodType<T>
}

export type Fields = Readonly<Record<string, Field>>

/** The parsed values of a set of fields. */
export type InputOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** What could be read of them; undefined for what is left out, or cannot be read. */
export type ReadOf<F extends Fields> = { [K in keyof F]: InputOf<F>[K] | undefined }

/** Values as a platform handed them over. */
export type RawValues = Readonly<Record<string, unknown>>

/** What is wrong with one field, in a member's words: the field, the limit and the mend. */
export interface Problem {
  field: string
  text: string
}

/** What a field is called, and what it is for. */
export interface Named {
  label: string
  help: string
}

/** How many characters (code points) a text has. */
export const lengthOf = (text: string): number => [...text].length

/**
 * A text counts as empty when nothing in it can be seen: blanks, controls,
 * zero-width and other format characters.
 */
export const isBlank = (text: string): boolean => /^[\p{White_Space}\p{Control}\p{Format}]*$/u.test(text)

const textSchema = (label: string, lengthMax: number) =>
  z
    .string({ error: () => faults.notText(label) })
    .refine((text) => !isBlank(text), { error: () => faults.empty(label) })
    .refine((text) => text.isWellFormed(), { error: () => faults.broken(label) })
    .refine((text) => lengthOf(text) <= lengthMax, {
      error: ({ input }) => faults.tooLong(label, lengthOf(String(input)), lengthMax),
    })

/**
 * The most characters that a chat takes as one text: no option of Discord's takes more.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-structure
 */
const chatTextLengthMax = 6000

/** What a text is, besides what it is called. */
interface TextNamed extends Named {
  /** What a chat takes, where nothing states less. */
  lengthMax?: number
  guidanceLengthMax?: number
  /** A list to complete it from while the member types; anything else is as good. */
  suggestions?: ListName
  /** What is said of it with a result, in which it stands itself, such as "your own". */
  named?: string
}

/**
 * A text of at most `lengthMax` characters (code points). Beyond
 * `guidanceLengthMax` the member is only warned.
 */
export const text = ({ lengthMax = chatTextLengthMax, ...named }: TextNamed): Field<string> => ({
  label: named.label,
  help: named.help,
  required: true,
  control: {
    kind: 'text',
    lengthMax,
    ...(named.guidanceLengthMax !== undefined && { guidanceLengthMax: named.guidanceLengthMax }),
    ...(named.suggestions !== undefined && { suggestions: named.suggestions }),
    ...(named.named !== undefined && { named: named.named }),
  },
  schema: textSchema(named.label, lengthMax),
})

const webAddressLengthMax = 2000

/** Whether a text is an http(s) address of a named host, without a password in it. */
export const isWebAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname.includes('.')
}

/**
 * Reads a web address that a field with this label was given: one that the audio service reads; we never do.
 */
export const webAddress = (label: string) =>
  textSchema(label, webAddressLengthMax)
    .transform((value) => value.trim())
    .refine(isWebAddress, { error: () => faults.noAddress(label) })

/** One of a fixed list. */
export const choice = <V extends string>(
  named: Named & { choices: readonly { value: V; label: string }[] },
): Field<V> => {
  const allowed = named.choices.map(({ value }) => value)
  return {
    label: named.label,
    help: named.help,
    required: true,
    control: { kind: 'choice', choices: named.choices },
    schema: z.enum(allowed, { error: () => faults.noneOf(named.label, allowed) }),
  }
}

/** Yes or no. */
export const toggle = (named: Named): Field<boolean> => ({
  ...named,
  required: true,
  control: { kind: 'toggle' },
  schema: z.boolean({ error: () => faults.notYesOrNo(named.label) }),
})

/** An amount of credits, typed as a decimal. */
export const credits = (named: Named): Field<Microcredits> => {
  const error = () => faults.noAmount(named.label)
  return {
    ...named,
    required: true,
    control: { kind: 'credits' },
    schema: z.union([z.string(), z.number()], { error }).transform((value, context) => {
      const amount = parseCredits(String(value))
      if (amount !== undefined) return amount
      context.addIssue({ code: 'custom', message: error() })
      return z.NEVER
    }),
  }
}

/** How a time is written, for examples. */
export const timeExample = '1:23.5'

/** A time as people write it, such as `1:23.5` or `1m05s`, in whole milliseconds: at most ten hours. */
export const time = ({ label, help }: Named): Field<Seconds> => {
  const errorOf = (typed: unknown) => {
    const [, minutes, digit] = /^\s*(\d+):(\d)\s*$/.exec(String(typed)) ?? []
    return minutes !== undefined && digit !== undefined
      ? faults.timeTwofold(label, `${minutes}:${digit}`, `${minutes}:0${digit}`, `${minutes}:${digit}0`)
      : faults.noTime(label, timeExample)
  }
  const error = ({ input }: { input?: unknown }) => errorOf(input)
  return {
    ...{ label, help },
    required: true,
    control: { kind: 'time' },
    schema: z.union([z.string(), z.number()], { error }).transform((value, context) => {
      const read = parseTime(String(value))
      if (read !== undefined) return read
      context.addIssue({ code: 'custom', message: errorOf(value) })
      return z.NEVER
    }),
  }
}

/** A whole number; both ends count. */
export const integer = (named: Named & { min: number; max: number }): Field<number> => {
  const { label, help, min, max } = named
  const error = () => faults.notWhole(label, min, max)
  return {
    label,
    help,
    required: true,
    control: { kind: 'integer', min, max },
    schema: z.union([z.string(), z.number()], { error }).transform((value, context) => {
      const typed = withPlainDigits(String(value)).trim()
      const read = /^[-+]?\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
      if (read >= min && read <= max) return read === 0 ? 0 : read // "-0" is no other number
      context.addIssue({ code: 'custom', message: error() })
      return z.NEVER
    }),
  }
}

/** An entry of a list that is looked up while the member types; free text stays possible. */
export const listed = (named: Named & { list: ListName; lengthMax: number }): Field<string> => ({
  label: named.label,
  help: named.help,
  required: true,
  control: { kind: 'listed', list: named.list, lengthMax: named.lengthMax },
  schema: textSchema(named.label, named.lengthMax),
})

/** Something of the server, by the platform's own id. */
const reference = (kind: ReferenceKind, named: Named): Field<string> => {
  const error = () => faults.noReference(kind, named.label)
  return {
    ...named,
    required: true,
    control: { kind },
    schema: z.string({ error }).regex(/^\w{1,32}$/, { error }),
  }
}

/** One member of the server, by the platform's own id. */
export const member = (named: Named): Field<string> => reference('member', named)

/** One channel of the server, by the platform's own id. */
export const channel = (named: Named): Field<string> => reference('channel', named)

/** One role on Discord, one user group on Slack, by the platform's own id. */
export const group = (named: Named): Field<string> => reference('group', named)

/** The same field, which may be left out. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  required: false,
  schema: field.schema.optional(),
})

/** What is missing, in words for the member. */
const missingText = (field: Field): string =>
  field.control.kind === 'clip' ? faults.missingClip(field) : faults.missing(field)

/**
 * What can be read of raw values, and what is wrong with the others. Values of unknown names are refused by
 * name; nothing is mended silently.
 */
export const readPart = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { input: ReadOf<F>; problems: readonly Problem[] } => {
  const problems: Problem[] = Object.keys(raw)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({
      field: name,
      text: faults.unknown(name, nearMiss(name.toLowerCase(), Object.keys(fields))),
    }))
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined && field.required) {
      problems.push({ field: name, text: missingText(field) })
      continue
    }
    const parsed = field.schema.safeParse(value)
    if (parsed.success) input[name] = parsed.data
    else problems.push({ field: name, text: parsed.error.issues[0]?.message ?? faults.unusable(field) })
  }
  return { input: input as ReadOf<F>, problems }
}

/** Reads raw values against the fields; all of them, or what is wrong. */
export const readValues = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { ok: true; input: InputOf<F> } | { ok: false; problems: readonly Problem[] } => {
  const { input, problems } = readPart(fields, raw)
  return problems.length === 0 ? { ok: true, input: input as InputOf<F> } : { ok: false, problems }
}

/** Warnings for texts that the service takes but may not follow to the end. */
export const guidanceFor = (fields: Fields, input: RawValues): readonly string[] =>
  Object.entries(fields).flatMap(([name, { label, control }]) => {
    const value = input[name]
    if (control.kind !== 'text' || control.guidanceLengthMax === undefined || typeof value !== 'string')
      return []
    if (lengthOf(value) <= control.guidanceLengthMax) return []
    return [faults.overGuidance(label, control.guidanceLengthMax)]
  })
