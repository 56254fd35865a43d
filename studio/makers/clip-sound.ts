import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { AudioFormat } from '../encode/formats.ts'
import type { Change } from '../renderings/changed.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { type Rendering, rendering } from '../work.ts'
import { makeSound } from './outputs.ts'

/** The clip of an order, what becomes of it, and the form of the file; undefined = the clip's own. */
type ClipOrder<Wishes> = {
  readonly clip: ClipSource
  readonly wishes: Wishes
  readonly format?: AudioFormat | undefined
}

/**
 * What an endpoint does that makes another sound of one clip, such as
 * `changesSound('softer', async (sound) => …)`. What the clip's tags say is kept.
 */
export const changesSound = <Wishes>(
  kind: string,
  change: Change<Wishes>,
  titleOf: (wishes: Wishes) => string | undefined = () => undefined,
) => {
  const changed = rendering(kind, async () =>
    (await import('../renderings/changed.ts')).renderChanged(change),
  )
  return {
    renders: [changed] as readonly Rendering<never, unknown>[],
    make: async (studio: Studio, task: Task, order: ClipOrder<Wishes>): Promise<void> => {
      const { clip, format, wishes } = order
      const clipPath = await clipPathOf(clip, studio)
      const make = (name: string) => studio.renderer.render(changed, { clipPath, format, wishes }, name)
      await makeSound(studio, task, make, titleOf(wishes))
    },
  }
}
