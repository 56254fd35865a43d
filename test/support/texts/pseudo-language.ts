import { actionsOf, type Command } from '../../../src/core/command/command.ts'
import type { Fields } from '../../../src/core/fields/field.ts'

const bracketed = (text: string): string => (text.trim() === '' ? text : `⟦${text}⟧`)

/** A language in which every text stands between brackets, but for the values in it. */
export const pseudoCatalogue = (english: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      text
        .split(/(\{\{\w+\}\})/)
        .map((part) => (part.startsWith('{{') ? part : bracketed(part)))
        .join(''),
    ]),
  )

/** Where a platform's payload, or our own message, has what people read. */
const readKeys = new Set([
  ...['text', 'label', 'description', 'placeholder', 'title', 'content', 'value', 'name', 'hint', 'alt_text'],
  ...['usage_hint', 'long_description', 'format', 'fallback'],
])

const stringsIn = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return readKeys.has(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((entry) => stringsIn(entry, key))
  if (typeof value !== 'object' || value === null || ('type' in value && value.type === 'emoji')) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, name))
}

const fieldWords = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { control }]) => [
    name,
    ...(control.kind === 'choice' ? control.choices.map(({ value }) => value) : []),
  ])

const commandWords = (command: Command): string[] =>
  command.kind === 'feature'
    ? [command.name, ...fieldWords(command.fields)]
    : [command.name, ...actionsOf(command).flatMap(({ name, fields }) => [name, ...fieldWords(fields)])]

/**
 * What is typed, and so the same in every language: names of commands, of their
 * actions and options, and of choices.
 */
export const typedWords = (commands: readonly Command[]): ReadonlySet<string> =>
  new Set(commands.flatMap(commandWords).flatMap((word) => word.split(/[^\p{L}]+/u)))

/** Addresses, what a button or a menu carries, Slack's dates, names of files, ids of jobs, and names of takes. */
const notText =
  /https?:\/\/\S+|^\{".*\}$|[\w -]+\.(?:mp3|jpg|txt|lrc|srt|vtt)\b|\bb\d\dx\w+|\b[a-z\d]{8}\.\d\b|\b\w+_link\b|^:more$|^do:.*$|<!date\^\d+\^|\{ago\}/g

/**
 * Runs of letters that people read in a payload outside of all brackets, and
 * that are no words known to be data.
 */
export const unsaidWords = (payload: unknown, data: ReadonlySet<string>): string[] =>
  stringsIn(payload).flatMap((text) =>
    text
      .replaceAll(/⟦[^⟦⟧]*(?:⟧|…|$)/g, ' ')
      .replaceAll(notText, ' ')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1 && !data.has(word))
      .map((word) => `${word} in "${text.slice(0, 120)}"`),
  )
