import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { firstRows } from '../../support/suite/runs.ts'

const account = 'discord:server-1'

let world: JobWorld
let operatorBlocked: string[]

beforeEach(async () => {
  operatorBlocked = []
  world = await openJobWorld({ parallel: 1, operatorBlocked })
  world.service.alwaysFind({ status: 'pending' })
})
afterEach(() => world.close())

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

const block = (isBlocked: boolean) =>
  world.blocks.set({
    account,
    actor: 'admin-1',
    eventId: `block-${isBlocked}`,
    member: 'member-1',
    isBlocked,
  })

/** The task that runs is found ended, so that the next job's turn comes. */
const freePlace = async () => {
  world.service.lookUpWith({ status: 'failed', said: undefined })
  await pass(60_000)
}

const notLetIn =
  'Your song failed. Your bot operator turned credits off here before it started. Nothing was charged.'
const blocked =
  'Your song failed. You were blocked from using Tunesmith before it started. Nothing was charged.'

const gone = 'Your song failed. Tunesmith was removed from here before it started. Nothing was charged.'

/** Each shuts out the jobs that wait. */
const ways: readonly (readonly [string, () => unknown, string, string])[] = [
  ['whose server was removed', () => world.allowlist.remove(account), 'not_let_in', notLetIn],
  ['whose member an admin blocked', () => block(true), 'blocked', blocked],
  ['whose member the operator blocked', () => operatorBlocked.push('discord:@member-1'), 'blocked', blocked],
  ['whose server the operator blocked', () => operatorBlocked.push(account), 'not_let_in', notLetIn],
  ['whose server removed the bot', () => world.platform.leave(), 'bot_gone', gone],
]

describe('a waiting job', () => {
  test.each(ways)(
    '%s is not bought and says why, while one that was sent goes on',
    async (_, shutOut, ending, text) => {
      const [sent = '', ...waiting] = await world.startInOrder(3)
      await shutOut()
      await pass(60_000)
      expect(await world.job(sent)).toMatchObject({ state: 'submitted' })
      await freePlace()
      for (const jobId of waiting)
        expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending, settled: 0 })
      expect(world.texts().slice(1)).toEqual([text, text])
      expect(world.service.submissions).toHaveLength(1)
      expect(await world.balances()).toMatchObject({ held: 0 })
    },
  )

  test.each(firstRows(2, ways))('%s is not bought for an answer, either', async (_, shutOut, ending) => {
    await world.start()
    await pass(1)
    const lyrics = await world.start({ command: 'lyrics', values: { theme: 'the sea' } })
    await pass(1)
    await shutOut()
    await freePlace()
    expect(await world.job(lyrics)).toMatchObject({ state: 'voided', ending, settled: 0 })
    expect(world.service.questions).toEqual([])
  })

  test('of a member who was let in again by its turn is bought', async () => {
    const [, waiting = ''] = await world.startInOrder(2)
    await block(true)
    await block(false)
    await freePlace()
    expect(await world.job(waiting)).toMatchObject({ state: 'submitted' })
  })

  test("of an admin, who can't be blocked, is bought", async () => {
    await block(true)
    const jobId = await world.start({ isAdmin: true })
    await pass(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  })

  test('is kept and tried again where nobody can tell whether it is shut out', async () => {
    const peek = world.deps.allowlist.peek
    let failures = 1
    Object.assign(world.deps, {
      allowlist: {
        peek: async (asked: typeof account) => {
          failures -= 1
          if (failures >= 0) throw new AppError('store_unavailable', 'Redis does not answer')
          return peek(asked)
        },
      },
    })
    const jobId = await world.start()
    await pass(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted' })
    await pass(10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    expect(world.service.submissions).toHaveLength(1)
  })
})
