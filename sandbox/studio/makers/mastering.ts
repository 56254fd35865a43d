import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { MasteringOrder } from '../mastering/order.ts'
import type { Studio } from '../studio.ts'
import { type Task, withOutput } from '../tasks/task.ts'
import { outputUrls } from './outputs.ts'

/** What a mastering task makes of which clip, and like which reference. */
export type MasteringWork = Pick<MasteringOrder, 'format'> & {
  readonly clip: ClipSource
  readonly reference: ClipSource
}

/** Makes the output of a mastering task. */
export const makeMastering = async (
  studio: Studio,
  task: Task,
  { clip, reference, format: wanted }: MasteringWork,
): Promise<void> => {
  const conversionId = task.outputs[0]?.conversionId ?? ''
  const order = {
    clipPath: await clipPathOf(clip, studio),
    referencePath: await clipPathOf(reference, studio),
    format: wanted,
  }
  const { durationSeconds, format } = await studio.renderer.render('mastering', order, conversionId)
  await studio.tasks.update(task.taskId, (latest) =>
    withOutput(latest, 0, { durationSeconds, ...outputUrls(studio, conversionId, format) }),
  )
}
