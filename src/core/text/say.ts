/** A literal text at the call, so that the catalogue can be extracted for translators. */
type WrittenOut<Text extends string> = string extends Text ? never : Text

/** The names of the values in a sentence, such as `{{product}}`. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The values that a sentence needs: all that it names, and no others. */
export type ValuesOf<Text extends string> = Readonly<Record<NamesIn<Text>, string | number>>

/** Values by name; treated as data and never interpreted. */
export type Values = Readonly<Record<string, string | number>>

/** The fallback of all other languages. */
export const sourceLanguage = 'en'

/** How to say a text: with its values, and in the form for its count, such as "3rd" if that is `ordinal`. */
export interface SaidHow {
  values?: Values
  count?: number
  ordinal?: boolean
  /** The English forms of a text that depends on a count. */
  forms?: Readonly<Record<string, string>>
}

/** The available languages; `src/app/speech.ts` creates it from the catalogues. */
export interface Speech {
  /** The text in a language, otherwise in English; a text that no catalogue has stays as it is. */
  say(text: string, language: string, how: SaidHow): string
  /** Whether a language has its own text for this one. */
  has(text: string, language: string): boolean
  /** The available languages, including English. */
  languages(): readonly string[]
}

/** Returns every text unchanged. */
const unspoken: Speech = {
  say: (text) => text,
  has: () => false,
  languages: () => [sourceLanguage],
}

/** Keeps a language for everything that a function does and calls, as Node's `AsyncLocalStorage<string>` does. */
export interface LanguageScope {
  getStore(): string | undefined
  run<Result>(language: string, work: () => Result): Result
}

interface Spoken {
  speech: Speech
  /** The available languages. */
  known: readonly string[]
  /** The installation's language. */
  language: string
  scope: LanguageScope | undefined
}

/** One for the whole installation, set before members read anything. */
const spoken: Spoken = {
  speech: unspoken,
  known: unspoken.languages(),
  language: sourceLanguage,
  scope: undefined,
}

/** Sets the translations used from now on, and where the language of one member is kept. */
export const speakBy = (speech: Speech, scope?: LanguageScope): void => {
  spoken.speech = speech
  spoken.known = speech.languages()
  spoken.scope = scope
}

/** The note of a job with the language of its requester. A job without one speaks the installation's. */
export const languageNote = 'language'

/**
 * Does something in a member's language, if there is a catalogue for it: for `es-MX` also that of `es`. Without one, and
 * for no locale, in the installation's language.
 * @example inLanguage(interaction.locale, () => answer(interaction))
 */
export const inLanguage = <Result>(locale: string | undefined, work: () => Result): Result => {
  const { known, language, scope } = spoken
  const [base = ''] = locale?.split('-') ?? []
  let own = known.includes(base) ? base : language
  if (locale !== undefined && known.includes(locale)) own = locale
  return scope === undefined ? work() : scope.run(own, work)
}

/** The language of what is done now. */
export const languageNow = (): string => spoken.scope?.getStore() ?? spoken.language

/** The note of a new job about its requester's language; none for the installation's. */
export const languageNotes = (): Readonly<Record<string, string>> => {
  const language = languageNow()
  return language === spoken.language ? {} : { [languageNote]: language }
}

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g

/** A value is one line, whoever it is by, so that none can begin a line that looks like our own. */
const translated = (text: string, how: SaidHow = {}, language = languageNow()): string => {
  const values: Record<string, string | number> = { ...how.values }
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') values[name] = value.replaceAll(lineBreaks, ' ')
  return spoken.speech.say(text, language, { ...how, values })
}

/** A sentence in the language of what is done now (see `inLanguage`), with its values. The English one is written in the call. */
export const say = <const Text extends string>(
  text: WrittenOut<Text>,
  ...[values]: [NamesIn<Text>] extends [never] ? [] : [values: ValuesOf<Text>]
): string => translated(text, values === undefined ? {} : { values })

/**
 * A sentence in the form for its `count`. English has these two; other languages have as many as they need, by
 * https://cldr.unicode.org/index/cldr-spec/plural-rules
 */
export const sayCount = <const Text extends string>(
  one: string,
  other: WrittenOut<Text>,
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(other, { values, count: values.count, forms: { one, other } })

/** A position, such as "3rd": `other` is the sentence, the rest are its English forms. */
export const sayOrdinal = <const Text extends string>(
  forms: Readonly<Record<'one' | 'two' | 'few', string>> & { readonly other: WrittenOut<Text> },
  values: ValuesOf<Text> & { readonly count: number },
): string => translated(forms.other, { values, count: values.count, ordinal: true, forms })

/** Marks a text that `sayDeclared` says later, so that the catalogue has it. */
export const declared = <const Text extends string>(text: WrittenOut<Text>): Text => text

/**
 * A text declared in English, such as a field's label or a command's summary, in the language of what is done
 * now. A text that no catalogue has stays as it is.
 */
export const sayDeclared = (text: string, values: Values = {}): string => translated(text, { values })

/** A declared text in each language that has it, including English. */
export const inEveryLanguage = (
  text: string,
  values: Values = {},
): readonly { language: string; text: string }[] =>
  languages()
    .filter((language) => spoken.speech.has(text, language))
    .map((language) => ({ language, text: translated(text, { values }, language) }))

/** The available languages, including English. */
export const languages = (): readonly string[] => spoken.speech.languages()

/** Sets the installation's language: of what many read, and of what members read whose own has no catalogue. */
export const speak = (language: string): void => {
  spoken.language = language
}

/**
 * A list of names, such as "A and B"; as a `unit`, where the names stand by themselves, such as "A, B".
 * https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Intl/ListFormat
 */
export const sayList = (names: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string => {
  const language = languageNow()
  // Japanese and Chinese units stand side by side without a mark; a conjunction of theirs has one.
  const format = /^(?:ja|zh)/.test(language) ? 'conjunction' : type
  const style = format === 'unit' ? 'short' : 'long'
  return new Intl.ListFormat(language, { type: format, style }).format(names)
}
