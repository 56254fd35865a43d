import { randomFrom } from '../music/random.ts'
import { writeSong } from '../music/words/lyricist.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'

/** What lyrics are written about. */
export type LyricsWork = { readonly prompt: string }

/** Writes the lyrics of a task. Each task has its own, also where the prompt is the same. */
export const makeLyrics = async ({ tasks }: Studio, task: Task, { prompt }: LyricsWork): Promise<void> => {
  const lyrics = writeSong(prompt, randomFrom('lyrics', task.taskId))
  await tasks.update(task.taskId, (latest) => withOutput(latest, 0, { lyrics }))
}
