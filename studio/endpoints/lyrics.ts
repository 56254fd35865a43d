import { directEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { randomFrom } from '../music/random.ts'
import { writeSong } from '../music/words/lyricist.ts'
import { withOutput } from '../tasks/task.ts'
import { defineWork } from '../work.ts'

/** Writes lyrics while the caller waits; each call is charged and writes its own, also where the prompt is the same. */
export const lyrics = defineWork(directEndpoints.lyrics, {
  take: ({ prompt }) => ({ order: { prompt }, texts: [prompt] }),
  make: async ({ tasks }, task, { prompt }: { readonly prompt: string }) => {
    const written = writeSong(prompt, randomFrom('lyrics', task.taskId))
    await tasks.update(task.taskId, (latest) => withOutput(latest, 0, { lyrics: written }))
  },
})
