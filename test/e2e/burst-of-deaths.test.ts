import { expect, test } from 'vitest'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import { fleetRoles } from '../crash/fleet.ts'
import { type Ground, playUnderLoad } from '../crash/under-load.ts'
import { isLong, runs } from '../support/suite/runs.ts'

const requestCount = runs(50, 50, 100)
const waitMs = 15 * 60_000
const liveliness = { paceMs: 900, cancelled: 0, deleted: 0, budgeted: 0 }

/** Meanwhile each process dies once. */
const burst = async ({ crowd, fleet }: Ground): Promise<void> => {
  const asked = crowd.burst(requestCount)
  for (const role of fleetRoles) await fleet.replace(role, 'killed')
  await asked
}

test.runIf(isLong).each(chatPlatforms)(
  'many requests in ten seconds, during which every process is killed, are each posted once or end unpaid, on %s',
  async (platform) => {
    const { problems, asked, posted } = await playUnderLoad(platform, liveliness, 1, burst)
    expect(problems).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(requestCount)
    expect(posted).toBeGreaterThan(requestCount / 2)
  },
  waitMs,
)
