import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { keyCheck } from '../../../src/redis/doctor/secrets.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dumpWithoutDrafts } from '../../support/redis/store-world.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 3 })
})
afterEach(() => world.close())

const minuteMs = 60_000
const busy: SubmitOutcome = { status: 'busy' }
const noBalance: SubmitOutcome = { status: 'refused', why: 'balance', said: undefined }

const statesOf = (jobIds: readonly string[]) => world.statesOf(jobIds)

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

/** Jobs that are asked for one right after the other, and then their first steps. */
const startMany = async (count: number): Promise<string[]> => {
  const jobIds: string[] = []
  for (let index = 0; index < count; index += 1) {
    jobIds.push(await world.start())
    world.clock.advance(1)
  }
  await world.queue.run(world.clock.now())
  return jobIds
}

describe('a service that has too much in hand', () => {
  test('is asked more and more rarely, by one job at a time, and takes them all in the end', async () => {
    const sentMs: number[] = []
    const trace = (): Promise<SubmitOutcome> => {
      sentMs.push(world.clock.now())
      return Promise.resolve(busy)
    }
    world.service.submitWith(...Array.from({ length: 9 }, () => trace))
    const jobIds = await startMany(3)
    expect(await statesOf(jobIds)).toEqual(['accepted', 'accepted', 'accepted'])
    await pass(10 * minuteMs)
    expect(await statesOf(jobIds)).toEqual(['posted', 'posted', 'posted'])
    const [first = 0] = sentMs
    const laterMs = sentMs.map((ms) => ms - first).filter((ms) => ms > 2)
    for (const [index, ms] of laterMs.slice(1).entries())
      expect(ms - (laterMs[index] ?? 0)).toBeGreaterThanOrEqual(Math.min(minuteMs, 4_000 * 2 ** index))
    expect(world.service.submissions).toHaveLength(12)
    expect(await world.balances()).toMatchObject({ held: 0 })
  })

  test('is given no more tasks at once than it had when it said so', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const first = await startMany(1)
    world.service.submitWith(busy)
    const others = [...(await startMany(1)), ...(await startMany(1))]
    expect(await statesOf([...first, ...others])).toEqual(['submitted', 'accepted', 'accepted'])
    expect(world.service.submissions).toHaveLength(2)
    world.service.submitWith(busy)
    await pass(5_000)
    expect(world.service.submissions).toHaveLength(3)
    expect(await statesOf(others)).toEqual(['accepted', 'accepted'])
  })

  test('is called busy in the message when it has taken nothing for two minutes, and said once', async () => {
    world.service.submitWith(...Array.from({ length: 40 }, () => busy))
    await startMany(1)
    await pass(2 * minuteMs - 10_000)
    expect(world.texts()).toEqual(["Queued your song: 1st in the queue. I'll update this message."])
    await pass(minuteMs)
    expect(world.texts()).toEqual([
      "Queued your song: 1st in the queue. The audio service is busy. You'll keep your place in the queue.",
    ])
    const { length } = world.platform.calls
    await pass(30_000)
    expect(world.platform.calls).toHaveLength(length)
  })
})

const pauseMs = 5 * minuteMs

describe('a service that does not say whether it takes requests', () => {
  const unclear: SubmitOutcome = { status: 'uncertain', reason: 'HTTP 503 without JSON' }

  test('is asked three times and then by one job at a time, ever more rarely, until it takes one', async () => {
    const sentMs: number[] = []
    const trace = (): Promise<SubmitOutcome> => {
      sentMs.push(world.clock.now())
      return Promise.resolve(unclear)
    }
    world.service.submitWith(...Array.from({ length: 5 }, () => trace))
    const jobIds = [...(await startMany(6)), await world.start()]
    expect(sentMs).toHaveLength(3)
    expect(await world.job(jobIds[6] ?? '')).toMatchObject({ state: 'accepted' })
    await pass(5 * minuteMs)
    const [, , third = 0, fourth = 0, fifth = 0] = sentMs
    expect(fourth - third).toBeGreaterThanOrEqual(15_000)
    expect(fifth - fourth).toBeGreaterThanOrEqual(30_000)
    expect((await statesOf(jobIds)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'booked'),
      'posted',
      'posted',
    ])
    expect(world.log.errors()).toEqual([expect.stringContaining('no clear answer')])
  })
})

describe('a service that wants its account topped up', () => {
  test('ends the jobs that met it, with the reason, and the log says it once for all of them', async () => {
    const jobIds = await Promise.all([world.start(), world.start(), world.start()])
    world.service.submitWith(noBalance, noBalance, noBalance)
    await world.queue.run(world.clock.now())
    for (const jobId of jobIds)
      expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'no_balance' })
    expect(world.log.errors()).toEqual([
      'the account at the audio service needs a top-up, so nothing is sent for a while',
    ])
  })

  test('is left alone for five minutes; then one job tries, and after it all who waited, as their messages said', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const answers = await Promise.all([world.start(), world.start(), world.start(), world.start()])
    world.service.submitWith(noBalance)
    const sentMs: number[] = []
    const trace = (): Promise<SubmitOutcome> => {
      sentMs.push(world.clock.now())
      return Promise.resolve(accepted(`task-${sentMs.length}`))
    }
    const handle = createWakeHandler(world.deps)
    const [first = '', ...others] = answers
    await handle(first, (await world.job(first)).wake)
    const pausedMs = world.clock.now()
    world.service.submitWith(trace, trace, trace)
    await pass(pauseMs - 10_000)
    expect(await statesOf(others)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(world.texts()[1]).toMatch(
      /in the queue\. The audio service account that pays .* out of credit\. You'll keep your place/,
    )
    await pass(20_000)
    expect(await statesOf(others)).toEqual(['submitted', 'submitted', 'submitted'])
    expect(Math.min(...sentMs) - pausedMs).toBeGreaterThanOrEqual(pauseMs)
  })

  /** The first of these jobs meets it, and the others wait. */
  const meetIt = async (count: number): Promise<string[]> => {
    const jobIds: string[] = []
    for (let index = 0; index < count; index += 1) {
      jobIds.push(await world.start())
      world.clock.advance(1)
    }
    world.service.submitWith(noBalance)
    const [first = ''] = jobIds
    await createWakeHandler(world.deps)(first, (await world.job(first)).wake)
    return jobIds
  }

  test('and still wants it is asked once per pause, by a job that keeps its place, and the log has one error', async () => {
    const jobIds = await meetIt(3)
    world.service.submitWith(noBalance, noBalance)
    await pass(2 * pauseMs + minuteMs)
    expect(await statesOf(jobIds)).toEqual(['voided', 'accepted', 'accepted'])
    expect(world.service.submissions).toHaveLength(3)
    expect(world.log.errors()).toHaveLength(1)
    expect(world.texts().slice(1)).toEqual([
      expect.stringMatching(/^Queued .* out of credit\. You'll keep your place/),
      expect.stringMatching(/^Queued .* out of credit\. You'll keep your place/),
    ])
    await pass(2 * pauseMs)
    expect(await statesOf(jobIds)).toEqual(['voided', 'posted', 'posted'])
    expect(world.log.lines.at(-1)).toMatchObject({
      level: 'info',
      message: 'the audio service takes requests again',
    })
    expect((await world.balances()).held).toBe(0)
  })

  test('ends a job that was refused as a try for the third time: it may need more than the others', async () => {
    const [, dear = '', other = ''] = await meetIt(3)
    world.service.submitWith(noBalance, noBalance, noBalance)
    await pass(3 * pauseMs + 2 * minuteMs)
    expect(await world.job(dear)).toMatchObject({ state: 'voided', ending: 'no_balance' })
    await pass(2 * pauseMs)
    expect(await statesOf([other])).toEqual(['posted'])
    expect(world.log.errors()).toHaveLength(1)
  })

  test('says what is left, which the log and the doctor tell the operator until a request is taken', async () => {
    world.service.submitWith({
      ...noBalance,
      credits: { available: microcredits(20_000), required: microcredits(100_000) },
    })
    await startMany(1)
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        details: { minutes: 5, available: '0.02', required: '0.10' },
      }),
    )
    const { redis, keys, clock } = world
    const doctor = keyCheck({ redis, keys, now: clock.now, providerKeyId: 'key-1', addressId: 'address-1' })
    expect(await doctor.run()).toMatchObject([
      { why: expect.stringMatching(/^Its account needs a top-up \(credits left: 0\.02, 0\.10 needed\): /) },
    ])
    await pass(pauseMs)
    await startMany(1)
    expect(await doctor.run()).toMatchObject([{ verdict: 'ok' }])
  })

  test('takes no new request, by name and unpaid, and what was asked before is answered as ever', async () => {
    const earlier = await world.ask({ eventId: 'before' })
    world.service.submitWith(noBalance)
    await startMany(1)
    const before = await dumpWithoutDrafts(world)
    const answer = await world.ask()
    expect(answer).toMatchObject({ kind: 'problems' })
    expect(answer.message.text).toContain("The bot's account with the audio service is out of credit.")
    expect(answer.message.text).toContain('Nothing was charged.')
    expect(await dumpWithoutDrafts(world)).toEqual(before)
    expect(await world.ask({ eventId: 'before' })).toMatchObject({ kind: earlier.kind })
    world.clock.advance(pauseMs)
    expect(await world.ask()).toMatchObject({ kind: 'accepted' })
  })

  test.each([
    ['fails', () => Promise.reject(new AppError('store_unavailable', 'scripted'))],
    ['takes too long', () => new Promise<never>(() => undefined)],
  ])('is not asked after for long: a look that %s holds up no answer', async (_, pausedFor) => {
    Object.assign(world.places, { pausedFor })
    expect(await world.ask()).toMatchObject({ kind: 'accepted' })
  })
})
