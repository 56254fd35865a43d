import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { CutOrder } from '../cutter/order.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeSound } from './outputs.ts'

/** What a task of the cutter keeps of which clip. */
export type CutWork = Omit<CutOrder, 'clipPath'> & { readonly clip: ClipSource }

/** Makes the output of a cutter task. */
export const makeCut = async (studio: Studio, task: Task, { clip, ...order }: CutWork): Promise<void> => {
  const clipPath = await clipPathOf(clip, studio)
  await makeSound(studio, task, (name) => studio.renderer.render('cut', { ...order, clipPath }, name))
}
