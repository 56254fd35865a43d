import type { z } from 'zod'

/** Lists of the asker's jobs: all of them, or those that something can be done with. */
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

/** Lists that are too long or too changeable to declare. */
export type ListName = 'voices' | 'languages' | 'styles' | 'titles' | JobListName

/** One entry of a list a member picks from. `value` is what we get, `label` what is shown. */
export interface Choice {
  value: string
  label: string
}

/** How a field is asked for. Renderers read this; parsing reads the schema. */
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
  | { kind: ReferenceKind }

/** Beyond this a text gets several lines. */
const lineLengthMax = 150

/** Whether a text is given on several lines. What is completed from a list is a word or two all the same. */
export const hasSeveralLines = ({ lengthMax, suggestions }: Extract<Control, { kind: 'text' }>): boolean =>
  lengthMax > lineLengthMax && suggestions === undefined

/** Whether a value is in a member's own words: neither something's id nor completed from a list. */
export const isInOwnWords = (control: Control): boolean =>
  control.kind === 'text' && control.suggestions === undefined && control.isId === undefined

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
