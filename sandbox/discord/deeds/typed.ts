import type { ApplicationCommandOptionType } from 'discord-api-types/v10'
import type { Command } from '../state.ts'
import { type CommandOption, isBranch, type ValueOption } from '../validation/options.ts'
import { NotAllowed } from './references.ts'

/** What was typed: the way down the subcommands, the options at its end, and the text of each. */
export type Typed = {
  readonly path: readonly { readonly name: string; readonly type: ApplicationCommandOptionType }[]
  readonly options: readonly ValueOption[]
  readonly values: ReadonlyMap<string, unknown>
}

/** Splits "/budget limit credits:5" at the first word. */
export const commandName = (line: string): { readonly name: string; readonly rest: string } => {
  const [, name = '', rest = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  return { name, rest }
}

const descend = (
  options: readonly CommandOption[],
  rest: string,
  path: Typed['path'],
): { path: Typed['path']; options: readonly ValueOption[]; rest: string } => {
  const branches = options.filter(isBranch)
  if (branches.length === 0) return { path, options: options.filter((option) => !isBranch(option)), rest }
  const { name, rest: after } = commandName(rest)
  const branch = branches.find((candidate) => candidate.name === name)
  if (!branch)
    throw new NotAllowed(`Choose one of: ${branches.map((candidate) => candidate.name).join(', ')}`)
  return descend(branch.options ?? [], after, [...path, { name, type: branch.type }])
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Reads "prompt:a sea shanty tempo:90": a value runs up to the next option's name. */
const readValues = (
  text: string,
  options: readonly ValueOption[],
): readonly (readonly [string, string])[] => {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const names = options.map(({ name }) => escapePattern(name)).join('|')
  const starts = names === '' ? [] : [...trimmed.matchAll(new RegExp(`(?:^|\\s)(${names}):`, 'g'))]
  const lead = trimmed.slice(0, starts[0]?.index ?? trimmed.length).trim()
  if (lead !== '') throw new NotAllowed(`"${lead}" belongs to no option`)
  return starts.map((start, index) => {
    const value = trimmed.slice(start.index + start[0].length, starts[index + 1]?.index).trim()
    return [start[1] ?? '', value] as const
  })
}

/**
 * Reads the rest of a command line against the command's own options. Values given apart win over the text.
 */
export const readTyped = (
  command: Command,
  rest: string,
  given: Readonly<Record<string, unknown>> = {},
): Typed => {
  const found = descend((command.options ?? []) as readonly CommandOption[], rest, [])
  const unknown = Object.keys(given).find((name) => !found.options.some((option) => option.name === name))
  if (unknown !== undefined) throw new NotAllowed(`"${unknown}" is no option of this command`)
  const values = new Map<string, unknown>([
    ...readValues(found.rest, found.options),
    ...Object.entries(given),
  ])
  return { path: found.path, options: found.options, values }
}

/** Wraps the values in the subcommands that lead to them. */
export const nest = <T extends object>(path: Typed['path'], options: readonly T[]): readonly object[] =>
  path.reduceRight<readonly object[]>((inner, { name, type }) => [{ name, type, options: inner }], options)
