const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** The English names of all languages with a code of two letters, in small letters. */
const englishNames = new Set(
  letters
    .flatMap((first) => letters.map((second) => names.of(`${first}${second}`)?.toLowerCase()))
    .filter((name) => name !== undefined),
)

const hasName = (code: string): boolean => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'))
    return names.of(tag) !== undefined
  } catch {
    return false
  }
}

/** Whether a text is the code of a language in BCP 47 (`en`, `pt-BR`), or its English name. */
export const isLanguage = (text: string): boolean => englishNames.has(text.toLowerCase()) || hasName(text)
