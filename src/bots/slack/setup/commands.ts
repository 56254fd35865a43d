import type { Command } from '../../../core/command/command.ts'
import { readRequest, type TypedRequest } from '../../../core/command/command-text.ts'
import { typedText } from '../render/markup.ts'

/** The command that contains all others: `/tunesmith music a sea shanty`. */
export const umbrellaCommand = 'tunesmith'

/**
 * Reads the text after the umbrella command or a mention, in Slack's markup. Members, channels and user groups
 * in it keep Slack's notation.
 */
export const readUmbrellaText = (commands: readonly Command[], markup: string): TypedRequest =>
  readRequest(commands, typedText(markup))

/** Reads a slash command, such as `/music` with `a sea shanty style:folk`. */
export const readSlashCommand = (commands: readonly Command[], slash: string, markup: string): TypedRequest =>
  readUmbrellaText(commands, slash === `/${umbrellaCommand}` ? markup : `${slash} ${markup}`)

/**
 * Slack's name for the entry of a message's menu that leads to the entries that do not fit. No command has this
 * name.
 */
export const moreShortcut = 'more-with-clip'
