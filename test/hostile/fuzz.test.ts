import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../support/suite/runs.ts'
import type { TargetName, targets } from './fuzz-targets.ts'
import type { Told } from './fuzz-worker.ts'

// Whatever comes from outside is read without a crash, what is read of it means the same everywhere, and reading takes
// steps in proportion to its length. 200,000 inputs in the long form, 20,000 in `npm test`.

/** The names again, since the targets are loaded by the worker alone, after it began to count. */
const names = {
  'a command': true,
  'a mention on Discord': true,
  'a mention on Slack': true,
  'a form on Discord': true,
  'a form on Slack': true,
  "a button's id": true,
  "a form's origin": true,
  'a code in an address': true,
  'a callback': true,
  "the service's answer": true,
  'a file': true,
  subtitles: true,
  'a message on Discord': true,
  'a message on Slack': true,
  'refused words': true,
  'an address': true,
  'a number': true,
  'a secret': true,
  'a text of others': true,
} as const satisfies Record<keyof typeof targets, true>

const each = Object.keys(names) as TargetName[]
const total = runs(20_000, 200_000)
const length = 100
const longer = 16
/** A reader of quadratic time takes sixteen times as many steps for each character. */
const growthMax = 3

let worker: Worker
beforeAll(() => {
  worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url))
})
afterAll(() => worker.terminate())

const read = async (order: {
  target: TargetName
  seed: number
  count: number
  length: number
}): Promise<Told> => {
  worker.postMessage(order)
  const [told] = await once(worker, 'message')
  return told
}

describe('reading', () => {
  test.each(each)('of %s neither crashes nor takes more than linear time', async (target) => {
    const count = Math.ceil(total / each.length)
    const few = Math.ceil(count / 20)
    const short = await read({ target, seed: 1, count: count - few, length })
    const long = await read({ target, seed: 1_000_001, count: few, length: length * longer })
    expect([...short.problems, ...long.problems]).toEqual([])
    expect(long.steps / long.length / (short.steps / short.length)).toBeLessThan(growthMax)
  })
})
