import type { Random } from '../random.ts'
import type { Choices } from '../style.ts'
import { topicsOf } from './topic.ts'

/** Lines of one part of a song. */
export type Stanza = { readonly kind: 'verse' | 'chorus'; readonly lines: readonly string[] }

/** Endings that rhyme with one another, each a couple of words that can end a line. */
const rhymes: Choices<readonly string[]> = [
  ['through the night', 'in the light', 'burning bright', 'holding tight', 'out of sight', 'it feels right'],
  ['every day', 'come what may', 'along the way', 'here to stay', 'hear me say', 'far away'],
  ['in my heart', 'from the start', 'torn apart', 'like a work of art', 'off the chart'],
  ['on my mind', 'left behind', 'we will find', 'intertwined', 'undefined'],
  ['going home', 'on our own', 'through the foam', 'where we roam', 'all alone'],
  ['in the rain', 'once again', 'down the lane', 'through the pain', 'on the train'],
  ['in the air', 'everywhere', 'if you dare', 'we declare', 'without a care'],
  ['side by side', 'with the tide', 'nowhere to hide', 'what a ride', 'open wide'],
]

const verseOpenings: Choices<string> = [
  'I was dreaming of {topic}',
  'There is {topic}',
  'They told us about {topic}',
  'Morning comes with {topic}',
  'We followed the {topic}',
  'Somebody whispered {topic}',
  'I wrote down {topic}',
  'Nothing but {topic}',
  'You showed me {topic}',
  'Give me a little {topic}',
]

const chorusOpenings: Choices<string> = [
  'Oh, {topic}',
  'Sing it for {topic}',
  '{topic}, {topic}',
  'Raise your voice for {topic}',
  'Hey, hey, {topic}',
  'This is our {topic}',
]

const plainTopics: Choices<string> = [
  'the open road',
  'the rolling thunder',
  'a golden summer',
  'the city lights',
]

const capitalised = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1)

const couplets = (
  count: number,
  openings: Choices<string>,
  topics: Choices<string>,
  random: Random,
): readonly string[] => {
  const order = random.shuffle(openings)
  let endings: string[] = []
  return Array.from({ length: count }, (_empty, index) => {
    if (index % 2 === 0) endings = random.shuffle(random.pick(rhymes))
    const opening = order[index % order.length] ?? openings[0]
    const topic = topics[index % topics.length] ?? topics[0]
    return capitalised(`${opening.replaceAll('{topic}', topic)} ${endings[index % 2]}`)
  })
}

const topicChoices = (prompt: string, random: Random): Choices<string> => {
  const [first, ...rest] = topicsOf(prompt)
  return first === undefined ? [random.pick(plainTopics)] : [first, ...random.shuffle(rest)]
}

/** Writes rhyming lines about what the prompt is about; the choruses are all the same. */
export const writeLyrics = (
  prompt: string,
  stanzas: readonly { readonly kind: Stanza['kind']; readonly lineCount: number }[],
  random: Random,
): readonly Stanza[] => {
  const topics = topicChoices(prompt, random)
  const chorusLines = Math.max(
    0,
    ...stanzas.filter(({ kind }) => kind === 'chorus').map((stanza) => stanza.lineCount),
  )
  const chorus = couplets(chorusLines, chorusOpenings, topics, random)
  return stanzas.map(({ kind, lineCount }) => ({
    kind,
    lines:
      kind === 'chorus' ? chorus.slice(0, lineCount) : couplets(lineCount, verseOpenings, topics, random),
  }))
}

/** The stanzas as one text with a heading over each. */
export const lyricsText = (stanzas: readonly Stanza[]): string =>
  stanzas.map(({ kind, lines }) => [`[${capitalised(kind)}]`, ...lines].join('\n')).join('\n\n')

/** The lines of a text that are sung: no headings in brackets, no empty lines. */
export const sungLines = (lyrics: string): readonly string[] =>
  lyrics
    .split('\n')
    .map((line) => line.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '').trim())
    .filter((line) => line !== '')
