import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TaskStatus } from '../../../src/core/job/audio-service.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  type CallbackWorld,
  findTasks,
  openCallbackWorld,
  ownedBy,
} from '../../support/jobs/callback-world.ts'
import { deadLettersOf } from '../../support/jobs/dead-letters.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { expectQuiet } from '../../support/jobs/verdict.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { accepted, finished, usualCost, usualEstimate } from '../../support/service/scripted-audio-service.ts'

let world: CallbackWorld

beforeEach(async () => {
  world = await openCallbackWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const pending: TaskStatus = { status: 'pending' }
const failed: TaskStatus = { status: 'failed', said: 'out of tune' }
const hold = 200_000

/** A job that is in such a state and has told so, with how many credits are spent. */
const closedAs = async (state: 'expired' | 'booked', cancelledBy?: string): Promise<string> => {
  const submission =
    state === 'expired' ? accepted('task-1') : ({ status: 'uncertain', reason: 'x' } as const)
  world.service.submitWith(submission)
  world.service.alwaysFind(pending)
  const jobId = await world.start()
  if (cancelledBy !== undefined) {
    await world.queue.run(world.clock.now())
    await world.control.cancel(await world.job(jobId), cancelledBy)
  }
  await world.runFor(31 * minuteMs)
  expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
  world.service.lookUps.length = 0
  return jobId
}

const expectEnd = async (spent: number, text: RegExp): Promise<void> => {
  expect(world.texts()).toEqual([expect.stringMatching(text)])
  expect(world.service.submissions).toHaveLength(1)
  expect(world.platform.calls.filter(({ kind }) => kind === 'post')).toEqual([])
  expect(await world.balances()).toEqual({ spent, held: 0 })
  await expectQuiet(world)
}

test.each(['expired', 'booked'] as const)(
  'a job that was cancelled before it was %s does not promise to show a late result, and keeps it',
  async (state) => {
    const jobId = await closedAs(state, 'member-1')
    const notes = world.platform.messages.flatMap(({ message }) =>
      message.blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])),
    )
    expect(notes).toEqual([
      `If a result still arrives, /jobs recover ${jobName(jobId)} shows it. Running it again uses more credits.`,
    ])
  },
)

describe('row 27, a task that did not end in time', () => {
  test('is looked at every ten minutes for a day, and then no more', async () => {
    const jobId = await closedAs('expired')
    const { changedAtMs } = await world.job(jobId)
    await world.queue.run()
    const looksMs = world.service.lookUps.map(({ atMs }) => atMs - changedAtMs)
    expect(looksMs).toEqual(Array.from({ length: 143 }, (_, index) => (index + 1) * 10 * minuteMs))
    expect(await world.job(jobId)).toMatchObject({ state: 'expired', toldState: 'expired' })
    expect(world.platform.calls.filter(({ message }) => message.text.includes("didn't finish"))).toHaveLength(
      1,
    )
    await expectEnd(usualEstimate, /didn't finish in time/)
  })

  test.each<[string, TaskStatus, string, number, RegExp]>([
    ['ended well', finished, 'posted', usualCost, /^“Title 1” and “Title 2”/],
    ['failed', failed, 'failed', 0, /couldn't finish it.*out of tune.*Nothing was charged/],
  ])(
    'and %s after all corrects what was charged, and the one message',
    async (_, truth, state, spent, text) => {
      const jobId = await closedAs('expired')
      await world.runFor(3 * hourMs)
      world.service.alwaysFind(truth)
      await world.queue.run()
      expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
      await expectEnd(spent, text)
    },
  )

  test('and ended well without its cost keeps what was estimated', async () => {
    const jobId = await closedAs('expired')
    world.service.alwaysFind({ ...finished, cost: undefined })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settledBy: 'estimate' })
    await expectEnd(usualEstimate, /^“Title 1” and “Title 2”/)
  })

  test('and has one of its files by then is delivered with what there is, and says what is missing', async () => {
    await closedAs('expired')
    world.service.alwaysFind({ ...finished, outcome: outcomeOf([output(1)]) })
    await world.queue.run()
    await expectEnd(usualCost, /^“Title 1”$/)
    expect(world.platform.messages[0]?.message.blocks).toContainEqual({
      kind: 'note',
      text: 'The audio service delivered 1 of 2 takes.',
    })
  })

  test('and ended a moment before its files were there is delivered with all of them', async () => {
    const jobId = await closedAs('expired')
    const lacking = { ...finished, outcome: outcomeOf([]) }
    world.service.lookUpWith(lacking)
    world.service.alwaysFind(finished)
    await world.callBack(jobId, 'task-1')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', outcome: finished.outcome })
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('is looked at at once when the service calls back', async () => {
    const jobId = await closedAs('expired')
    world.service.alwaysFind(finished)
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await world.queue.run()
    expect(world.service.lookUps).toHaveLength(1)
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('of a feature that is gone is left alone', async () => {
    const job = await jobIn(world, 'expired')
    await world.queue.work(createWakeHandler({ ...world.deps, features: new Map() }), 1)
    await world.queue.wake(job.id, job.wake, 0)
    await world.queue.run()
    expect(world.service.lookUps).toEqual([])
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  })
})

describe('a job that was booked', () => {
  test('is looked at only when the service calls back', async () => {
    await closedAs('booked')
    await world.queue.run()
    expect(world.service.lookUps).toEqual([])
    await expectEnd(hold, /never confirmed the request/)
  })

  test.each<[string, TaskStatus, string, number, RegExp]>([
    ['ended well', finished, 'posted', usualCost, /^“Title 1” and “Title 2”/],
    ['failed', failed, 'failed', 0, /couldn't finish it.*Nothing was charged/],
  ])('and whose task %s after all is corrected, message and all', async (_, truth, state, spent, text) => {
    const jobId = await closedAs('booked')
    await world.runFor(5 * hourMs)
    findTasks(world, () => ownedBy(jobId, truth))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
    await expectEnd(spent, text)
  })

  test('and refunded by an operator says so in its message, and does so once', async () => {
    const jobId = await closedAs('booked')
    expect(await deadLettersOf(world).refund(jobId)).toMatchObject({ status: 'refunded', credits: hold })
    await world.runWithSweeps(world.clock.now() + minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    expect(await deadLettersOf(world).refund(jobId)).toEqual({ status: 'before' })
    await expectEnd(0, /Refunded in full: your bot operator found that it wasn't billed\.$/)
  })

  test('and refunded by an operator costs what the service says after all', async () => {
    const jobId = await closedAs('booked')
    await deadLettersOf(world).refund(jobId)
    findTasks(world, () => ownedBy(jobId, finished))
    await world.callBack(jobId, 'task-1')
    await world.runFor(0)
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('and whose task still runs is looked at every ten minutes until it ends', async () => {
    const jobId = await closedAs('booked')
    const calledMs = world.clock.now()
    findTasks(world, () => ownedBy(jobId, world.clock.now() - calledMs < 25 * minuteMs ? pending : finished))
    await world.callBack(jobId, 'task-1')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.service.lookUps.map(({ atMs }) => atMs - calledMs)).toEqual(
      [0, 10, 20, 30].map((minutes) => minutes * minuteMs),
    )
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('is not moved by a stranger’s task', async () => {
    const jobId = await closedAs('booked')
    world.service.alwaysFind(finished)
    await world.callBack(jobId, 'task-of-another')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', settled: hold })
    expect(world.service.lookUps).toHaveLength(1)
    await expectEnd(hold, /never confirmed the request/)
  })

  test('a day ago is not looked at any more', async () => {
    const jobId = await closedAs('booked')
    await world.runFor(25 * hourMs)
    findTasks(world, () => ownedBy(jobId, finished))
    await world.callBack(jobId, 'task-1')
    await world.queue.run()
    expect(world.service.lookUps).toEqual([])
    await expectEnd(hold, /never confirmed the request/)
  })

  test('just when the service called back is told, and looked at right after that', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'x' })
    const jobId = await world.start()
    findTasks(world, () => ownedBy(jobId, finished))
    const { store } = world
    const call = () => world.callBack(jobId, 'task-1')
    const book: typeof store.book = async (...args) => {
      const moved = await store.book(...args)
      await call()
      return moved
    }
    await world.queue.work(createWakeHandler({ ...world.deps, store: { ...store, book } }), 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('says its result in the end, where that came and was shown while the closing words were on their way', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'x' })
    const jobId = await world.start()
    findTasks(world, () => ownedBy(jobId, finished))
    const { port } = world.platform
    const edit: typeof port.edit = async (ref, message, attempt, home) => {
      if (message.text.includes('never confirmed')) {
        await world.callBack(jobId, 'task-1')
        for (let job = await world.job(jobId); job.state !== 'posted'; job = await world.job(jobId))
          await createWakeHandler(world.deps)(jobId, job.wake)
      }
      return port.edit(ref, message, attempt, home)
    }
    const platforms = new Map([['discord', { ...port, edit }]] as const)
    await world.queue.work(createWakeHandler({ ...world.deps, platforms }), 1)
    await world.queue.run()
    expect(world.platform.messages[0]?.texts).toContainEqual(expect.stringMatching(/never confirmed/))
    await world.runWithSweeps(world.clock.now() + minuteMs)
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })

  test('and told of just when the service called back is looked at, too', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'x' })
    const jobId = await world.start()
    findTasks(world, () => ownedBy(jobId, finished))
    const { store } = world
    let calls = 0
    const told: typeof store.told = async (...args) => {
      calls += 1
      if (calls === 1) await world.callBack(jobId, 'task-1')
      return store.told(...args)
    }
    await world.queue.work(createWakeHandler({ ...world.deps, store: { ...store, told } }), 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectEnd(usualCost, /^“Title 1” and “Title 2”/)
  })
})
