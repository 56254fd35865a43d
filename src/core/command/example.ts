import type { Fields } from '../fields/field.ts'
import { primaryFieldOf } from '../fields/primary-field.ts'
import type { CommandLink } from '../message/command-link.ts'
import { sayDeclared } from '../text/say.ts'

/** What a command is for, in the order that help lists the groups. */
export const topics = ['new', 'clips', 'results', 'credits', 'choices'] as const
export type Topic = (typeof topics)[number]

/** A request that help offers to try. A form asks for what it lacks, such as a clip. */
export interface Example {
  /** If the command has several. */
  action?: string
  /** As members type them. Texts are in English, and translated when shown. */
  values: CommandLink['values']
  /** For what newcomers should try first: a button's label of one or two words, see `declared`. */
  firstLabel?: string
}

/** The command that an example's button runs. */
export const exampleLink = (command: string, { action, values }: Example): CommandLink => {
  const said = Object.entries(values).map(([name, value]) => [name, sayDeclared(value)])
  return { command, action, values: Object.fromEntries(said) }
}

/**
 * How to type that command with these fields.
 * @example exampleText(music.fields, exampleLink('music', example)) // "/music a sea shanty about compilers"
 */
export const exampleText = (fields: Fields, { command, action, values }: CommandLink): string => {
  const { [primaryFieldOf(fields) ?? '']: main, ...named } = values
  const words = [`/${command}`, action, main].filter((word) => word !== undefined)
  for (const [name, value] of Object.entries(main === undefined ? values : named))
    words.push(/\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`)
  return words.join(' ')
}
