import type { Random } from '../random.ts'
import type { Choices } from '../style.ts'
import { languageOf } from './language.ts'
import type { Phrasebook } from './phrasebook.ts'
import { english } from './phrasebooks/english.ts'
import { french } from './phrasebooks/french.ts'
import { german } from './phrasebooks/german.ts'
import { spanish } from './phrasebooks/spanish.ts'
import { phrasesOf } from './topic.ts'

/** Lines of one part of a song. */
export type Stanza = { readonly kind: 'verse' | 'chorus' | 'bridge'; readonly lines: readonly string[] }

type StanzaPlan = { readonly kind: Stanza['kind']; readonly lineCount: number }

const capitalised = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1)

const phrasebookFor = (prompt: string): Phrasebook => {
  switch (languageOf(prompt)) {
    case 'de':
      return german
    case 'fr':
      return french
    case 'es':
      return spanish
    default:
      return english
  }
}

/** Gives one after another, and begins again when all are used up. */
const inTurn = <Item>(items: Choices<Item>): (() => Item) => {
  let next = 0
  return () => {
    const item = items[next % items.length] ?? items[0]
    next += 1
    return item
  }
}

const shuffled = <Item>([first, ...rest]: Choices<Item>, random: Random): Choices<Item> => {
  const [start = first, ...others] = random.shuffle([first, ...rest])
  return [start, ...others]
}

/** A writer with its notes: everything comes in turn, so that nothing is said twice before all is said. */
type Writer = {
  readonly ending: () => Choices<string>
  readonly topic: () => string
  readonly verse: () => string
  readonly picture: () => string
  readonly chorus: () => string
  readonly random: Random
}

const topicChoices = (prompt: string, themes: Choices<string>, random: Random): Choices<string> => {
  const [first, ...rest] = phrasesOf(prompt)
  return first === undefined ? [random.pick(themes)] : [first, ...random.shuffle(rest)]
}

const writerFor = (prompt: string, random: Random): Writer => {
  const book = phrasebookFor(prompt)
  return {
    ending: inTurn(shuffled(book.endings, random)),
    topic: inTurn(topicChoices(prompt, book.themes, random)),
    verse: inTurn(shuffled(book.verses, random)),
    picture: inTurn(shuffled(book.pictures, random)),
    chorus: inTurn(shuffled(book.choruses, random)),
    random,
  }
}

const about = (opening: string, topic: string, ending: string): string =>
  capitalised(`${opening.replaceAll('{topic}', () => topic)}, ${ending}`)

/** Lines by twos that rhyme; in a chorus both name a topic. */
const couplets = (writer: Writer, count: number, kind: Stanza['kind']): readonly string[] =>
  Array.from({ length: Math.ceil(count / 2) }, () => {
    const [first = '', second = ''] = writer.random.shuffle(writer.ending())
    if (kind === 'chorus') {
      const line = (ending: string): string => about(writer.chorus(), writer.topic(), ending)
      return [line(first), line(second)]
    }
    return [about(writer.verse(), writer.topic(), first), `${writer.picture()} ${second}`]
  })
    .flat()
    .slice(0, count)

/**
 * Writes rhyming lines about what the prompt is about, in its language where it is
 * known; all choruses are the same.
 */
export const writeLyrics = (
  prompt: string,
  plans: readonly StanzaPlan[],
  random: Random,
): readonly Stanza[] => {
  const writer = writerFor(prompt, random)
  const chorusLines = Math.max(
    0,
    ...plans.filter(({ kind }) => kind === 'chorus').map((plan) => plan.lineCount),
  )
  const chorus = couplets(writer, chorusLines, 'chorus')
  return plans.map(({ kind, lineCount }) => ({
    kind,
    lines: kind === 'chorus' ? chorus.slice(0, lineCount) : couplets(writer, lineCount, kind),
  }))
}

const songPlan: readonly StanzaPlan[] = [
  { kind: 'verse', lineCount: 4 },
  { kind: 'chorus', lineCount: 4 },
  { kind: 'verse', lineCount: 4 },
  { kind: 'chorus', lineCount: 4 },
  { kind: 'bridge', lineCount: 2 },
  { kind: 'chorus', lineCount: 4 },
]

/** The stanzas as one text with a heading over each; several verses are numbered. */
export const lyricsText = (stanzas: readonly Stanza[]): string => {
  const isNumbered = stanzas.filter(({ kind }) => kind === 'verse').length > 1
  let verses = 0
  return stanzas
    .map(({ kind, lines }) => {
      if (kind === 'verse') verses += 1
      const number = kind === 'verse' && isNumbered ? ` ${verses}` : ''
      return [`[${capitalised(kind)}${number}]`, ...lines].join('\n')
    })
    .join('\n\n')
}

/** A whole song about a prompt, as one text. Other random numbers give a variation. */
export const writeSong = (prompt: string, random: Random): string =>
  lyricsText(writeLyrics(prompt, songPlan, random))

/** The lines of a text that are sung: no headings in brackets, no empty lines. */
export const sungLines = (lyrics: string): readonly string[] =>
  lyrics
    .split('\n')
    .map((line) => line.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '').trim())
    .filter((line) => line !== '')
