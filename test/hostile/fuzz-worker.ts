import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { countSteps } from '../support/suite/steps.ts'
import { randomFrom } from './random.ts'

// A worker that makes inputs from a seed and reads them, and counts the steps of reading alone.

const steps = await countSteps()
const { targets } = await import('./fuzz-targets.ts')
const order = z.object({
  target: z.enum(Object.keys(targets) as (keyof typeof targets)[]),
  seed: z.number(),
  count: z.number(),
  length: z.number(),
})

/** What is wrong with one input of a run, named by its seed. */
export interface Told {
  readonly problems: readonly string[]
  readonly steps: number
  readonly length: number
}

parentPort?.on('message', async (message: unknown) => {
  const { target, seed, count, length } = order.parse(message)
  const made = Array.from({ length: count }, (_, index) => {
    const random = randomFrom(seed + index)
    return { seed: seed + index, prepared: targets[target](random, 1 + random.below(2 * length)) }
  })
  const problems: string[] = []
  await steps()
  for (const { seed: own, prepared } of made) {
    try {
      const problem = prepared.read()
      if (problem !== undefined)
        problems.push(`seed ${own}: ${problem} in ${prepared.shown().slice(0, 2_000)}`)
    } catch (error) {
      problems.push(
        `seed ${own}: ${error instanceof Error ? error.stack : error} in ${prepared.shown().slice(0, 2_000)}`,
      )
    }
  }
  const told: Told = {
    problems: problems.slice(0, 5),
    steps: await steps(),
    length: made.reduce((sum, { prepared }) => sum + prepared.length, 0),
  }
  parentPort?.postMessage(told)
})
