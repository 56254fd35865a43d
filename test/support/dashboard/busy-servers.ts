import { microcredits } from '../../../src/core/credits.ts'
import type { JobRecord, JobState } from '../../../src/core/job/job.ts'
import type { AccountId } from '../../../src/core/target.ts'
import { deadJob } from '../jobs/dead-letters.ts'
import { jobIn, overIn, type overStates } from '../jobs/job-states.ts'
import { giveBudget, jobRequest, type StoreWorld } from '../redis/store-world.ts'

const dayMs = 24 * 60 * 60_000

/** Ids of a chat's servers, so many. */
const serverIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(813_847_887_657_123_84n + BigInt(index) * 7_919_331n))

/** In this order, over and over. */
const endings: readonly (typeof overStates)[number][] = [
  ...(['posted', 'posted', 'failed', 'posted', 'posted', 'posted'] as const),
  ...(['voided', 'posted', 'posted'] as const),
]
const features = ['music', 'tts', 'remix', 'lyrics'] as const

/** So many jobs of a day, some days more than others. */
const jobsOn = (day: number): number => 1 + ((day * 7) % 5)

/**
 * A month of requests in so many servers, and now some in every state: two that wait, two that run, a dead letter, a
 * hidden result and an unknown outcome. Moves the clock.
 */
export const makeBusy = async (world: StoreWorld, { days = 29, servers = 6 } = {}) => {
  const ids = serverIds(servers)
  const accounts = ids.map((id): AccountId => `discord:${id}`)
  for (const [index, account] of accounts.entries()) {
    await world.allowlist.allow(account, index % 2 === 0 ? undefined : microcredits(50_000_000))
    await giveBudget(world, (10 + (index % 9) * 5) * 1_000_000, account)
  }
  // The journal's entries have Redis' own time, beside which the last jobs should be.
  world.clock.advanceTo(Date.now() - days * dayMs)
  let made = 0
  const request = (
    values: Readonly<Record<string, unknown>> = { prompt: 'a sea shanty about compilers' },
  ) => {
    const server = ids[(made * made) % ids.length] ?? ''
    const feature = features[made % features.length] ?? 'music'
    made += 1
    return jobRequest({ feature, values }, { server, member: `90${made % 9}` })
  }
  for (let day = 0; day < days; day += 1) {
    for (let count = 0; count < jobsOn(day); count += 1)
      await overIn(world, endings[made % endings.length] ?? 'posted', request())
    world.clock.advance(dayMs)
  }
  const now: Partial<Record<JobState | 'dead', JobRecord>> = {}
  for (const state of ['booked', 'withheld', 'posted', 'submitted', 'uncertain', 'accepted'] as const) {
    now[state] = await jobIn(world, state, request())
    world.clock.advance(7_000)
  }
  const dead = await deadJob(world, 'submitted', request({ prompt: '<script>alert(1)</script>' }))
  return { accounts, dead, jobs: now }
}
