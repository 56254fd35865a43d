import { expect } from 'vitest'
import { target } from '../commands/invocation.ts'
import { readBooks } from '../judge/books.ts'
import { judgeEnd, judgeMoment } from '../judge/ledger.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import type { JobWorld } from './job-world.ts'

/** That the journal, the figures, the holds, the records and the operator's total agree. */
export const expectAgreement = async ({
  redis,
  prefix,
}: Pick<StoreWorld, 'redis' | 'prefix'>): Promise<void> =>
  expect(judgeMoment(await readBooks(redis, prefix))).toEqual([])

/** That nothing is held or left to do, and that the books agree; `left` as the judge takes it. */
export const expectPeace = async (
  { redis, prefix }: Pick<StoreWorld, 'redis' | 'prefix'>,
  left?: RegExp,
): Promise<void> => expect(judgeEnd(await readBooks(redis, prefix), left)).toEqual([])

/**
 * What others saw of all that happened: how many paid requests reached the service,
 * and what people read in the end.
 */
export interface Verdict {
  submissions: number
  texts: readonly RegExp[]
}

/** What is looked at again for a day, to learn the truth about it, is due all that time. */
export const butLateTruths = /:(?!open$)\w+$/

/** That the service and the people saw this and no more, where it was requested, and that the books agree. */
export const expectVerdict = async (world: JobWorld, { submissions, texts }: Verdict): Promise<void> => {
  expect(world.service.submissions).toHaveLength(submissions)
  expect(world.texts()).toEqual(texts.map((text) => expect.stringMatching(text)))
  for (const { where } of world.platform.calls) expect(where).toMatchObject({ channel: target().channel })
  await expectPeace(world, butLateTruths)
}

/**
 * That one request was sent and one message tells of it, that so much was spent in
 * all, and that nothing is left to do.
 */
export const expectSettled = async (world: JobWorld, spent: number): Promise<void> => {
  expect(world.service.submissions).toHaveLength(1)
  expect(world.platform.messages).toHaveLength(1)
  expect(await world.balances()).toEqual({ spent, held: 0 })
  await expectPeace(world)
}

/** That nothing is held, queued or left to do. */
export const expectQuiet = async (world: JobWorld): Promise<void> => {
  expect(world.queue.waiting()).toEqual([])
  await expectPeace(world)
}
