import { actionsOf, type Command } from '../src/core/command/command.ts'
import { productAtBeginning } from '../src/core/command/feature.ts'
import type { Fields } from '../src/core/fields/field.ts'
import type { Entry } from './said-texts.ts'

const fieldTexts = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ label, help, control }) => [
    label,
    help,
    ...(control.kind === 'choice' ? control.choices.map((choice) => choice.label) : []),
  ])

const commandTexts = (command: Command): (string | undefined)[] =>
  command.kind === 'feature'
    ? [
        command.summary,
        command.product,
        productAtBeginning(command.product),
        command.formTitle,
        command.messageAction,
        command.takeAction,
        ...fieldTexts(command.fields),
      ]
    : [
        command.summary,
        ...actionsOf(command).flatMap(({ summary, fields }) => [summary, ...fieldTexts(fields)]),
      ]

/** A command as it is typed is the same in every language. */
const isTyped = (text: string): boolean => /^\/[\w-]+$/.test(text)

/** The texts that commands declare: their purpose, and the labels of their fields. */
export const declaredTexts = (commands: readonly Command[]): readonly Entry[] =>
  commands
    .flatMap(commandTexts)
    .filter((text) => text !== undefined)
    .filter((text) => !isTyped(text))
    .map((text): Entry => [text, text])

/** Texts that two places say differently in English. */
export const clashes = (entries: readonly Entry[]): string[] => {
  const known = new Map<string, string>()
  return entries.flatMap(([key, english]) => {
    const before = known.get(key) ?? english
    known.set(key, before)
    return before === english ? [] : [`"${key}" is "${before}" in one place and "${english}" in another`]
  })
}

/** Every text that is said, by what it is found by: those of the sources, and those that commands declare. */
export const englishCatalogue = (
  said: readonly Entry[],
  commands: readonly Command[],
): Readonly<Record<string, string>> => Object.fromEntries([...said, ...declaredTexts(commands)])

/** A catalogue as a file: every text once, by the alphabet. */
export const catalogueFile = (entries: readonly Entry[]): string => {
  const sorted = [...new Map(entries)].sort(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name = '']) => name)

/** What a counted text goes by without the form, which is another language's own. */
const keyPattern = /^(.*?)((?:_ordinal)?_(?:zero|one|two|few|many|other))?$/s

/**
 * What is wrong with the sentences of a language: those that English does not have, and
 * values that they lack or invent.
 */
export const translationProblems = (
  english: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): string[] =>
  Object.entries(translated).flatMap(([key, text]) => {
    const [, sentence = '', form] = keyPattern.exec(key) ?? []
    const source =
      english[key] ??
      (form === undefined ? undefined : english[`${sentence}${form.replace(/[a-z]+$/, 'other')}`])
    if (source === undefined) return [`"${key}" is not said any more; take it out`]
    const lacking = namesIn(source).filter(
      (name) => !namesIn(text).includes(name) && !(form && name === 'count'),
    )
    const invented = namesIn(text).filter((name) => !namesIn(source).includes(name))
    return [
      ...lacking.map((name) => `"${key}" lacks {{${name}}}`),
      ...invented.map((name) => `"${key}" has {{${name}}}, which the English text does not have`),
      ...(text.includes('$t(') ? [`"${key}" has "$t(", which means nothing here`] : []),
    ]
  })

/** The sentence that a key is for, whichever form of it. */
export const sentenceOf = (key: string): string => keyPattern.exec(key)?.[1] ?? ''

/** The sentences that a language still lacks, which are said in English until then. */
export const missingSentences = (
  english: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): string[] => {
  const known = new Set(Object.keys(translated).map(sentenceOf))
  return [...new Set(Object.keys(english).map(sentenceOf))].filter((sentence) => !known.has(sentence))
}
