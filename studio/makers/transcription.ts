import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { TranscriptionOrder } from '../renderings/transcription.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'

/** What a transcription task writes down. */
export type TranscriptionWork = Omit<TranscriptionOrder, 'clipPath'> & { readonly clip: ClipSource }

/** Writes down what a clip says; the result is a text file, and the same text in the record. */
export const makeTranscription = async (
  studio: Studio,
  task: Task,
  { clip, ...order }: TranscriptionWork,
): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const clipPath = await clipPathOf(clip, studio)
  const made = await studio.renderer.render('transcription', { ...order, clipPath }, conversionId)
  await studio.tasks.update(task.taskId, (latest) => ({
    ...withOutput(latest, 0, {
      timedLyrics: made.timedWords,
      durationSeconds: made.durationSeconds,
      audioUrl: studio.fileUrl(`${conversionId}.${made.fileEnding}`),
    }),
    transcription: made.text,
    message: made.message,
  }))
}
