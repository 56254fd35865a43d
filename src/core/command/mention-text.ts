import type { Command } from './command.ts'
import { namesCommand } from './command-text.ts'

/** The text on both sides of the bot's name. */
export interface AroundMention {
  before: string
  behind: string
}

/** Words of address before a name. */
const greetings: ReadonlySet<string> = new Set([
  ...['hey', 'hi', 'hiya', 'hello', 'yo', 'ok', 'okay', 'dear', 'please'],
  ...['hallo', 'hej', 'hola', 'olá', 'salut', 'bonjour', 'ciao', 'moin'],
])

/** Blanks and marks between a name and the words after it, except marks that may belong to the words. */
const marks = /^(?:\s|(?![/@#&%"'])[\p{Pd}\p{Po}])+/u

/** Whether a text contains nothing but greetings and other names. */
const isGreeting = (text: string): boolean =>
  text
    .replaceAll(/<[@#!&][^<>]*>/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}>]+/u)
    .every((word) => word === '' || greetings.has(word))

/** The last line of a text, and what follows its last sentence or comma. */
const endOf = (text: string) => {
  const line = text.slice(text.lastIndexOf('\n') + 1).trimStart()
  return { line, part: line.split(/[.,:;!?…–—]/u).at(-1) ?? '' }
}

/** Whether a line quotes another message; Slack writes the mark as an entity. */
const isQuote = (line: string): boolean => line.startsWith('>') || line.startsWith('&gt;')

/**
 * What a message that mentions the bot says to it; undefined if it is mentioned in passing. After words other than
 * a greeting, only a command at the beginning of a sentence counts: `Good morning all. @Tunesmith music a waltz`.
 */
export const addressedText = (
  commands: readonly Command[],
  { before, behind }: AroundMention,
): string | undefined => {
  const { line, part } = endOf(before)
  if (isQuote(line)) return undefined
  const said = behind.replace(marks, '')
  if (before.trim() === '') return said
  if (isGreeting(before)) return said === '' ? undefined : said
  return namesCommand(commands, said) && isGreeting(part) ? said : undefined
}
