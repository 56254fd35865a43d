import { makeCut } from './makers/cut.ts'
import { makeInpaint } from './makers/inpaint.ts'
import { makeLyrics } from './makers/lyrics.ts'
import { makeMastering } from './makers/mastering.ts'
import { makeMusic } from './makers/music.ts'
import { makeRemix } from './makers/remix.ts'
import { makeSpeech } from './makers/speech.ts'
import { makeTranscription } from './makers/transcription.ts'
import { makeVoiceChange } from './makers/voice-change.ts'
import type { Studio } from './studio.ts'
import type { Task } from './tasks/task.ts'

/** Who makes what, one line for each kind of work. A maker writes what it made into the task. */
const makers = {
  cut: makeCut,
  inpaint: makeInpaint,
  music: makeMusic,
  lyrics: makeLyrics,
  mastering: makeMastering,
  remix: makeRemix,
  speech: makeSpeech,
  transcription: makeTranscription,
  voiceChange: makeVoiceChange,
}

type Kind = keyof typeof makers

/** What a task can be about. An order is kept as JSON, so it is plain data. */
export type Work = {
  [K in Kind]: { readonly kind: K; readonly order: Parameters<(typeof makers)[K]>[2] }
}[Kind]

const isKind = (kind: string): kind is Kind => Object.hasOwn(makers, kind)

/** Does what a task is about. */
export const doWork = async (studio: Studio, task: Task): Promise<void> => {
  const { kind, order } = task.work
  if (!isKind(kind)) throw new Error(`nobody makes ${kind}`)
  // The order was typed when the task was taken on, and went through JSON since.
  await makers[kind](studio, task, order as never)
}
