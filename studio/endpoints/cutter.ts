import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { CutOrder } from '../cutter/order.ts'
import { makeSound } from '../makers/outputs.ts'
import { defineWork, rendering } from '../work.ts'

/** No more minutes are charged than the longest clip has that the studio works on. */
const chargedMinutesMax = 10

type CutWork = Omit<CutOrder, 'clipPath'> & { readonly clip: ClipSource }

const cut = rendering('cut', async () => (await import('../renderings/cut.ts')).renderCut)

/** Keeps a range of a clip, exact to the sample. */
export const cutter = defineWork(taskEndpoints.cutter, {
  renders: [cut],
  take: ({ output_extension }, { clips, range }) => ({
    order: { clip: clips.audio, rangeMs: range, format: output_extension },
    units: Math.min(chargedMinutesMax, Math.ceil((range.end - range.start) / 60_000)),
  }),
  make: async (studio, task, { clip, ...order }: CutWork) => {
    const clipPath = await clipPathOf(clip, studio)
    await makeSound(studio, task, (name) => studio.renderer.render(cut, { ...order, clipPath }, name))
  },
})
