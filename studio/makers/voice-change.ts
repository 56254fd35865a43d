import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import type { VoiceChange } from '../voice/voice-change.ts'
import { voiceById } from '../voice-list/voices.ts'
import { makeSound } from './outputs.ts'

/** What a task of the voice changer works on, and whose voice it gives. */
export type VoiceChangeWork = VoiceChange & { readonly clip: ClipSource }

/** Gives the clip of a task another voice. */
export const makeVoiceChange = async (
  studio: Studio,
  task: Task,
  { clip, ...change }: VoiceChangeWork,
): Promise<void> => {
  const clipPath = await clipPathOf(clip, studio)
  const make = (name: string) => studio.renderer.render('voiceChange', { ...change, clipPath }, name)
  await makeSound(studio, task, make, voiceById(change.voiceId)?.name)
}
