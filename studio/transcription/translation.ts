import { languageOf } from '../music/words/language.ts'

const isEnglishName = (language: string): boolean => /^(en([-_].*)?|eng|english)$/i.test(language)

/**
 * Why a text cannot be had in English, undefined where it is English already: the studio cannot translate. A
 * short text that nothing tells of is taken to be in the language that the caller names.
 */
export const untranslatableReason = (text: string, language: string): string | undefined => {
  const found = languageOf(text)
  if (found !== undefined && found !== 'en') {
    return 'This studio cannot translate: the words are not in English'
  }
  if (language !== '' && !isEnglishName(language)) {
    return `This studio cannot translate: the language is said to be ${language}`
  }
  if (found === undefined && language === '') {
    return 'This studio cannot translate, and cannot tell whether the words are English: give language=en if they are'
  }
  return undefined
}
