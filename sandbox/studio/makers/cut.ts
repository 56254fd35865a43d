import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { CutOrder } from '../cutter/order.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'
import { outputUrls } from './outputs.ts'

/** What a task of the cutter keeps of which clip. */
export type CutWork = Omit<CutOrder, 'clipPath'> & { readonly clip: ClipSource }

/** Makes the output of a cutter task. */
export const makeCut = async (studio: Studio, task: Task, { clip, ...order }: CutWork): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const clipPath = await clipPathOf(clip, studio)
  const { durationSeconds, format } = await studio.renderer.render(
    'cut',
    { ...order, clipPath },
    conversionId,
  )
  await studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, 0, { durationSeconds, ...outputUrls(studio, conversionId, format) }),
  )
}
