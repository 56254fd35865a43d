import { durationText } from './time.ts'

/** How files were made, by the IPTC's own names, the most generated first: https://cv.iptc.org/newscodes/digitalsourcetype */
export const digitalSources = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const
export type DigitalSource = (typeof digitalSources)[number]

/** What a file from Tunesmith counts as if its origin is unknown. */
export const mostGenerated = digitalSources[0]

/** What a file's tags say: that it was made with AI, by which job, and how. Nothing about the member. */
export interface AiMark {
  job: string
  /** The chosen model; undefined if none was chosen. */
  model?: string | undefined
  source: DigitalSource
}

/** Nobody makes shorter sounds: the service writes 0 for a length that it does not know yet. */
const shortestSeconds = 0.1

/** A take's length in seconds; undefined if it is none that a sound can have. */
export const toldLength = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= shortestSeconds ? seconds : undefined

/** One finished output of a task, as the service's client read it. */
export interface Output {
  /** Undefined if the service names none. */
  conversionId: string | undefined
  title: string | undefined
  lyrics: string | undefined
  /** Lines with their start in seconds, if they were requested. */
  timedLyrics: readonly { startSeconds: number; text: string }[]
  audioUrl: string | undefined
  wavUrl: string | undefined
  /** The same sound for places that don't accept the size of `audioUrl`. */
  smallerUrl?: string | undefined
  durationSeconds: number | undefined
  /** The service's own field "sounds", whose meaning is not documented. */
  sounds: string | undefined
}

/** An output without any data. */
export const noOutput: Output = {
  conversionId: undefined,
  title: undefined,
  lyrics: undefined,
  timedLyrics: [],
  audioUrl: undefined,
  wavUrl: undefined,
  durationSeconds: undefined,
  sounds: undefined,
}

/** One finding of the service, by its own name, such as a "bpm" of "162". */
export interface Finding {
  name: string
  value: string
}

/** A file that is not a take, by the service's own name, such as a "midi_file_path". */
export interface ResultFile {
  name: string
  url: string
}

/** Results of some features besides sounds and words. A stream is an address for listening. */
export interface Findings {
  facts: readonly Finding[]
  files: readonly ResultFile[]
  streams: readonly string[]
}

/** Everything that a finished task produced. */
export interface Outcome {
  outputs: readonly Output[]
  coverUrl: string | undefined
  /** The words of a clip, in the requested form. */
  transcription: string | undefined
  /** The same in English, if the service returns both. */
  translation: string | undefined
  findings?: Findings | undefined
  /** The mark of the job that made the files, if another job shows them. */
  mark?: AiMark | undefined
}

/** The words of one take, with the times at which they are sung if those are known. */
export const timedWords = ({
  lyrics,
  timedLyrics,
}: Pick<Output, 'lyrics' | 'timedLyrics'>): string | undefined =>
  timedLyrics.length === 0
    ? lyrics
    : timedLyrics.map(({ startSeconds, text }) => `[${durationText(startSeconds)}] ${text}`).join('\n')

/** The words of one take in a form that can be sung again. */
const plainWords = ({ lyrics, timedLyrics }: Output): string | undefined =>
  lyrics ?? (timedLyrics.length === 0 ? undefined : timedLyrics.map(({ text }) => text).join('\n'))

/** The words of each take that has any, with its number from 1; only one if all are the same. */
export const lyricsOf = ({ outputs }: Outcome): readonly { take: number; words: string }[] => {
  const all: { take: number; words: string }[] = []
  const distinct = new Set<string>()
  for (const [index, output] of outputs.entries()) {
    const words = timedWords(output)
    if (words === undefined || words.trim() === '') continue
    all.push({ take: index + 1, words })
    distinct.add(words)
  }
  return distinct.size === 1 ? all.slice(0, 1) : all
}

/** The words to sing again: those of the first take that has any; undefined if none has. */
export const singableLyrics = ({ outputs }: Outcome): string | undefined =>
  outputs.map(plainWords).find((words) => words !== undefined && words.trim() !== '')

/** One take that can be heard, with its number from 1. */
export interface HeardTake {
  number: number
  output: Output
}

/** An address with a text file's extension: a transcript without words has such a file, too. */
const textFile = /^[^?#]*\.(?:srt|vtt|txt|lrc)(?:[?#]|$)/i

/** The address of a take that can be heard, by its number from 1. */
export const takeUrl = (outcome: Outcome, number: number): string | undefined =>
  heardTakes(outcome).find((take) => take.number === number)?.output.audioUrl

/** The takes of a result that can be heard. A transcript's file is not one. */
export const heardTakes = ({ outputs, transcription }: Outcome): readonly HeardTake[] => {
  const heard: HeardTake[] = []
  if (transcription !== undefined) return heard
  for (const [index, output] of outputs.entries())
    if (output.audioUrl !== undefined && !textFile.test(output.audioUrl))
      heard.push({ number: index + 1, output })
  return heard
}
