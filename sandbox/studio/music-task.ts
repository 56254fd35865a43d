import type { PieceOrder } from './music/order.ts'
import type { Studio } from './studio.ts'
import { type Task, withOutput } from './task.ts'

/** What a task of the music feature makes for each of its outputs. */
export type MusicWork = Omit<PieceOrder, 'take'> & {
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

const makeOutput = async (studio: Studio, task: Task, work: MusicWork, index: number): Promise<void> => {
  const conversionId = task.outputs[index]?.conversionId ?? ''
  const piece = await studio.renderer.piece({ ...work, take: index + 1 }, conversionId)
  studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, index, {
      title: piece.title,
      lyrics: piece.lyrics,
      timedLyrics: work.withTimedLyrics ? JSON.stringify(piece.timedLines) : '',
      durationSeconds: piece.durationSeconds,
      audioUrl: studio.fileUrl(`${conversionId}.mp3`),
      wavUrl: studio.fileUrl(`${conversionId}.wav`),
    }),
  )
}

const makeCover = async (studio: Studio, task: Task, work: MusicWork): Promise<void> => {
  await studio.renderer.cover(work, task.taskId)
  studio.tasks.update(task.taskId, (latest) => ({
    ...latest,
    coverUrl: studio.fileUrl(`${task.taskId}.png`),
    thumbnailUrl: studio.fileUrl(`${task.taskId}-thumbnail.png`),
  }))
}

/** Makes the outputs of a music task one by one; each can be read as soon as it is made. */
export const makeMusic =
  (studio: Studio, work: MusicWork) =>
  async (task: Task): Promise<void> => {
    for (const index of task.outputs.keys()) await makeOutput(studio, task, work, index)
    if (work.withCover) await makeCover(studio, task, work)
  }
