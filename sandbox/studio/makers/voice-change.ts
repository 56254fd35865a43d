import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'
import type { VoiceChange } from '../voice/voice-change.ts'
import { voiceById } from '../voice-list/voices.ts'
import { outputUrls } from './outputs.ts'

/** What a task of the voice changer works on, and whose voice it gives. */
export type VoiceChangeWork = VoiceChange & { readonly clip: ClipSource }

/** Gives the clip of a task another voice. */
export const makeVoiceChange = async (
  studio: Studio,
  task: Task,
  { clip, ...change }: VoiceChangeWork,
): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const clipPath = await clipPathOf(clip, studio)
  const { durationSeconds } = await studio.renderer.render(
    'voiceChange',
    { ...change, clipPath },
    conversionId,
  )
  await studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, 0, {
      title: voiceById(change.voiceId)?.name ?? '',
      durationSeconds,
      ...outputUrls(studio, conversionId),
    }),
  )
}
