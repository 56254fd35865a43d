import { parentPort } from 'node:worker_threads'
import { cover } from './makers/outputs.ts'
import type { RenderAnswer, RenderJob } from './renderer.ts'
import { UnusableInput } from './unusable-input.ts'
import type { Rendering } from './work.ts'
import { works } from './works.ts'

const renderings: ReadonlyMap<string, Rendering<never, unknown>> = new Map(
  [cover, ...Object.values(works).flatMap(({ renders = [] }) => renders)].map((each) => [each.kind, each]),
)

const answer = async ({ kind, order, filePath }: RenderJob): Promise<RenderAnswer> => {
  try {
    // The kind says what the order is, which the compiler cannot follow through a table.
    return { kind: 'made', result: await renderings.get(kind)?.render(order as never, filePath) }
  } catch (error) {
    if (error instanceof UnusableInput) return { kind: 'unusable', reason: error.message }
    return { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : `${error}` }
  }
}

parentPort?.on('message', async (job: RenderJob) => parentPort?.postMessage(await answer(job)))
