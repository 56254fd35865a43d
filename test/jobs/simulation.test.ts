import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LookupOutcome, SubmitOutcome } from '../../src/core/audio-service.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { ErrorCode } from '../../src/core/errors.ts'
import type { JobRecord } from '../../src/core/job.ts'
import type { Acknowledgement } from '../../src/core/platform.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { createMortalWorker } from '../support/crash.ts'
import { type JobWorld, openJobWorld } from '../support/job-world.ts'
import { replay } from '../support/journal-replay.ts'
import { output } from '../support/outcome.ts'
import { runs } from '../support/runs.ts'
import { accepted, finished } from '../support/scripted-audio-service.ts'
import { journalOf } from '../support/store-world.ts'

// One process, virtual time, a real store: jobs go through whatever the world does to them, and what must hold holds.

interface Scenario {
  parallel: number
  acknowledgements: readonly Acknowledgement['kind'][]
  submits: readonly SubmitOutcome[]
  lookUps: readonly LookupOutcome[]
  failures: readonly { kind: 'edit' | 'post'; code: ErrorCode }[]
  /** A process dies at such an effect of its life; the next one takes over. */
  crashes: readonly { effect: number; when: 'before' | 'after' }[]
  /** Which wake-ups are lost, by their number. */
  lostWakes: readonly number[]
}

const estimates = fc.option(fc.nat(300_000).map(microcredits), { nil: undefined })

const anySubmit: fc.Arbitrary<SubmitOutcome> = fc.oneof(
  { arbitrary: estimates.map((estimate) => accepted('task', { estimate })), weight: 3 },
  fc.constant({ status: 'busy' as const }),
  fc.constant({ status: 'not_sent' as const, reason: 'ECONNREFUSED' }),
  fc.constant({ status: 'uncertain' as const, reason: 'HTTP 500' }),
  fc.constant({ status: 'refused' as const, why: 'request' as const, said: 'no' }),
)

const partial: LookupOutcome = { ...finished, outcome: { outputs: [output(1)], coverUrl: undefined } }

const anyLookUp: fc.Arbitrary<LookupOutcome> = fc.oneof(
  fc.constant({ status: 'pending' as const }),
  fc.constant({ status: 'unreadable' as const, reason: 'HTTP 502' }),
  fc.constant({ status: 'failed' as const, said: undefined }),
  fc.constant(partial),
  estimates.map((cost) => ({ ...finished, cost })),
)

const anyFailure = fc.record({
  kind: fc.constantFrom('edit' as const, 'post' as const),
  code: fc.constantFrom<ErrorCode>(
    'platform_unavailable',
    'message_gone',
    'cannot_post',
    'service_unreachable',
  ),
})

const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  parallel: fc.integer({ min: 1, max: 3 }),
  acknowledgements: fc.array(
    fc.oneof(
      { arbitrary: fc.constant('given' as const), weight: 6 },
      fc.constantFrom('too_late' as const, 'unknown' as const),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  submits: fc.array(anySubmit, { maxLength: 6 }),
  lookUps: fc.array(anyLookUp, { maxLength: 8 }),
  failures: fc.array(anyFailure, { maxLength: 6 }),
  crashes: fc.array(
    fc.record({ effect: fc.nat(40), when: fc.constantFrom('before' as const, 'after' as const) }),
    { maxLength: 3 },
  ),
  lostWakes: fc.uniqueArray(fc.nat(30), { maxLength: 4 }),
})

const isOver = ({ state, toldState }: JobRecord): boolean =>
  state === 'posted' || state === 'withheld' || state === toldState

/** Whoever has begun a paid request that may have been taken, by prompt. */
const watchPayments = (world: JobWorld): Map<unknown, number> => {
  const paid = new Map<unknown, number>()
  const { submit } = world.deps.service
  world.deps.service = {
    ...world.deps.service,
    async submit(request, files) {
      const outcome = await submit(request, files)
      if (outcome.status === 'accepted' || outcome.status === 'uncertain') {
        paid.set(request.body.prompt, (paid.get(request.body.prompt) ?? 0) + 1)
      }
      return outcome
    },
  }
  return paid
}

const stepsAtOnce = 5
const sweepMs = 15_000
const patienceMs = 3 * 60 * 60_000

const play = async (world: JobWorld, scenario: Scenario): Promise<readonly JobRecord[]> => {
  world.service.submitWith(...scenario.submits)
  world.service.lookUpWith(...scenario.lookUps)
  for (const { kind, code } of scenario.failures) world.platform.failNext(kind, code)
  let wakes = -1
  const { wake } = world.queue
  world.queue.wake = (...args) => {
    wakes += 1
    return scenario.lostWakes.includes(wakes) ? Promise.resolve() : wake(...args)
  }
  const crashes = [...scenario.crashes]
  let worker = createMortalWorker(world.deps, crashes.shift())
  await world.queue.work((jobId, number) => worker.handler(jobId, number), stepsAtOnce)

  const jobIds: string[] = []
  for (const [index, kind] of scenario.acknowledgements.entries()) {
    const answer = await world.ask({ values: { prompt: `song ${index}` } })
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    const message = kind === 'given' ? world.platform.answer(answer.message) : undefined
    await world.intake.acknowledged(answer.jobId, kind === 'given' ? { kind, message } : { kind })
    jobIds.push(answer.jobId)
  }

  const jobs = () => Promise.all(jobIds.map((jobId) => world.job(jobId)))
  const giveUpMs = world.clock.now() + patienceMs
  while (!(await jobs()).every(isOver) && world.clock.now() < giveUpMs) {
    await world.queue.run(world.clock.now() + sweepMs)
    if (worker.isDead()) worker = createMortalWorker(world.deps, crashes.shift())
    await sweep(world.deps)
  }
  return jobs()
}

const check = async (scenario: Scenario): Promise<void> => {
  const world = await openJobWorld({ parallel: scenario.parallel })
  try {
    const paid = watchPayments(world)
    const jobs = await play(world, scenario)
    expect(jobs.map((job) => [job.state, isOver(job)])).toEqual(jobs.map(({ state }) => [state, true]))
    expect(Math.max(0, ...paid.values())).toBeLessThanOrEqual(1)
    const settled = jobs.reduce((sum, job) => sum + (job.settled ?? Number.NaN), 0)
    expect(await world.balances()).toEqual({ spent: settled, held: 0 })
    expect(Object.values(replay(await journalOf(world)))).toEqual([{ posted: settled, pending: 0 }])
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
    expect(await world.redis.zcard(world.keys.line('key-1'))).toBe(0)
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
    const posts = world.platform.calls.filter(({ kind }) => kind === 'post')
    expect(posts.every(({ where }) => where.channel === 'channel-1')).toBe(true)
    expect(world.platform.messages.length).toBeLessThanOrEqual(jobs.length * 2)
    for (const job of jobs) {
      if (job.state === 'voided' || job.state === 'failed') expect(job.settled).toBe(0)
      if (job.state === 'posted') expect(job.message).toBeDefined()
    }
  } finally {
    world.close()
  }
}

test(
  'whatever the world does, no song is bought twice, every hold ends, every job ends, and the books agree',
  async () => {
    await fc.assert(fc.asyncProperty(anyScenario, check), { numRuns: runs(60, 1_000) })
  },
  10 * 60_000,
)
