import { aroundMention as aroundOnDiscord } from '../../../src/bots/discord/incoming/mentions.ts'
import { inWords as inWordsOnDiscord } from '../../../src/bots/discord/incoming/words.ts'
import { shown } from '../../../src/bots/discord/render/render.ts'
import { inWords as inWordsOnSlack } from '../../../src/bots/slack/incoming/words.ts'
import { aroundMention as aroundOnSlack, typedText } from '../../../src/bots/slack/render/markup.ts'
import { readSrt } from '../../../src/core/clip/subtitles.ts'
import { fieldsOf } from '../../../src/core/command/command.ts'
import { readRequest } from '../../../src/core/command/command-text.ts'
import { type AroundMention, addressedText } from '../../../src/core/command/mention-text.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import { readTakeName } from '../../../src/core/job-id.ts'
import { refusedIn } from '../../../src/core/text/refused-words.ts'
import { onOneLine, secretIn, withoutQueries, withoutSecrets } from '../../../src/core/text/text.ts'
import { parseTime } from '../../../src/core/time.ts'
import { allCommands } from './commands.ts'

const readTyped = (text: string): void => {
  const { command: name, action, values } = readRequest(allCommands, typedText(text))
  const command = allCommands.find((each) => each.name === name)
  if (command !== undefined) readValues(fieldsOf(command, action), values)
}

const readMention = (around: AroundMention | undefined) => around && addressedText(allCommands, around)

/** As long as a word can be: one that fits nowhere, and one whose beginning fits everywhere. */
const harmless = 'z'.repeat(60)
const hostile = `*${'a'.repeat(57)}ba`
/** As much as a list can hold, of phrases that fit everywhere but for their last word. */
const phrases = Array.from({ length: 150 }, (_, index) => `${'a '.repeat(8)}z${index}`)

/** A full list from an older version, whose characters each expand to 18. */
const expanding = Array.from({ length: 49 }, (_, index) => `${'\uFDFA'.repeat(57)}${index}`)

/** Returns a different list each time, so that no cache has it. */
let lists = 0
const uncached = (words: readonly string[]): readonly string[] => {
  lists += 1
  return [...words, `z${lists}`]
}

/** Everything that reads text from members or from the service. */
export const readers = {
  'a request': readTyped,
  'a song': (text) => readTyped(`music ${text}`),
  'a remix': (text) => readTyped(`remix https://${text}`),
  'a remix of a link with words': (text) => readTyped(`remix [a](https://${text}`),
  'a limit': (text) => readTyped(`budget limit ${text}`),
  'a mention on Slack': (text) => readMention(aroundOnSlack(`${text} <@U1> ${text}`, 'U1')),
  'a mention on Discord': (text) => readMention(aroundOnDiscord(`${text} <@1> ${text}`, '1')),
  'a name said again and again on Slack': (text) => readMention(aroundOnSlack(`<@U1>${text}`, 'U1')),
  'a name said again and again on Discord': (text) => readMention(aroundOnDiscord(`<@1>${text}`, '1')),
  'the words of a text on Slack': (text) => inWordsOnSlack(text, () => undefined),
  'the words of a text on Discord': (text) => inWordsOnDiscord(text, () => undefined),
  'a text shown on Discord': (text) => shown(text, 4_000),
  'a text on one line': onOneLine,
  'a text with refused words': (text) => refusedIn(text, [harmless]),
  'a text with a hostile refused word': (text) => refusedIn(text, [hostile]),
  'a text with hostile refused phrases': (text) => refusedIn(text, phrases),
  'a text with many words that expand': (text) => refusedIn(text, expanding),
  'words for the first time': () => refusedIn('hi', uncached(expanding)),
  'words again and again': () => refusedIn('hi', expanding),
  'a budget': (text) => readTyped(`budget show ${text}`),
  'a prompt of names': (text) => readTyped(`music ${'a '.repeat(text.length / 2)}`),
  'a budget of names': (text) => readTyped(`budget show ${'a '.repeat(text.length / 2)}`),
  'a master of names': (text) => readTyped(`master ${'a '.repeat(text.length / 2)}`),
  'a sponsor of names': (text) => readTyped(`sponsor ${'a '.repeat(text.length / 2)}`),
  'a mention of names': (text) =>
    readMention(aroundOnSlack(`hm. <@U1> budget show ${'a '.repeat(text.length / 2)}`, 'U1')),
  'a text that may have a secret': secretIn,
  'a text without its secrets': withoutSecrets,
  'a text without its queries': withoutQueries,
  'a time': parseTime,
  'a take': readTakeName,
  subtitles: readSrt,
} as const satisfies Readonly<Record<string, (text: string) => unknown>>

export type ReaderName = keyof typeof readers
