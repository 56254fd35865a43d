import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestFeature } from '../../../src/jobs/request/request.ts'
import { invocation } from '../../support/commands/invocation.ts'
import {
  type CallbackWorld,
  findTasks,
  openCallbackWorld,
  ownedBy,
} from '../../support/jobs/callback-world.ts'
import { type CrashPoint, dieAt } from '../../support/jobs/crash.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'
import { dump } from '../../support/redis/store-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

// A process dies at one place, the queue with it, and another takes over. Real processes die at
// every place there is in test/crash; here each row of what we know to happen has its shortest
// form, by polling and by callbacks.

const minuteMs = 60_000
const replyToken = 'application-1/token-1'
const ready = /^“Title 1” and “Title 2”/
const stayBooked = /failed\..* still count as used/

let world: CallbackWorld
beforeEach(async () => {
  world = await openCallbackWorld()
})
afterEach(() => world.close())

const pass = (minutes: number) =>
  world.runWithSweeps(world.clock.now() + minutes * minuteMs, minutes > 1 ? 2 * minuteMs : undefined)

/** A member asks, is answered and nobody hears of it any more. */
const ask = async () => {
  const answer = await world.ask()
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return answer
}

test('row 1, killed before the request is stored: nothing is, for nobody, and nothing comes of it', async () => {
  const before = await dump(world)
  const dying = Promise.withResolvers<string>()
  const dyingDeps = {
    ...world.requestDeps,
    store: {
      ...world.store,
      request: () => {
        dying.resolve('died')
        return new Promise<never>(() => undefined)
      },
    },
  }
  const [feature] = world.deps.features.values()
  if (feature === undefined) throw new Error('there is no feature')
  const asked = requestFeature(dyingDeps, feature, invocation({ values: { prompt: 'a sea shanty' } }))
  expect(await Promise.race([asked, dying.promise])).toBe('died')
  await pass(1)
  expect(await dump(world)).toEqual(before)
  await expectVerdict(world, { submissions: 0, texts: [] })
})

test('row 2, killed before the member is answered: what was held is free within a minute, and nothing is sent', async () => {
  await ask()
  expect((await world.balances()).held).toBeGreaterThan(0)
  await pass(1)
  await expectVerdict(world, { submissions: 0, texts: [] })
})

test('row 3, killed after the answer and before that is written: the answer is edited, and nothing is charged', async () => {
  const { message } = await ask()
  world.platform.answer(message, replyToken)
  await pass(1)
  await expectVerdict(world, { submissions: 0, texts: [/interrupted before.*Nothing was charged/s] })
  expect(world.platform.messages[0]?.texts).toHaveLength(2)
})

test('row 4, killed before the first wake-up is queued: within a minute it is sent, once', async () => {
  const { jobId, message } = await ask()
  const ref = world.platform.answer(message)
  await world.store.accept(await world.job(jobId), ref) // and nobody queues anything
  await pass(1)
  expect(world.service.submissions).toHaveLength(1)
  await pass(3)
  await expectVerdict(world, { submissions: 1, texts: [ready] })
})

const removeAllMessages = ({ platform }: CallbackWorld) => {
  for (const { ref } of [...platform.messages]) platform.remove(ref)
}

/** A death, and what the service and the people have seen when another worker has had its time. */
interface Row {
  row: string
  at: CrashPoint
  /** What is different on that day. */
  prepare?: (day: CallbackWorld) => void
  /** What follows at once. */
  meanwhile?: (jobId: string) => Promise<void>
  minutes: number
  submissions: 0 | 1
  text: RegExp
}

const isReadyAlready = async (): Promise<void> =>
  expect(world.texts()).toEqual([expect.stringMatching(ready)])

const rows: readonly Row[] = [
  {
    row: 'row 5, killed before the paid request leaves: nobody can know that, so it is not sent, and said so',
    at: { effect: 'service.submit', when: 'before' },
    minutes: 40,
    submissions: 0,
    text: stayBooked,
  },
  {
    row: 'row 7, killed while the song is made: it is looked up when it would have been, and sent no second time',
    at: { effect: 'service.lookUp', when: 'before' },
    prepare: (day) => day.service.alwaysFind({ status: 'pending' }),
    meanwhile: async () => world.service.alwaysFind(finished),
    minutes: 10,
    submissions: 1,
    text: ready,
  },
  {
    row: 'rows 8 and 10, killed between the result and its message: it is paid for already, and posted after all, once',
    at: { effect: 'store.ready', when: 'after' },
    async meanwhile(jobId) {
      expect(await world.job(jobId)).toMatchObject({ state: 'ready', settled: finished.cost })
      expect(await world.balances()).toEqual({ spent: finished.cost, held: 0 })
    },
    minutes: 10,
    submissions: 1,
    text: ready,
  },
  {
    row: 'row 9, killed between the message and what is written of it: the repeat is an edit',
    at: { effect: 'discord.edit', nth: 1, when: 'after' },
    meanwhile: isReadyAlready,
    minutes: 10,
    submissions: 1,
    text: ready,
  },
  {
    row: 'row 9, the same where the first message is gone: the second create is known for a repeat',
    at: { effect: 'discord.post', when: 'after' },
    prepare: (day) =>
      day.service.submitWith(async () => {
        removeAllMessages(day)
        return accepted('task-1', { etaSeconds: 10 })
      }),
    meanwhile: isReadyAlready,
    minutes: 20,
    submissions: 1,
    text: ready,
  },
]

describe.each([
  ['by polling', false],
  ['by callbacks', true],
])('%s', (_, callsBack) => {
  beforeEach(() => {
    if (!callsBack) world.deps.callbacks = undefined
  })

  test.each(rows)('$row', async ({ at, prepare, meanwhile, minutes, submissions, text }) => {
    prepare?.(world)
    const jobId = await dieAt(world, at)
    await meanwhile?.(jobId)
    const { spent } = await world.balances()
    await pass(minutes)
    await expectVerdict(world, { submissions, texts: [text] })
    expect(world.service.lookUps.length).toBeLessThanOrEqual(submissions)
    if (at.effect === 'discord.edit')
      expect(world.platform.calls.filter(({ kind }) => kind === 'post')).toEqual([])
    if (at.effect === 'store.ready') expect(await world.balances()).toEqual({ spent, held: 0 })
  })

  test('row 6, killed after the service took the request: never sent again; a callback has it delivered, else it is booked', async () => {
    const jobId = await dieAt(world, { effect: 'service.submit', when: 'after' })
    if (callsBack) {
      findTasks(world, () => ownedBy(jobId, finished))
      await world.callBack(jobId, 'task-1')
    }
    await pass(40)
    await expectVerdict(world, { submissions: 1, texts: [callsBack ? ready : stayBooked] })
  })
})
