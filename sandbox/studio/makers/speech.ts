import { fetchClip } from '../clips/clip-source.ts'
import type { SpeechOrder } from '../speech/speech.ts'
import { titleOfText } from '../speech/title.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'
import { outputUrls } from './outputs.ts'

/** What a speech task speaks, and the address of a sample of the voice, empty for none. */
export type SpeechWork = Omit<SpeechOrder, 'samplePath'> & { readonly sampleUrl: string }

/** Speaks the text of a task. */
export const makeSpeech = async (
  studio: Studio,
  task: Task,
  { sampleUrl, ...order }: SpeechWork,
): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const samplePath = sampleUrl === '' ? undefined : await fetchClip(sampleUrl, studio)
  const { durationSeconds } = await studio.renderer.render('speech', { ...order, samplePath }, conversionId)
  await studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, 0, {
      title: titleOfText(order.text),
      durationSeconds,
      ...outputUrls(studio, conversionId),
    }),
  )
}
