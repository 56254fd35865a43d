/** The most words and patterns of one server. */
export const refusedWordsMax = 200

/** The most characters of one word or pattern. */
export const refusedWordLengthMax = 60

/** Letters without case, accents and width, so that "Ｂâd" is "bad"; characters that show nothing are dropped. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

/** A word of a text as it was written, and without case and accents. */
interface Word {
  written: string
  plain: string
}

const wordsOf = (text: string): readonly Word[] =>
  [...text.normalize('NFKC').matchAll(/[\p{L}\p{N}\p{M}\p{Cf}]+/gu)].flatMap(([written]) => {
    const word = plain(written)
    return word === '' ? [] : [{ written, plain: word }]
  })

/** The words of a pattern, each with `*` for any characters and `?` for one. */
const partsOf = (pattern: string): readonly string[] =>
  plain(pattern)
    .split(/[^\p{L}\p{N}*?]+/u)
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/\*+/g, '*'))

/** Whether a pattern has a letter or digit, since otherwise it would match every word. */
export const isRefusable = (pattern: string): boolean => /[\p{L}\p{N}]/u.test(plain(pattern))

/**
 * Whether a word matches a part of a pattern as a whole. After a mismatch only the last `*` takes one character more, so
 * the steps are at most the product of both lengths.
 */
const matches = (word: string, part: string): boolean => {
  let [at, inPart, star, resume] = [0, 0, -1, 0]
  while (at < word.length) {
    if (part[inPart] === '*') {
      star = inPart
      resume = at
      inPart += 1
    } else if (part[inPart] === '?' || part[inPart] === word[at]) {
      at += 1
      inPart += 1
    } else {
      if (star === -1) return false
      resume += 1
      at = resume
      inPart = star + 1
    }
  }
  while (part[inPart] === '*') inPart += 1
  return inPart === part.length
}

/**
 * The first words of a text that a server refuses, as they were written; undefined if there are none. A pattern matches
 * whole words, without regard to case and accents; one of several words matches them in a row. Takes time in proportion
 * to the text's length.
 * @example refusedIn('Paint it BLÁCK', ['bl?ck']) // 'BLÁCK'
 */
export const refusedIn = (text: string, patterns: readonly string[]): string | undefined => {
  const words = wordsOf(text)
  const all = patterns.map(partsOf).filter((parts) => parts.length > 0)
  for (const start of words.keys()) {
    for (const parts of all) {
      const isThere = parts.every((part, offset) => matches(words[start + offset]?.plain ?? '', part))
      if (!isThere || start + parts.length > words.length) continue
      return words
        .slice(start, start + parts.length)
        .map(({ written }) => written)
        .join(' ')
    }
  }
  return undefined
}

/** The words and patterns in a list that was typed, separated by commas or line breaks, without repetitions. */
export const refusedWordsIn = (typed: string): readonly string[] => {
  const byPlain = new Map<string, string>()
  for (const one of typed.split(/[,\n]/)) {
    const word = one.trim()
    if (word !== '' && !byPlain.has(plain(word))) byPlain.set(plain(word), word)
  }
  return [...byPlain.values()]
}
