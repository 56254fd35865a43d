import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { MasteringOrder } from '../mastering/order.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeSound } from './outputs.ts'

/** What a mastering task makes of which clip, and like which reference. */
export type MasteringWork = Pick<MasteringOrder, 'format'> & {
  readonly clip: ClipSource
  readonly reference: ClipSource
}

/** Makes the output of a mastering task. */
export const makeMastering = async (
  studio: Studio,
  task: Task,
  { clip, reference, format }: MasteringWork,
): Promise<void> => {
  const order = {
    clipPath: await clipPathOf(clip, studio),
    referencePath: await clipPathOf(reference, studio),
    format,
  }
  await makeSound(studio, task, (name) => studio.renderer.render('mastering', order, name))
}
