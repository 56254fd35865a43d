import { join } from 'node:path'
import type { ChatPlatform } from '../../sandbox/addresses.ts'
import { comesToRest, observe } from './evidence.ts'
import type { CrashPoint } from './points.ts'
import { watchRecovery } from './recovery.ts'
import { scenarios } from './scenarios.ts'
import { arm, openStage } from './stage.ts'
import type { Violation } from './verdict.ts'

/** What came of a case in which one of two workers dies and the other goes on. */
export interface Takeover {
  platform: ChatPlatform
  point: CrashPoint
  /** How long what was due waited for the other worker. */
  recoveryMs: number | undefined
  violations: readonly Violation[]
}

/** By the deadlines of production a step in hand may take minutes. */
const restMs = 20 * 60_000

/** One death in each part of a job's way, where nothing is in doubt. */
export const takeoverPoints: readonly CrashPoint[] = [
  { effect: 'store.take', nth: 0, when: 'after' },
  { effect: 'store.submitted', nth: 0, when: 'after' },
  { effect: 'service.lookUp', nth: 0, when: 'before' },
  { effect: 'store.ready', nth: 0, when: 'after' },
  { effect: 'download.read', nth: 0, when: 'before' },
]

/**
 * Kills the one of two workers that comes by a point first, with the locks, deadlines and sweeps of production, and starts
 * nothing instead.
 */
export const playTakeover = async (platform: ChatPlatform, point: CrashPoint): Promise<Takeover> => {
  const stage = await openStage(platform, { spans: 'production' })
  try {
    await stage.start('polling', ['--role', 'bots'])
    const workers = [
      await stage.start('polling', ['--role', 'worker']),
      await stage.start('polling', ['--role', 'worker']),
    ]
    const logOf = (index: number) => join(stage.folder, `effects-${index}.txt`)
    const { newJobs, judged } = await observe(stage)
    for (const [index, worker] of workers.entries())
      await arm(worker, { id: `${index}`, log: logOf(index), point })
    void scenarios.song.play(stage).catch(() => undefined)
    const dead = await Promise.race(workers.map((worker) => worker.process.exited.then(() => worker)))
    const recovering = newJobs().then((left) => watchRecovery(stage.books, left))
    for (const [index, worker] of workers.entries())
      if (worker !== dead) await arm(worker, { id: `${index} goes on`, log: logOf(index) })
    const recoveryMs = await recovering
    const isAtRest = await comesToRest(stage, { restMs })
    return { platform, point, recoveryMs, violations: await judged(isAtRest) }
  } finally {
    await stage.close()
  }
}
