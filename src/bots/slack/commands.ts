import type { Command } from '../../core/command.ts'
import { readCommandText } from '../../core/command-text.ts'
import type { RawValues } from '../../core/field.ts'
import { namedMentions, typedText } from './markup.ts'

/** What was typed, as a command with its values. */
export interface TypedRequest {
  command: string
  action: string | undefined
  values: RawValues
}

/** The command that has all others behind it: `/tunesmith music a sea shanty`. */
export const umbrellaCommand = 'tunesmith'

const help: TypedRequest = { command: 'help', action: undefined, values: {} }

/**
 * Reads what stands behind the umbrella command or a mention: a command's name and its text. Without a name, or with one
 * that is not known, the request is for help.
 */
export const readUmbrellaText = (commands: readonly Command[], markup: string): TypedRequest => {
  const [, word = '', text = ''] = /^\s*\/?(\S*)(.*)$/s.exec(markup) ?? []
  const command = commands.find(({ name }) => name === word.toLowerCase())
  if (command === undefined) return help
  const { action, values } = readCommandText(command, typedText(text))
  return { command: command.name, action, values: namedMentions(values) }
}

/** Reads a slash command, such as `/music` with `a sea shanty style:folk`. */
export const readSlashCommand = (
  commands: readonly Command[],
  slash: string,
  markup: string,
): TypedRequest => {
  const name = slash.replace(/^\//, '')
  return readUmbrellaText(commands, name === umbrellaCommand ? markup : `${name} ${markup}`)
}
