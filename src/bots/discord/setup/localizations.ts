import { Locale, type LocalizationMap } from 'discord.js'
import { inEveryLanguage, type Values } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'

/** What Discord calls a language: https://docs.discord.com/developers/reference#locales */
const localesOf = (language: string): readonly Locale[] =>
  language === 'en'
    ? [Locale.EnglishUS, Locale.EnglishGB]
    : Object.values(Locale).filter((locale) => locale === language)

interface Base {
  lengthMax: number
  /** What is shown to all others. */
  base: string
  values?: Values
}

/**
 * A declared text in all languages that Discord and a catalogue have, where it is another one there;
 * undefined for none.
 */
export const localizations = (
  text: string,
  { lengthMax, base, values = {} }: Base,
): LocalizationMap | undefined => {
  const entries = inEveryLanguage(text, values)
    .filter((said) => said.text !== base)
    .flatMap((said) => localesOf(said.language).map((locale) => [locale, shortened(said.text, lengthMax)]))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
