import { z } from 'zod'
import { type Microcredits, parseCredits } from '../credits.ts'
import { isBlank, lengthOf, neutral } from '../text/text.ts'
import { parseTime, type Seconds, timeExample, withPlainDigits } from '../time.ts'
import type { Field, ListName, Named, ReferenceKind } from './field.ts'
import { faults } from './field-faults.ts'
import { createSecret, isSecret, type Secret } from './secret.ts'

const asTyped = (label: string, lengthMax: number) =>
  z.string({ error: () => faults.notText(label) }).superRefine((text, { addIssue }) => {
    // Quotation marks around nothing are a way to type an empty text.
    if (isBlank(text.replaceAll(/\p{Quotation_Mark}/gu, ''))) addIssue(faults.empty(label))
    else if (!text.isWellFormed()) addIssue(faults.broken(label))
    else if (lengthOf(text) > lengthMax) addIssue(faults.tooLong(label, lengthOf(text), lengthMax))
  })

/**
 * Parses the text of the field with this label, which must contain something visible. Invisible characters are
 * dropped.
 */
export const textSchema = (label: string, lengthMax: number) =>
  z
    .string({ error: () => faults.notText(label) })
    .transform(neutral)
    .pipe(asTyped(label, lengthMax))

const webAddressLengthMax = 2000

/** Whether a text is an http(s) address of a named host, without a password in it. */
export const isWebAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname.includes('.')
}

/** Parses a web address typed into a field with this label. The audio service fetches it; we never do. */
export const webAddress = (label: string) =>
  asTyped(label, webAddressLengthMax)
    .transform((value) => value.trim())
    .refine(isWebAddress, { error: () => faults.noAddress(label) })

/**
 * Discord's maximum for an option, so the most characters that a chat takes as one text.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-structure
 */
const chatTextLengthMax = 6000

/** Properties of a text besides its names. */
interface TextNamed extends Named {
  /** The limit; by default what a chat takes. */
  lengthMax?: number
  guidanceLengthMax?: number
  /** A list for completing it while the member types; other texts are accepted too. */
  suggestions?: ListName
  /** How the result mentions it if it contains the text itself, such as "your own". */
  named?: string
  /** Whether it is what somebody else calls something, such as the audio service a task. */
  isId?: true
}

/** A text of at most `lengthMax` characters (code points). Beyond `guidanceLengthMax` the member is only warned. */
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
    ...(named.isId !== undefined && { isId: named.isId }),
  },
  schema: textSchema(named.label, lengthMax),
})

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
      const amount = parseCredits(withPlainDigits(String(value)))
      if (amount !== undefined) return amount
      context.addIssue({ code: 'custom', message: error() })
      return z.NEVER
    }),
  }
}

/** A time as people write it, such as `1:23.5` or `1m05s`, in whole milliseconds; at most ten hours. */
export const time = ({ label, help }: Named): Field<Seconds> => {
  const errorOf = (typed: unknown) => {
    const [, minutes, digit] = /^\s*(\d+):(\d)\s*$/.exec(String(typed)) ?? []
    return minutes !== undefined && digit !== undefined
      ? faults.timeTwofold(label, `${minutes}:${digit}`, `${minutes}:0${digit}`, `${minutes}:${digit}0`)
      : faults.noTime(label, timeExample)
  }
  const error = ({ input }: { input?: unknown }) => errorOf(input)
  return {
    label,
    help,
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

interface IntegerNamed extends Named {
  min: number
  max: number
  /** Words that can follow the number, such as "takes". */
  units?: readonly string[]
}

/** A whole number; both bounds are inclusive. */
export const integer = ({ label, help, min, max, units }: IntegerNamed): Field<number> => {
  const error = () => faults.notWhole(label, min, max)
  return {
    label,
    help,
    required: true,
    control: { kind: 'integer', min, max, ...(units !== undefined && { units }) },
    schema: z.union([z.string(), z.number()], { error }).transform((value, context) => {
      const typed = withPlainDigits(String(value)).trim()
      const read = /^[-+]?\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
      if (read >= min && read <= max) return read === 0 ? 0 : read // "-0" becomes 0
      context.addIssue({ code: 'custom', message: error() })
      return z.NEVER
    }),
  }
}

/** An entry of a list that is looked up while the member types; free text is still possible. */
export const listed = (named: Named & { list: ListName; lengthMax: number }): Field<string> => ({
  label: named.label,
  help: named.help,
  required: true,
  control: { kind: 'listed', list: named.list, lengthMax: named.lengthMax },
  schema: textSchema(named.label, named.lengthMax),
})

const secretLengthMax = 200
const secretShape = /^[!-~]{8,200}$/

/** A secret such as an API key, entered only in a form: printable ASCII without spaces. */
export const secret = ({ label, help }: Named): Field<Secret> => ({
  label,
  help,
  required: true,
  control: { kind: 'secret', lengthMax: secretLengthMax },
  schema: z
    .custom<Secret>(isSecret, { error: () => faults.secretTyped(label) })
    .transform((given, context) => {
      const text = given.reveal().trim()
      if (secretShape.test(text)) return createSecret(text)
      context.addIssue({ code: 'custom', message: faults.noSecret(label) })
      return z.NEVER
    }),
})

/** A member, channel or group of the server, by the platform's own id. */
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

/** One role on Discord or user group on Slack, by the platform's own id. */
export const group = (named: Named): Field<string> => reference('group', named)

/** The same field, but optional. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  required: false,
  schema: field.schema.optional(),
})
