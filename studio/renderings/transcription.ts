import { readFile, writeFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { toMono } from '../clips/mono.ts'
import { readTags } from '../clips/read-tags.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { soundingParts } from '../transcription/spread.ts'
import { inOrder } from '../transcription/timed-text.ts'
import { hummed, type Transcript, transcriptOf } from '../transcription/transcript.ts'
import { untranslatableReason } from '../transcription/translation.ts'
import { fileEndingOf, type TranscriptionFormat, wordsOfLines, write } from '../transcription/written.ts'
import { UnusableInput } from '../unusable-input.ts'

/** A clip to be written down, and how. */
export type TranscriptionOrder = {
  readonly clipPath: string
  readonly format: TranscriptionFormat
  readonly withWordTimes: boolean
  /** Whether the text is wanted in English. */
  readonly translate: boolean
  /** The language spoken as the caller names it; empty to detect it. */
  readonly language: string
}

/** What comes of it beside the file. */
export type TranscriptionResult = {
  readonly text: string
  readonly fileEnding: string
  /**
   * JSON: a list of the words as `{start, end, text, index}`, in milliseconds; empty where it is not wanted.
   */
  readonly timedWords: string
  /** Where words and times come from, for a person. */
  readonly message: string
  readonly durationSeconds: number
}

const noWords =
  'This studio has no speech recognition, and the file carries no words in its tags: it is written down as if hummed'
const analysisRate = 22_050

const partsOf = (sound: Stereo): ReturnType<typeof soundingParts> => {
  const seconds = sound.left.length / sound.sampleRate
  const parts = soundingParts(toMono(sound, analysisRate, seconds), analysisRate)
  return parts.length > 0 ? parts : [{ start: 0, end: seconds * 1000 }]
}

/** Says which times stand in the tags too, as far as times are told at all. */
const messageFor = ({ lineTimes, wordTimes }: Transcript, order: TranscriptionOrder): string => {
  const source = 'The words come from the tags of the file'
  const isTimed = order.withWordTimes || order.format === 'srt' || order.format === 'vtt'
  if (!isTimed) return source
  if (lineTimes === 'spread') return `${source}; their times are shares of its sounding part by syllables`
  const isExact = wordTimes === 'tagged' || !order.withWordTimes
  return isExact
    ? `${source}, and so do their times`
    : `${source}, and so do the times of lines; those of words are shares by syllables`
}

const asJson = ({ lines }: Transcript): string =>
  JSON.stringify(
    inOrder(wordsOfLines(lines)).map(({ start, end, text }, index) => ({ start, end, text, index })),
  )

/** Writes down the words that a clip carries in its tags, as a text file; without any, as if it was hummed. */
export const renderTranscription = async (
  order: TranscriptionOrder,
  filePath: string,
): Promise<TranscriptionResult> => {
  const bytes = await readFile(order.clipPath)
  const sound = await decodeClip(bytes, wholeClip)
  const tags = await readTags(bytes)
  const parts = partsOf(sound)
  const known = transcriptOf(tags, parts)
  const transcript = known ?? hummed(parts)
  const untranslatable =
    order.translate && known !== undefined ? untranslatableReason(known.text, order.language) : undefined
  if (untranslatable !== undefined) throw new UnusableInput(untranslatable)
  const text = write(transcript, order.format, order.withWordTimes)
  const fileEnding = fileEndingOf(order.format)
  await writeFile(`${filePath}.${fileEnding}`, text)
  return {
    text,
    fileEnding,
    timedWords: order.withWordTimes ? asJson(transcript) : '',
    message: known === undefined ? noWords : messageFor(known, order),
    durationSeconds: tags.durationSeconds ?? sound.left.length / sound.sampleRate,
  }
}
