import { durationText } from './time.ts'

/** How files come about, by the IPTC's own names: https://cv.iptc.org/newscodes/digitalsourcetype */
export const digitalSources = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const
export type DigitalSource = (typeof digitalSources)[number]

/** What the tags of a file say: that it was made with AI, by which job, and how. Nothing of a member's. */
export interface AiMark {
  job: string
  /** The model that was chosen; undefined where none was. */
  model?: string | undefined
  source: DigitalSource
}

/** One finished piece of a task, as the service's client read it. */
export interface Output {
  /** Undefined where the service names none. */
  conversionId: string | undefined
  title: string | undefined
  lyrics: string | undefined
  /** Lines with their start in seconds, where they were asked for. */
  timedLyrics: readonly { startSeconds: number; text: string }[]
  audioUrl: string | undefined
  wavUrl: string | undefined
  /** The same sound for places that do not take a file as large as that of `audioUrl`. */
  smallerUrl?: string | undefined
  durationSeconds: number | undefined
  /** What the service calls sounds; it does not say what that is. */
  sounds: string | undefined
}

/** A piece of which nothing is known. */
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

/** One thing that the service found out, by its own name, such as a "bpm" of "162". */
export interface Finding {
  name: string
  value: string
}

/** A file that is no take, by the service's own name, such as a "midi_file_path". */
export interface ResultFile {
  name: string
  url: string
}

/** Results of some features besides sounds and words. A stream is an address to listen at. */
export interface Findings {
  facts: readonly Finding[]
  files: readonly ResultFile[]
  streams: readonly string[]
}

/** Everything a finished task left behind. */
export interface Outcome {
  outputs: readonly Output[]
  coverUrl: string | undefined
  /** The words of a clip, in the form that was asked for. */
  transcription: string | undefined
  /** The same in English, where the service says both. */
  translation: string | undefined
  findings?: Findings | undefined
  /** What its files say of the job that made it, where another job shows it. */
  mark?: AiMark | undefined
}

/** The words of one take, with the times at which they are sung where those are known. */
export const timedWords = ({
  lyrics,
  timedLyrics,
}: Pick<Output, 'lyrics' | 'timedLyrics'>): string | undefined =>
  timedLyrics.length === 0
    ? lyrics
    : timedLyrics.map(({ startSeconds, text }) => `[${durationText(startSeconds)}] ${text}`).join('\n')

/** The words of one take as they could be sung again. */
const plainWords = ({ lyrics, timedLyrics }: Output): string | undefined =>
  lyrics ?? (timedLyrics.length === 0 ? undefined : timedLyrics.map(({ text }) => text).join('\n'))

/** The words of each take that has any, with its number from 1; one alone where all have the same. */
export const lyricsOf = ({ outputs }: Outcome): readonly { take: number; words: string }[] => {
  const all: { take: number; words: string }[] = []
  for (const [index, output] of outputs.entries()) {
    const words = timedWords(output)
    if (words !== undefined && words.trim() !== '') all.push({ take: index + 1, words })
  }
  const [first] = all
  return all.every(({ words }) => words === first?.words) ? all.slice(0, 1) : all
}

/** The words to sing again: those of the first take that has any; undefined where none has. */
export const singableLyrics = ({ outputs }: Outcome): string | undefined =>
  outputs.map(plainWords).find((words) => words !== undefined && words.trim() !== '')

/** One take that can be heard, with its number from 1. */
export interface HeardTake {
  number: number
  output: Output
}

/** An address whose path ends like that of a text: a transcript without words has such a file, too. */
const textFile = /^[^?#]*\.(?:srt|vtt|txt|lrc)(?:[?#]|$)/i

/** The takes of a result that can be heard. The file of a transcript is none. */
export const heardTakes = ({ outputs, transcription }: Outcome): readonly HeardTake[] => {
  const heard: HeardTake[] = []
  if (transcription !== undefined) return heard
  for (const [index, output] of outputs.entries())
    if (output.audioUrl !== undefined && !textFile.test(output.audioUrl))
      heard.push({ number: index + 1, output })
  return heard
}
