import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import { isUnfinished } from '../../../src/core/job/job.ts'
import { forgetTimes } from '../../../src/core/job/job-list.ts'
import { queueWakeUp } from '../../../src/jobs/wake.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

// Presses at the same moment: each press of another process reaches the same Redis.

const hourMs = 3_600_000
const account = 'discord:server-1'
const [member, other] = ['member-1', 'member-2']

const picked = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), pick: fc.nat(30) })

const anyDeed = fc.oneof(
  { arbitrary: picked('press'), weight: 6 },
  { arbitrary: picked('show'), weight: 2 },
  { arbitrary: picked('delete'), weight: 3 },
  { arbitrary: picked('cancel'), weight: 2 },
  { arbitrary: picked('recover'), weight: 2 },
  { arbitrary: picked('call'), weight: 2 },
  { arbitrary: picked('forget'), weight: 2 },
  { arbitrary: picked('lose'), weight: 1 },
)
type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never

/** What is done at once, and how long nobody does anything after that. */
const anyMoment = fc.record({
  deeds: fc.array(anyDeed, { minLength: 1, maxLength: 4 }),
  thenMs: fc.constantFrom(0, 0, 1_000, 40_000, hourMs, 25 * hourMs),
})

const outcomes: readonly SubmitOutcome[] = [
  { status: 'uncertain', reason: 'HTTP 502' },
  { status: 'refused', why: 'request', said: 'no' },
  { status: 'busy' },
  { status: 'not_sent', reason: 'refused' },
]

/** After these the same job is sent again. */
const buysNothing: ReadonlySet<string> = new Set(['busy', 'not_sent'])

const anyDay = fc.record({
  submits: fc.array(fc.option(fc.constantFrom(...outcomes), { nil: undefined, freq: 1 }), { maxLength: 8 }),
  looks: fc.array(fc.constantFrom('finished', 'pending', 'failed'), { maxLength: 12 }),
  moments: fc.array(anyMoment, { minLength: 4, maxLength: 14 }),
})
type Day = typeof anyDay extends fc.Arbitrary<infer D> ? D : never

/** What came of the presses so far. */
interface Came {
  /** The jobs of each button, oldest first. */
  byButton: Map<string, string[]>
  jobs: string[]
  paid: number
  /** Jobs whose message somebody took away. */
  removed: Set<string>
}

const readIfThere = (world: JobWorld, jobId: string) => world.store.read(jobId)

const press = async (world: JobWorld, came: Came, pick: number): Promise<void> => {
  const button = `message-1 do:jobs:again ${pick % 2 === 0 ? member : other}`
  const answer = await world.ask({ press: button, eventId: `event-${Math.random()}` })
  if (answer.kind !== 'accepted') return
  came.byButton.set(button, [...(came.byButton.get(button) ?? []), answer.jobId])
  came.jobs.push(answer.jobId)
  came.paid += 1
  const message = world.platform.answer(answer.message)
  await world.acknowledged(answer.jobId, { kind: 'given', message })
}

const show = async (world: JobWorld, came: Came, jobId: string): Promise<void> => {
  const values = { job: jobId, wav: true }
  const answer = await world.ask({ command: 'result', values, press: `wav ${jobId}` })
  if (answer.kind !== 'accepted') return
  came.jobs.push(answer.jobId)
  const message = world.platform.answer(answer.message)
  await world.acknowledged(answer.jobId, { kind: 'given', message })
}

const forgetAll = async (world: JobWorld): Promise<void> => {
  const times = forgetTimes(world.clock.now(), world.deps.deadlines)
  const { jobs } = await world.records.walk({ account, member }, undefined, 100)
  await Promise.all(jobs.map(({ id }) => world.records.forget({ jobId: id }, times)))
}

const act = async (world: JobWorld, came: Came, { kind, pick }: Deed): Promise<void> => {
  if (kind === 'press') return press(world, came, pick)
  if (kind === 'forget') return forgetAll(world)
  if (kind === 'lose') return world.queue.lose()
  const jobId = came.jobs[pick % Math.max(1, came.jobs.length)]
  const job = jobId === undefined ? undefined : await readIfThere(world, jobId)
  if (job === undefined) return
  if (kind === 'show') return show(world, came, job.id)
  if (kind === 'cancel') await world.control.cancel(job, member)
  if (kind === 'recover') await world.control.recover(job)
  if (kind === 'delete' && (await world.control.remove(job, member)) === 'woken') came.removed.add(job.id)
  if (kind !== 'call') return
  const hinted = await world.store.hint(job.id, `task-${pick % 4}`)
  if (hinted.status === 'woken') await queueWakeUp(world.deps, job.id, hinted)
}

/** A button has one job at a time: all but its newest are over. */
const checkButtons = async (world: JobWorld, { byButton }: Came): Promise<void> => {
  for (const jobs of byButton.values())
    for (const jobId of jobs.slice(0, -1)) {
      const job = await readIfThere(world, jobId)
      expect(job === undefined || !isUnfinished(job), `${jobId} and a job after it`).toBe(true)
    }
}

const promises = /^(Queued|Working|Waiting)/

const checkEnd = async (world: JobWorld, came: Came, bought: number): Promise<void> => {
  expect(bought).toBeLessThanOrEqual(came.paid)
  expect(world.platform.messages).toHaveLength(came.jobs.length - came.removed.size)
  expect(world.texts().filter((text) => promises.test(text))).toEqual([])
  await expectPeace(world)
}

const live = async ({ submits, looks, moments }: Day): Promise<void> => {
  const world = await openJobWorld({ parallel: 2 })
  const came: Came = { byButton: new Map(), jobs: [], paid: 0, removed: new Set() }
  let tasks = 0
  const bought = () => {
    tasks += 1
    return Promise.resolve(accepted(`task-${tasks}`))
  }
  world.service.submitWith(...submits.map((outcome) => outcome ?? bought))
  const found = {
    finished,
    pending: { status: 'pending' },
    failed: { status: 'failed', said: 'no' },
  } as const
  world.service.lookUpWith(...looks.map((look) => found[look]))
  try {
    for (const { deeds, thenMs } of moments) {
      const working = world.queue.run(world.clock.now())
      await Promise.all(deeds.map((deed) => act(world, came, deed)))
      await working
      await checkButtons(world, came)
      await world.runWithSweeps(world.clock.now() + thenMs, Math.max(3_000, thenMs))
    }
    await world.runWithSweeps(world.clock.now() + 60 * hourMs, 12 * hourMs)
    const sent = world.service.submissions.length
    const unbought = submits.slice(0, sent).filter((outcome) => outcome && buysNothing.has(outcome.status))
    await checkEnd(world, came, sent - unbought.length)
  } finally {
    await world.close()
  }
}

test('whatever is pressed at once is bought once, is said once, and holds nothing in the end', async () => {
  await fc.assert(fc.asyncProperty(anyDay, live), { numRuns: runs(6, 120, 400) })
}, 600_000)
