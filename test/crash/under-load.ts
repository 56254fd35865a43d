import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { createRandomness } from '../support/simulation/randomness.ts'
import { type Crowd, type Liveliness, startCrowd } from './crowd.ts'
import { comesToRest, observe } from './evidence.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { openStage, type Stage } from './stage.ts'

/** A stage on which processes of both roles serve a crowd. */
export interface Ground {
  stage: Stage
  fleet: Fleet
  crowd: Crowd
}

/** What came of it. */
export interface Outcome {
  platform: ChatPlatform
  asked: number
  posted: number
  /** Everything that should not be: violations, and processes that ended as they should not. */
  problems: readonly unknown[]
}

/** What failed again and again is put off for five minutes at most. */
const restTimeoutMs = 6 * 60_000

/** Has something happen while members ask on and on, waits until all is over, and judges. */
export const playUnderLoad = async (
  platform: ChatPlatform,
  liveliness: Liveliness,
  seed: number,
  happen: (ground: Ground) => Promise<void>,
): Promise<Outcome> => {
  const stage = await openStage(platform, { spans: 'under load' })
  try {
    const { judged, newJobs } = await observe(stage)
    const fleet = await openFleet(stage)
    const crowd = startCrowd(stage, createRandomness(seed), liveliness)
    await happen({ stage, fleet, crowd })
    const crowded = await crowd.stop()
    const isAtRest = await comesToRest(stage, { timeoutMs: restTimeoutMs })
    const violations = await judged(isAtRest, { crowded })
    const posted = (await newJobs()).filter(({ state }) => state === 'posted').length
    await fleet.close()
    return { platform, asked: crowded.topics.length, posted, problems: [...violations, ...fleet.faults] }
  } finally {
    await stage.close()
  }
}
