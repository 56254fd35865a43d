import { startPrivateRedis } from '../redis/private-redis.ts'
import { dayOf } from './bad-day.ts'
import { play } from './play.ts'
import { report, shortest } from './shortest.ts'
import { type Mistake, openStage, type Stage } from './stage.ts'

/** So many days are played at a time: while one waits for Redis, another goes on. */
const atOnce = 4

/** A Redis of its own for days to be played on: it keeps nothing, and is never waited for. */
export const openTheatre = async () => {
  const server = await startPrivateRedis()
  const open: Stage[] = []
  const stagesFor = (mistake?: Mistake): readonly Stage[] => {
    const stages = Array.from({ length: atOnce }, (_, database) => openStage(server.url, database, mistake))
    open.push(...stages)
    return stages
  }
  const [first] = stagesFor()
  await first?.redis.config('SET', 'appendonly', 'no')
  return {
    stagesFor,
    async close() {
      for (const { redis } of open) redis.disconnect()
      await server.stop()
    },
  }
}

/** Plays the days of these seeds, until one goes wrong. Answers with its seed and what went wrong. */
export const firstBadSeed = async (
  stages: readonly Stage[],
  seeds: readonly number[],
): Promise<{ seed: number; violations: readonly string[] } | undefined> => {
  const left = seeds.values()
  let bad: { seed: number; violations: readonly string[] } | undefined
  const playOn = async (stage: Stage): Promise<void> => {
    while (bad === undefined) {
      const { value: seed, done } = left.next()
      if (done) return
      const { violations } = await play(stage, dayOf(seed))
      if (violations.length > 0) bad ??= { seed, violations }
    }
  }
  await Promise.all(stages.map(playOn))
  return bad
}

/**
 * Throws where the days of these seeds do not all go as they have to, with the shortest day that shows it.
 */
export const playDays = async (stages: readonly Stage[], seeds: readonly number[]): Promise<void> => {
  const bad = await firstBadSeed(stages, seeds)
  const [stage] = stages
  if (bad !== undefined && stage !== undefined)
    throw new Error(report(await shortest(stage, dayOf(bad.seed))))
}
