import { Session } from 'node:inspector/promises'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

// A worker that has one reader read texts, and answers with the number of steps: how often functions and the blocks in
// them are entered, as V8 counts them. Only code that is compiled after the start has counters, so the readers are
// imported later. Work inside a regular expression is one step.
// https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** How many steps there were since the last time. */
const steps = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

const { readers } = await import('./readers.ts')

/** Takes quadratic time, to see that it is noticed. */
const everyPair = (text: string): number => {
  let pairs = 0
  for (let from = 0; from < text.length; from += 1)
    for (let to = from; to < text.length; to += 2_000) pairs += 1
  return pairs
}

const counted = { ...readers, 'every pair': everyPair }
export type CountedReader = keyof typeof counted

const names = Object.keys(counted) as CountedReader[]
const request = z.object({ reader: z.enum(names), texts: z.array(z.string()) })

parentPort?.on('message', async (message: unknown) => {
  const { reader, texts } = request.parse(message)
  await steps()
  for (const text of texts) counted[reader](text)
  parentPort?.postMessage(await steps())
})
