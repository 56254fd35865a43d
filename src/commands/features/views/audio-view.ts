import { writeLrc } from '../../../core/clip/subtitles.ts'
import type { AskedFact } from '../../../core/command/feature.ts'
import type { Block, ResultMessage } from '../../../core/message/message.ts'
import { type Outcome, type Output, timedWords } from '../../../core/outcome.ts'
import { say, sayList } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { durationText } from '../../../core/time.ts'

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
  /** Its title, unless that only repeats the request, as a speech's does. */
  ownTitle: string | undefined
  /** Undefined if unknown. */
  length: string | undefined
}

/** Titles can have any length; a longer one would crowd out the rest of the message. */
const shownTitleLengthMax = 120

/** A title in quotes with its length; either may be unknown. */
const nameOf = (title: string | undefined, length?: string): string => {
  if (title === undefined) return length === undefined ? '' : say('({{length}})', { length })
  const shown = shortened(onOneLine(title), shownTitleLengthMax)
  return length === undefined
    ? say('“{{title}}”', { title: shown })
    : say('“{{title}}” ({{length}})', { title: shown, length })
}

const takesOf = (outputs: readonly Output[], { takes, asked }: AudioKind): NamedTake[] => {
  let prompt = ''
  for (const { label, value } of asked)
    if (label === '' && prompt === '') prompt = onOneLine(value).slice(1, -1)
  const named: NamedTake[] = []
  for (const [index, output] of outputs.entries()) {
    const { title, durationSeconds } = output
    const number = index + 1
    const length = durationSeconds === undefined ? undefined : durationText(durationSeconds)
    const shown = title ?? (takes > 1 ? say('Take {{number}}', { number }) : undefined)
    const flat = onOneLine(title ?? '')
    // The service shortens a long text to a title that ends in "…".
    const isRepeated = flat.endsWith('…') ? prompt.startsWith(flat.slice(0, -1).trimEnd()) : flat === prompt
    named.push({
      ...output,
      number,
      length,
      name: nameOf(shown, length),
      ownTitle: isRepeated ? undefined : title,
    })
  }
  return named
}

const extensionOf = (url: string): string =>
  /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? 'mp3'

/** Each player says which take it is, its title unless the request says it already, and its length. */
const audioBlocks = (
  outputs: readonly NamedTake[],
  { product, takes, fileName, isNamedAfterClip }: AudioKind,
): Block[] => {
  const blocks: Block[] = []
  for (const { number, title, ownTitle, length, audioUrl, smallerUrl } of outputs) {
    if (audioUrl === undefined) continue
    const which = takes > 1 ? say('Take {{number}}', { number }) : product
    const name = nameOf(ownTitle, length)
    const shown =
      takes > 1 && ownTitle !== undefined
        ? say('Take {{number}}: {{name}}', { number, name })
        : say('{{product}} {{name}}', { product: which, name })
    const titled = isNamedAfterClip ? undefined : title?.replace(/(?<![\s.])[\s.]+$/, '')
    const named = titled || fileName
    const file = takes === 1 ? named : `${named} take ${number}`
    blocks.push({
      kind: 'audio',
      title: name === '' ? which : shown,
      file: { url: audioUrl, name: `${file}.${extensionOf(audioUrl)}` },
      ...(smallerUrl !== undefined && {
        smaller: { url: smallerUrl, name: `${file}.${extensionOf(smallerUrl)}` },
      }),
    })
  }
  return blocks
}

/** The heading of the lyrics: the titles of the takes. */
const wordsTitle = (takes: readonly NamedTake[]): string => {
  const titles = new Set<string>()
  for (const { title } of takes) if (title !== undefined) titles.add(nameOf(title))
  return titles.size === 0 ? say('Lyrics') : say('Lyrics for {{names}}', { names: sayList([...titles]) })
}

const lyricsBlock = (takes: readonly NamedTake[]): Block[] => {
  const texts = takes.map(timedWords)
  const [first] = texts
  const areAlike = new Set(texts).size <= 1
  if (areAlike && first === undefined) return []
  const text = areAlike
    ? first
    : takes.map(({ name }, index) => `${name}\n\n${texts[index] ?? say('No lyrics.')}`).join('\n\n\n')
  return [{ kind: 'document', name: 'lyrics.txt', title: wordsTitle(takes), text: `${text}\n` }]
}

/** Timed lyrics for players: one file if all takes have the same lyrics, otherwise one for each. */
const lrcBlocks = (takes: readonly NamedTake[]): Block[] => {
  const files: Block[] = []
  const texts = new Set<string>()
  for (const take of takes) {
    if (take.timedLyrics.length === 0) continue
    const text = writeLrc(take.timedLyrics)
    texts.add(text)
    files.push({
      kind: 'document',
      isFile: true,
      text,
      title: wordsTitle([take]),
      name: `lyrics take ${take.number}.lrc`,
    })
  }
  const [text, ...others] = texts
  if (text === undefined || others.length > 0 || files.length < takes.length) return files
  return [{ kind: 'document', isFile: true, text, title: wordsTitle(takes), name: 'lyrics.lrc' }]
}

const coverBlock = ({ coverUrl }: Outcome, { about = [], hasCover = false }: AudioKind): Block[] => {
  if (coverUrl === undefined)
    return hasCover ? [{ kind: 'note', text: say('The album cover is missing.') }] : []
  return [
    {
      kind: 'cover',
      description: say('Album cover for: {{about}}', { about: sayList(about, 'unit') }),
      file: { url: coverUrl, name: `cover.${extensionOf(coverUrl)}` },
    },
  ]
}

const missingNote = (outputs: readonly Output[], { takes }: AudioKind): Block[] => {
  let there = 0
  for (const { audioUrl } of outputs) if (audioUrl !== undefined) there += 1
  if (there >= takes || takes === 1) return []
  return [
    {
      kind: 'note',
      text: say('The audio service delivered {{there}} of {{takes}} takes.', {
        there,
        takes,
      }),
    },
  ]
}

/**
 * The titles of the takes, each once, as two takes often share one. What is made of a clip is named by its kind, and
 * so is what has the request itself for a title: the line below says it.
 */
const headline = (outputs: readonly NamedTake[], { product, isNamedAfterClip }: AudioKind): string => {
  const titles = new Set<string>()
  let isHeard = false
  for (const { audioUrl, ownTitle } of outputs) {
    if (audioUrl === undefined) continue
    isHeard = true
    if (ownTitle !== undefined && !isNamedAfterClip) titles.add(nameOf(ownTitle))
  }
  if (!isHeard) return say('{{product}} came back without any audio.', { product })
  return titles.size === 0 ? say('{{product}} is ready.', { product }) : sayList([...titles])
}

/** How audio is shown: the titles, every take with its length, the cover, and the lyrics as a file. */
export const audioView = (outcome: Outcome, kind: AudioKind): ResultMessage => {
  const takes = takesOf(outcome.outputs, kind)
  return {
    text: headline(takes, kind),
    tone: 'done',
    blocks: [
      { kind: 'line', facts: kind.asked },
      ...audioBlocks(takes, kind),
      ...coverBlock(outcome, kind),
      ...lyricsBlock(takes),
      ...lrcBlocks(takes),
      ...missingNote(outcome.outputs, kind),
    ],
  }
}
