import type { z } from 'zod'

/** Lists of the asker's jobs: all, or those that allow a certain action. */
export const jobLists = [
  'jobs',
  'jobs_to_cancel',
  'jobs_to_recover',
  'jobs_to_delete',
  'jobs_to_sing',
  'jobs_with_words',
  'jobs_with_result',
] as const
export type JobListName = (typeof jobLists)[number]

/** Lists that are too long or change too often to declare. */
export type ListName = 'voices' | 'languages' | 'styles' | 'titles' | JobListName

/** One entry of a list a member picks from. `value` is what we get, `label` what is shown. */
export interface Choice {
  value: string
  label: string
}

/** How a field is presented. Renderers read this; parsing uses the schema. */
export type Control =
  | {
      kind: 'text'
      lengthMax: number
      guidanceLengthMax?: number
      suggestions?: ListName
      named?: string
      isId?: true
    }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'toggle'; asChoice?: true }
  | { kind: 'credits' }
  | { kind: 'time' }
  | { kind: 'integer'; min: number; max: number; units?: readonly string[] }
  | { kind: 'listed'; list: ListName; lengthMax: number }
  | { kind: 'clip'; asAddress?: true }
  /** Entered only in a form: see `Secret`. */
  | { kind: 'secret'; lengthMax: number }
  | { kind: ReferenceKind }

/** Longer texts get several lines. */
const lineLengthMax = 150

/** Whether a text is typed on several lines. A text completed from a list is short anyway. */
export const hasSeveralLines = ({ lengthMax, suggestions }: Extract<Control, { kind: 'text' }>): boolean =>
  lengthMax > lineLengthMax && suggestions === undefined

/** What a field can refer to; a group is a role on Discord and a user group on Slack. */
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

/** The values that could be read; undefined for those that are missing or unreadable. */
export type ReadOf<F extends Fields> = { [K in keyof F]: InputOf<F>[K] | undefined }

/** Values as a platform passed them. */
export type RawValues = Readonly<Record<string, unknown>>

/** A change of a request's values that fixes a problem; a value that is undefined is left out. */
export interface Mend {
  /** The label of its button, such as "One take". */
  label: string
  values: RawValues
  /** Whether its button asks admins for what the budget refuses. */
  asks?: true
  /** What its button confirms: see `Invocation.confirmed`. */
  confirms?: string
}

/** What is wrong with one field, in a member's words: the field, the limit and the fix. */
export interface Problem {
  field: string
  text: string
  /** Ways to fix it, if there are any besides leaving the field out. */
  mends?: readonly Mend[]
}

/** What a field is called and what it is for. */
export interface Named {
  label: string
  help: string
}

/** The name of the part of a form for several switches at once. A field's name has no colon. */
export const switchesName = ':switches'

/** Whether a field is an optional switch. */
export const isSwitch = ({ control, required }: Field): boolean =>
  control.kind === 'toggle' && !control.asChoice && !required

const switchesMin = 2

/** The switches that share one part of a form, at most `countMax`; none if there is only one. */
export const switchesAmong = <Asked extends { readonly field: Field }>(
  asked: readonly Asked[],
  countMax: number,
): readonly Asked[] => {
  const switches = asked.filter(({ field }) => isSwitch(field)).slice(0, countMax)
  return switches.length >= switchesMin ? switches : []
}
