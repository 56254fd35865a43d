import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { usualSong } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import type { LookupUse } from '../../../src/core/job/concurrency.ts'
import { isRunning } from '../../../src/core/job/job.ts'
import { accountOf } from '../../../src/core/target.ts'
import { sweepLine } from '../../../src/jobs/worker/upkeep/sweep-line.ts'
import { providerKeyId } from '../../../src/redis/keys.ts'
import { target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { accepted, usualEstimate } from '../../support/service/scripted-audio-service.ts'

const account = accountOf(target())
const apiKey = 'an-own-secret-key'
const keyId = providerKeyId(apiKey)
const minuteMs = 60_000
const noBalance: SubmitOutcome = { status: 'refused', why: 'balance', said: 'top up' }
const noKey: SubmitOutcome = { status: 'refused', why: 'key', said: undefined }
const elsewhere = { target: target({ server: 'server-2' }) }

let world: JobWorld
let events = 0

const change = () => {
  events += 1
  return { account, eventId: `own-${events}`, actor: 'admin-1' }
}
const ownPlaces = () => world.forKey(keyId).places
const runOnce = () => world.queue.run(world.clock.now())
const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

/** A job that the service works on. */
const running = async (): Promise<string> => {
  const jobId = await world.start()
  await runOnce()
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
  return jobId
}

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
  await giveBudget(world, 100_000_000, 'discord:server-2')
  await world.ownKeyStore.keep(change(), apiKey)
})
afterEach(() => world.close())

describe("a job that a server's own key pays for", () => {
  test('is sent, looked up and learned from with that key alone', async () => {
    const jobId = await running()
    expect(await ownPlaces().leases()).toMatchObject([{ jobId }])
    expect(await world.places.leases()).toEqual([])
    await pass(2 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', paidBy: 'server', keyId })
    expect(world.ownService.submissions).toHaveLength(1)
    expect(world.ownService.lookUps).not.toEqual([])
    expect([world.service.submissions, world.service.lookUps]).toEqual([[], []])
    const song = usualSong
    expect(await world.forKey(keyId).prices.quote(song)).toMatchObject({ samples: 1 })
    expect(await world.deps.prices.quote(song)).toMatchObject({ samples: 0 })
    expect(await ownPlaces().leases()).toEqual([])
    await expectPeace(world)
  })

  test("waits for its own jobs only, and not for those of the operator's key", async () => {
    const others = await world.start(elsewhere)
    await runOnce()
    const first = await running()
    const second = await world.start()
    await runOnce()
    expect(await world.statesOf([others, first, second])).toEqual(['submitted', 'submitted', 'accepted'])
    expect(await ownPlaces().positionOf(await world.job(second), 60)).toMatchObject({ position: 1 })
    await pass(3 * minuteMs)
    expect(await world.statesOf([others, first, second])).toEqual(['posted', 'posted', 'posted'])
    await expectPeace(world)
  })

  test('goes on while the operator has to top up', async () => {
    world.service.submitWith(noBalance)
    await world.start(elsewhere)
    await runOnce()
    expect(await world.places.pausedFor()).toBe('balance')
    const jobId = await world.start()
    await pass(2 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test.each([
    [noBalance, 'no_own_balance', /admins' account .* is out of credit\. .* Nothing was charged\./],
    [
      noKey,
      'own_key_refused',
      /API key that your admins set was removed, or the audio service rejected it\. .* Nothing/,
    ],
  ] as const)('ends with words for its admins, and stops no other, at %j', async (outcome, ending, text) => {
    world.ownService.submitWith(outcome)
    const jobId = await world.start()
    await runOnce()
    await pass(minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending })
    expect(world.texts()).toEqual([expect.stringMatching(text)])
    expect(world.texts().join()).not.toContain('top up')
    expect(world.log.errors()).toEqual([])
    expect(await world.ask()).toMatchObject({ message: { text: expect.stringMatching(text) } })
    const others = await world.start(elsewhere)
    await pass(2 * minuteMs)
    expect(await world.job(others)).toMatchObject({ state: 'posted' })
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test.each([
    [noBalance, 'balance'],
    [noKey, 'key'],
  ] as const)('makes one alert for its admins due when a pause begins, at %j', async (outcome, why) => {
    world.ownService.submitWith(outcome, outcome, outcome)
    await world.start()
    await world.start()
    await pass(20 * minuteMs)
    expect(world.ownService.submissions.length).toBeGreaterThan(1)
    const due = await world.alerts.due()
    expect(due).toEqual([{ account, name: expect.stringMatching(`^own-key ${why} [0-9]+$`) }])
  })

  test('ends without a key, and stops no other server that has the same one', async () => {
    await world.ownKeyStore.keep({ ...change(), account: 'discord:server-2' }, apiKey)
    await running()
    const jobIds = [await world.start(), await world.start(), await world.start(elsewhere)]
    await runOnce()
    const noKeyHere: SubmitOutcome = { status: 'refused', why: 'no_key', said: undefined }
    world.ownService.submitWith(noKeyHere, accepted('task-9'), noKeyHere)
    await pass(5 * minuteMs)
    expect(await world.statesOf(jobIds)).toEqual(['voided', 'voided', 'posted'])
    expect(await ownPlaces().pausedFor()).toBeUndefined()
    await expectPeace(world)
  })

  test('is found by the name of its task, with the key that paid for it', async () => {
    await running()
    await pass(2 * minuteMs)
    const uses: LookupUse[] = []
    const { lookUp } = world.deps.service
    Object.assign(world.deps.service, {
      lookUp: (...about: Parameters<typeof lookUp>) => {
        uses.push(about[2])
        return lookUp(...about)
      },
    })
    const jobId = await world.start({ command: 'result', values: { family: 'MUSIC_AI', task: 'task-1' } })
    await runOnce()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', paidBy: 'operator' })
    expect(uses).toMatchObject([{ for: 'reading', account, keyId }])
  })

  test('keeps its key when another is set meanwhile, and new ones take that', async () => {
    const first = await running()
    await world.ownKeyStore.keep(change(), 'another-secret-key')
    const second = await world.start()
    await runOnce()
    expect(await world.job(first)).toMatchObject({ keyId })
    expect(await world.job(second)).toMatchObject({ keyId: providerKeyId('another-secret-key') })
    await pass(2 * minuteMs)
    expect(await world.statesOf([first, second])).toEqual(['posted', 'posted'])
    await expectPeace(world)
  })
})

describe('the upkeep of the line of an own key', () => {
  test('gives a running job the place that it lost, in that line', async () => {
    const jobId = await running()
    const { submitEpoch = 0 } = await world.job(jobId)
    await ownPlaces().release(jobId, submitEpoch)
    await sweepLine(world.deps)
    expect(await ownPlaces().leases()).toMatchObject([{ jobId }])
    expect(await world.places.leases()).toEqual([])
  })

  test('gives back the place of a job that is over, and wakes the next', async () => {
    const first = await running()
    const second = await world.start()
    await runOnce()
    const job = await world.job(first)
    expect(isRunning(job)).toBe(true)
    await world.store.fail(job, undefined)
    await sweepLine(world.deps)
    await runOnce()
    expect(await world.job(second)).toMatchObject({ state: 'submitted' })
  })
})

test("a request's price is that of the key that pays for it", async () => {
  const dear = microcredits(usualEstimate * 5)
  const { prices } = world.forKey(keyId)
  for (const jobId of ['job-1', 'job-2', 'job-3']) await prices.learn(jobId, usualSong, dear, 'final cost')
  const own = await world.job(await world.start())
  const others = await world.job(await world.start(elsewhere))
  expect(own.held).toBe(dear)
  expect(others.held).toBeLessThan(dear)
})
