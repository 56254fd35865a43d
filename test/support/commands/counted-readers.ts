import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { countSteps } from '../suite/steps.ts'

// A worker that has one reader read texts, and answers with the number of steps.

const steps = await countSteps()
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
