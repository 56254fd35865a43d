import { writeLrc } from '../../../core/clip/subtitles.ts'
import type { AskedFact } from '../../../core/command/feature.ts'
import type { Block, ResultMessage } from '../../../core/message/message.ts'
import { type Outcome, type Output, timedWords } from '../../../core/outcome.ts'
import { say, sayList } from '../../../core/text/say.ts'
import { durationText, shortened } from '../../../core/text/text.ts'

/** The wording for one kind of result. */
export interface AudioKind {
  /** Begins a sentence, such as "Your song"; already translated. */
  product: string
  /** Names a file without a title, such as "song". */
  fileName: string
  /** Whether files with a title use it too: what is made of a clip is known by the clip. */
  isNamedAfterClip?: true
  /** Takes in a complete result. */
  takes: number
  /** What its cover shows; left out if it has no cover. */
  about?: readonly string[]
  /** Whether a cover was requested. */
  hasCover?: boolean | undefined
  /** The request, in the order it is shown. */
  asked: readonly AskedFact[]
}

interface NamedTake extends Output {
  /** From 1. */
  number: number
  name: string
}

/** Titles can have any length; a longer one would crowd out the rest of the message. */
const shownTitleLengthMax = 120

const takesOf = (outputs: readonly Output[], { takes }: AudioKind): NamedTake[] =>
  outputs.map((output, index) => {
    const number = index + 1
    const name =
      output.title === undefined && takes > 1 ? say('“Take {{number}}”', { number }) : quoted(output.title)
    const { durationSeconds } = output
    const length = durationSeconds === undefined ? '' : `(${durationText(durationSeconds)})`
    return { ...output, number, name: `${name} ${length}`.trim() }
  })

const quoted = (title: string | undefined): string =>
  title === undefined ? '' : `“${shortened(title, shownTitleLengthMax)}”`

const extensionOf = (url: string): string =>
  /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? 'mp3'

const audioBlock = (
  { number, name, title, audioUrl, smallerUrl }: NamedTake,
  { takes, fileName, product, isNamedAfterClip }: AudioKind,
): Block[] => {
  if (audioUrl === undefined) return []
  const extension = extensionOf(audioUrl)
  const titled = isNamedAfterClip ? undefined : title?.replace(/(?<![\s.])[\s.]+$/, '')
  const named = titled || fileName
  const file = takes === 1 ? named : `${named} take ${number}`
  return [
    {
      kind: 'audio',
      title:
        takes === 1 ? `${product} ${name}`.trimEnd() : say('Take {{number}}: {{name}}', { number, name }),
      file: { url: audioUrl, name: `${file}.${extension}` },
      ...(smallerUrl !== undefined && {
        smaller: { url: smallerUrl, name: `${file}.${extensionOf(smallerUrl)}` },
      }),
    },
  ]
}

/** The heading of the lyrics: the titles of the takes. */
const wordsTitle = (takes: readonly NamedTake[]): string => {
  const titles = [...new Set(takes.flatMap(({ title }) => (title === undefined ? [] : [quoted(title)])))]
  return titles.length === 0 ? say('The words') : say('The words of {{names}}', { names: sayList(titles) })
}

const lyricsBlock = (takes: readonly NamedTake[]): Block[] => {
  const texts = takes.map(timedWords)
  const [first] = texts
  if (texts.every((text) => text === undefined)) return []
  const allTheSame = texts.every((text) => text === first)
  const text = allTheSame
    ? (first ?? '')
    : takes.map(({ name }, index) => `${name}\n\n${texts[index] ?? say('No lyrics.')}`).join('\n\n\n')
  return [{ kind: 'document', name: 'lyrics.txt', title: wordsTitle(takes), text: `${text}\n` }]
}

/** Timed lyrics for players: one file if all takes have the same lyrics, otherwise one for each. */
const lrcBlocks = (takes: readonly NamedTake[]): Block[] => {
  const timed = takes.filter(({ timedLyrics }) => timedLyrics.length > 0)
  const texts = timed.map(({ timedLyrics }) => writeLrc(timedLyrics))
  const areAlike = timed.length === takes.length && texts.every((text) => text === texts[0])
  return texts.slice(0, areAlike ? 1 : undefined).map((text, index) => ({
    kind: 'document',
    isFile: true,
    text,
    title: wordsTitle(areAlike ? takes : timed.slice(index, index + 1)),
    name: areAlike ? 'lyrics.lrc' : `lyrics take ${timed[index]?.number}.lrc`,
  }))
}

const coverBlock = ({ coverUrl }: Outcome, { about = [], hasCover = false }: AudioKind): Block[] => {
  if (coverUrl === undefined)
    return hasCover ? [{ kind: 'note', text: say('The album cover is missing.') }] : []
  return [
    {
      kind: 'cover',
      description: say('Album cover for: {{about}}', { about: about.join(', ') }),
      file: { url: coverUrl, name: `cover.${extensionOf(coverUrl)}` },
    },
  ]
}

const missingNote = (outputs: readonly Output[], { takes }: AudioKind): Block[] => {
  const there = outputs.filter(({ audioUrl }) => audioUrl !== undefined).length
  if (there >= takes || takes === 1) return []
  return [
    {
      kind: 'note',
      text: say('The audio service delivered {{there}} of {{takes}} takes; the rest never came.', {
        there,
        takes,
      }),
    },
  ]
}

const sentence = (takes: readonly NamedTake[], kind: AudioKind): string => {
  const { product } = kind
  const heard = takes.filter(({ audioUrl }) => audioUrl !== undefined)
  if (heard.length === 0) return say('{{product}} is done, but no audio came with it.', { product })
  const names = sayList(heard.map(({ name }) => name))
  if (kind.takes > 1 || heard.some(({ title }) => title !== undefined))
    return say('{{product}} is ready: {{names}}.', { product, names })
  return names === ''
    ? say('{{product}} is ready.', { product })
    : say('{{product}} is ready {{length}}.', { product, length: names })
}

/** How audio is shown: every take with title and length, the cover, and the lyrics as a file. */
export const audioView = (outcome: Outcome, kind: AudioKind): ResultMessage => {
  const takes = takesOf(outcome.outputs, kind)
  return {
    text: sentence(takes, kind),
    tone: 'done',
    blocks: [
      { kind: 'facts', facts: kind.asked },
      ...takes.flatMap((take) => audioBlock(take, kind)),
      ...coverBlock(outcome, kind),
      ...lyricsBlock(takes),
      ...lrcBlocks(takes),
      ...missingNote(outcome.outputs, kind),
    ],
  }
}
