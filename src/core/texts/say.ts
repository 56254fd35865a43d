import { createInstance } from 'i18next'
import english from './en.json' with { type: 'json' }

type Key = keyof typeof english

/** A sentence of the catalogue; in English it is its own key. */
export type Sentence = Exclude<Key, `${string}_${'one' | 'other'}`>

/** A sentence whose form depends on a count, by the form of most counts. */
type Counted = Key extends infer Any ? (Any extends `${infer Text}_other` ? Text : never) : never
type CountedSentence = Exclude<Counted, `${string}_ordinal`>
type OrdinalSentence = Counted extends infer Any
  ? Any extends `${infer Text}_ordinal`
    ? Text
    : never
  : never

/** The names of the values that stand in a sentence, such as `{{product}}`. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** What has to be given with a sentence: all that it names, and nothing else. */
export type ValuesOf<Text extends string> = Readonly<Record<NamesIn<Text>, string | number>>

/** Values by their names; data, which nothing is read out of. */
export type Values = Readonly<Record<string, string | number>>

/** The sentences of a language by their English ones. */
export type Catalogue = Readonly<Record<string, string>>

/** The language that all others fall back to. */
export const sourceLanguage = 'en'

const texts = createInstance()
const namespace = 'translation'
/** One for the whole installation, set before anything is said. */
const spoken = { language: sourceLanguage }

/**
 * Values are data. They are escaped by the renderers alone, are never read for `{{…}}` again, and `$t(…)`
 * means nothing. https://www.i18next.com/overview/configuration-options
 */
void texts.init({
  initAsync: false,
  lng: sourceLanguage,
  fallbackLng: sourceLanguage,
  load: 'currentOnly',
  resources: { [sourceLanguage]: { [namespace]: english } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
})

interface Said {
  language?: string
  values?: Values
  count?: number
  ordinal?: boolean
}

const translated = (key: string, { language = spoken.language, values = {}, ...forms }: Said = {}): string =>
  texts.t(key, { lng: language, replace: values, nest: false, ...forms })

/**
 * A sentence in the language of this installation, with its values. The English one is written in the call.
 */
export const say = <Text extends Sentence>(
  text: Text,
  ...[values]: [NamesIn<Text>] extends [never] ? [] : [values: ValuesOf<Text>]
): string => translated(text, values === undefined ? {} : { values })

/**
 * A sentence in the form that its `count` takes. In English these two; other
 * languages have as many as they need, by
 * https://cldr.unicode.org/index/cldr-spec/plural-rules
 */
export const sayCount = <Text extends CountedSentence>(
  _one: string,
  other: Text,
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(other, { values, count: values.count })

/** A place in an order, such as "3rd": `other` is the sentence, the rest are its forms for English. */
export const sayOrdinal = <Text extends OrdinalSentence>(
  { other }: Readonly<Record<'one' | 'two' | 'few', string>> & { other: Text },
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(other, { values, count: values.count, ordinal: true })

/** Marks a text that is said later, by `sayDeclared`, so that the catalogue has it. */
export const declared = <Text extends Sentence>(text: Text): Text => text

/**
 * A text that was declared in English, such as a field's label or a command's summary, in the language of
 * this installation. One that no catalogue has stays as it is.
 */
export const sayDeclared = (text: string, values: Values = {}): string => translated(text, { values })

/** A declared text in each language that has it, English among them. */
export const inEveryLanguage = (
  text: string,
  values: Values = {},
): readonly { language: string; text: string }[] =>
  languages()
    .filter((language) => texts.exists(text, { lng: language, fallbackLng: [] }))
    .map((language) => ({ language, text: translated(text, { language, values }) }))

/** The languages that there are, English among them. */
export const languages = (): readonly string[] => Object.keys(texts.store.data)

/** Makes a language known. Its sentences go by the English ones; what it lacks is said in English. */
export const addLanguage = (language: string, catalogue: Catalogue): void => {
  texts.addResourceBundle(language, namespace, catalogue, false, true)
}

/** Chooses the language of everything that members read. */
export const speak = (language: string): void => {
  spoken.language = language
}

/** Names in a row, such as "A and B". */
export const sayList = (names: readonly string[]): string =>
  new Intl.ListFormat(spoken.language, { type: 'conjunction' }).format(names)
