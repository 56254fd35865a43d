import { fetchClip } from '../clips/clip-source.ts'
import type { SpeechOrder } from '../speech/speech.ts'
import { titleOfText } from '../speech/title.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeSound } from './outputs.ts'

/** What a speech task speaks, and the address of a sample of the voice, empty for none. */
export type SpeechWork = Omit<SpeechOrder, 'samplePath'> & { readonly sampleUrl: string }

/** Speaks the text of a task. */
export const makeSpeech = async (
  studio: Studio,
  task: Task,
  { sampleUrl, ...order }: SpeechWork,
): Promise<void> => {
  const samplePath = sampleUrl === '' ? undefined : await fetchClip(sampleUrl, studio)
  const make = (name: string) => studio.renderer.render('speech', { ...order, samplePath }, name)
  await makeSound(studio, task, make, titleOfText(order.text))
}
