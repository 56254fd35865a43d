import type { AudioFormat } from '../encode/formats.ts'
import type { CoverOrder, PieceResult } from '../music/order.ts'
import type { SoundFacts } from '../renderings/sound-files.ts'
import type { Studio } from '../studio.ts'
import { type Task, type TaskOutput, withOutput } from '../tasks/task.ts'
import { rendering } from '../work.ts'

/** The public addresses of the two files of an output: one of a form, and the WAV file. */
const outputUrls = (
  { fileUrl }: Studio,
  conversionId: string,
  format: AudioFormat,
): Pick<TaskOutput, 'audioUrl' | 'wavUrl'> => ({
  audioUrl: fileUrl(`${conversionId}.${format}`),
  wavUrl: fileUrl(`${conversionId}.wav`),
})

/** Makes the sound of a task with one output. */
export const makeSound = async (
  studio: Studio,
  task: Task,
  make: (name: string) => Promise<SoundFacts>,
  title = '',
): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const { durationSeconds, format } = await make(conversionId)
  await studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, 0, { title, durationSeconds, ...outputUrls(studio, conversionId, format) }),
  )
}

/** Makes the pieces of a task one by one; each can be read as soon as it is made. Takes count from 1. */
export const makePieces = async (
  studio: Studio,
  task: Task,
  withTimedLyrics: boolean,
  make: (take: number, name: string) => Promise<PieceResult>,
): Promise<void> => {
  for (const [index, { conversionId }] of task.outputs.entries()) {
    const piece = await make(index + 1, conversionId)
    await studio.tasks.update(task.taskId, (latest) =>
      withOutput(latest, index, {
        title: piece.title,
        lyrics: piece.lyrics,
        timedLyrics: withTimedLyrics ? JSON.stringify(piece.timedLines) : '',
        durationSeconds: piece.durationSeconds,
        ...outputUrls(studio, conversionId, 'mp3'),
      }),
    )
  }
}

/** Draws a cover. */
export const cover = rendering('cover', async () => (await import('../renderings/cover.ts')).renderCover)

/** Draws the cover of a task. */
export const makeCover = async (studio: Studio, { taskId }: Task, order: CoverOrder): Promise<void> => {
  await studio.renderer.render(cover, order, taskId)
  await studio.tasks.update(taskId, (latest) => ({
    ...latest,
    coverUrl: studio.fileUrl(`${taskId}.png`),
    thumbnailUrl: studio.fileUrl(`${taskId}-thumbnail.png`),
  }))
}
