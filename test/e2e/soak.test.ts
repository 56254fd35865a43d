import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import { mend, strike } from '../crash/mishaps.ts'
import { type Ground, type Outcome, playUnderLoad } from '../crash/under-load.ts'
import { createRandomness } from '../support/simulation/randomness.ts'
import { isLong, soakSeconds, soakSeed } from '../support/suite/runs.ts'

// Whatever can fail fails while members ask on and on. The seed decides what, and when.

const waitMs = 20 * 60_000
const liveliness = { paceMs: 1_000, cancelled: 0.1, deleted: 0.05, budgeted: 0.05 }
const betweenMishapsMs = { min: 500, max: 7_000 }

const soak = async (
  platform: ChatPlatform,
  seed: number,
): Promise<Outcome & { mishaps: readonly string[] }> => {
  const mishaps: string[] = []
  const random = createRandomness(seed)
  const suffer = async (ground: Ground): Promise<void> => {
    const endsAtMs = performance.now() + soakSeconds * 1_000
    while (performance.now() < endsAtMs) {
      mishaps.push(await strike(ground, random))
      await pause(random.between(betweenMishapsMs.min, betweenMishapsMs.max))
    }
    await mend(ground)
  }
  return { ...(await playUnderLoad(platform, liveliness, seed, suffer)), mishaps }
}

test.runIf(isLong)(
  'minutes of failures of every kind leave nothing wrong behind them on either platform',
  async () => {
    console.log(`SOAK_SEED=${soakSeed}`)
    const all = await Promise.all(chatPlatforms.map((platform, index) => soak(platform, soakSeed + index)))
    for (const { platform, mishaps, problems, asked, posted } of all) {
      console.log(`${platform}: ${asked} requests, ${posted} results, ${mishaps.length} mishaps`)
      if (problems.length > 0) console.log(mishaps.join('\n'))
      expect(problems, `${platform}, SOAK_SEED=${soakSeed}`).toEqual([])
      expect(posted, platform).toBeGreaterThan(asked / 2)
    }
  },
  waitMs,
)
