import { expect, test } from 'vitest'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import { fleetRoles, type Replacement } from '../crash/fleet.ts'
import { type Ground, playUnderLoad } from '../crash/under-load.ts'
import { isLong, runs } from '../support/suite/runs.ts'

// Two such restarts amid every test run are in restart.test.ts.

const restarts = runs(20, 20, 50)
const waitMs = 15 * 60_000
const liveliness = { paceMs: 900, cancelled: 0.1, deleted: 0, budgeted: 0 }

/** Every fifth process is killed: now one of the bots, now a worker. */
const howOf = (index: number): Replacement => (index % 5 === 4 ? 'killed' : 'rolling')

/** How many of the restarts are two redeploys, the second before the end of the first. */
const overlapping = 6

const restartAll = async ({ fleet }: Ground): Promise<void> => {
  for (let index = 0; index < restarts; index += 1)
    await fleet.replace(fleetRoles[index % fleetRoles.length] ?? 'bots', howOf(index))
  for (let index = 0; index < overlapping; index += 1)
    await fleet.redeployTwice(fleetRoles[index % fleetRoles.length] ?? 'bots')
}

test.runIf(isLong)(
  'row 12, restarts of bots and workers, and redeploys that overlap, lose nothing under load on either platform',
  async () => {
    const all = await Promise.all(
      chatPlatforms.map((platform) => playUnderLoad(platform, liveliness, 1, restartAll)),
    )
    for (const { platform, problems, asked, posted } of all) {
      expect(problems, platform).toEqual([])
      expect(posted, platform).toBeGreaterThan(asked / 2)
    }
  },
  waitMs,
)
