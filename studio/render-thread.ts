import { parentPort } from 'node:worker_threads'
import type { RenderAnswer, RenderJob } from './renderer.ts'
import { type RenderKind, renderings } from './renderings.ts'
import { UnusableInput } from './unusable-input.ts'

const render = async <Kind extends RenderKind>({
  kind,
  order,
  filePath,
}: RenderJob<Kind>): Promise<unknown> =>
  // The kind says what the order is, which the compiler cannot follow through a table.
  await renderings[kind](order as never, filePath)

const answer = async (job: RenderJob<RenderKind>): Promise<RenderAnswer> => {
  try {
    return { kind: 'made', result: await render(job) }
  } catch (error) {
    if (error instanceof UnusableInput) return { kind: 'unusable', reason: error.message }
    return { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : `${error}` }
  }
}

parentPort?.on('message', async (job: RenderJob<RenderKind>) => parentPort?.postMessage(await answer(job)))
