import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import { makeSound } from '../makers/outputs.ts'
import type { MasteringOrder } from '../mastering/order.ts'
import { defineWork, rendering } from '../work.ts'

type MasteringWork = Pick<MasteringOrder, 'format'> & {
  readonly clip: ClipSource
  readonly reference: ClipSource
}

const mastered = rendering(
  'mastering',
  async () => (await import('../renderings/mastering.ts')).renderMastering,
)

/** Masters a clip like a reference. */
export const mastering = defineWork(taskEndpoints.mastering, {
  renders: [mastered],
  take: ({ output_extension }, { clips }) => ({
    order: { clip: clips.audio, reference: clips.reference_audio, format: output_extension },
  }),
  make: async (studio, task, { clip, reference, format }: MasteringWork) => {
    const order = {
      clipPath: await clipPathOf(clip, studio),
      referencePath: await clipPathOf(reference, studio),
      format,
    }
    await makeSound(studio, task, (name) => studio.renderer.render(mastered, order, name))
  },
})
