/** A text that is written out where it is said, so that translators can be told of it. */
type WrittenOut<Text extends string> = string extends Text ? never : Text

/** The names of the values that stand in a sentence, such as `{{product}}`. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** What has to be given with a sentence: all that it names, and nothing else. */
export type ValuesOf<Text extends string> = Readonly<Record<NamesIn<Text>, string | number>>

/** Values by their names; data, which nothing is read out of. */
export type Values = Readonly<Record<string, string | number>>

/** The language that all others fall back to. */
export const sourceLanguage = 'en'

/** How a text is said: with its values, and in the form that its count takes, such as "3rd" where that is `ordinal`. */
export interface SaidHow {
  values?: Values
  count?: number
  ordinal?: boolean
  /** The English forms of a text that depends on a count. */
  forms?: Readonly<Record<string, string>>
}

/** Languages that can be spoken; `src/app/speech.ts` makes it of the catalogues. */
export interface Speech {
  /** The text in a language, or else in English; one that no catalogue has stays as it is. */
  say(text: string, language: string, how: SaidHow): string
  /** Whether a language has a text of its own for this one. */
  has(text: string, language: string): boolean
  /** The languages that there are, English among them. */
  languages(): readonly string[]
}

/** Says every text as it is written here. */
const unspoken: Speech = {
  say: (text) => text,
  has: () => false,
  languages: () => [sourceLanguage],
}

/** One for the whole installation, handed in before members hear anything. */
const spoken = { speech: unspoken, language: sourceLanguage }

/** Hands in what everything is said by from now on. */
export const speakBy = (speech: Speech): void => {
  spoken.speech = speech
}

const translated = (text: string, how: SaidHow = {}, language = spoken.language): string =>
  spoken.speech.say(text, language, how)

/**
 * A sentence in the language of this installation, with its values. The English one is written in the call.
 */
export const say = <const Text extends string>(
  text: WrittenOut<Text>,
  ...[values]: [NamesIn<Text>] extends [never] ? [] : [values: ValuesOf<Text>]
): string => translated(text, values === undefined ? {} : { values })

/**
 * A sentence in the form that its `count` takes. In English these two; other
 * languages have as many as they need, by
 * https://cldr.unicode.org/index/cldr-spec/plural-rules
 */
export const sayCount = <const Text extends string>(
  one: string,
  other: WrittenOut<Text>,
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(other, { values, count: values.count, forms: { one, other } })

/** A place in an order, such as "3rd": `other` is the sentence, the rest are its forms for English. */
export const sayOrdinal = <const Text extends string>(
  forms: Readonly<Record<'one' | 'two' | 'few', string>> & { readonly other: WrittenOut<Text> },
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(forms.other, { values, count: values.count, ordinal: true, forms })

/** Marks a text that is said later, by `sayDeclared`, so that the catalogue has it. */
export const declared = <const Text extends string>(text: WrittenOut<Text>): Text => text

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
    .filter((language) => spoken.speech.has(text, language))
    .map((language) => ({ language, text: translated(text, { values }, language) }))

/** The languages that there are, English among them. */
export const languages = (): readonly string[] => spoken.speech.languages()

/** Chooses the language of everything that members read. */
export const speak = (language: string): void => {
  spoken.language = language
}

/** Names in a row, such as "A and B". */
export const sayList = (names: readonly string[]): string =>
  new Intl.ListFormat(spoken.language, { type: 'conjunction' }).format(names)
