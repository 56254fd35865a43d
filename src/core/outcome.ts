import type { AiMark } from './ai-mark.ts'

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
