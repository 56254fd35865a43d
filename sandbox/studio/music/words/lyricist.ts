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
  'Morning brings me {topic}',
  'We were chasing {topic}',
  'Somebody whispered {topic}',
  'I wrote down {topic}',
  'Nothing but {topic}',
  'You showed me {topic}',
  'Give me just {topic}',
]

/** Lines that paint the scene and answer the line before. */
const pictures: Choices<string> = [
  'The stars came down',
  'We were running',
  'The world was turning',
  'My feet kept moving',
  'All the windows shining',
  'A bell was ringing',
  'The old clock ticking',
  'And my hands were shaking',
  'You were laughing',
  'The wind was singing',
]

const chorusOpenings: Choices<string> = [
  'Oh, {topic}',
  'Sing it for {topic}',
  '{topic}, {topic}',
  'Raise your voice for {topic}',
  'Hey, hey, {topic}',
  'Nothing beats {topic}',
  'We believe in {topic}',
]

const plainTopics: Choices<string> = [
  'open roads',
  'rolling thunder',
  'golden summers',
  'city lights',
  'distant stars',
]

const capitalised = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1)

const couplets = (
  count: number,
  openings: Choices<string>,
  answers: Choices<string>,
  topics: Choices<string>,
  random: Random,
): readonly string[] => {
  const order = [random.shuffle(openings), random.shuffle(answers)] as const
  let endings: string[] = []
  return Array.from({ length: count }, (_empty, index) => {
    if (index % 2 === 0) endings = random.shuffle(random.pick(rhymes))
    const lines = order[index % 2] ?? openings
    const opening = lines[Math.floor(index / 2) % lines.length] ?? openings[0]
    const topic = topics[Math.floor(index / 2) % topics.length] ?? topics[0]
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
  const chorus = couplets(chorusLines, chorusOpenings, chorusOpenings, topics, random)
  return stanzas.map(({ kind, lineCount }) => ({
    kind,
    lines:
      kind === 'chorus'
        ? chorus.slice(0, lineCount)
        : couplets(lineCount, verseOpenings, pictures, topics, random),
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
