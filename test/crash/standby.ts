import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Violation } from '../support/judge/invariants.ts'
import { comesToRest, observe } from './evidence.ts'
import type { CrashPoint } from './points.ts'
import { watchRecovery } from './recovery.ts'
import { perform, scenarioOf } from './scenarios.ts'
import { arm, openStage } from './stage.ts'

/** What came of a case in which one of several processes dies and the others go on. */
export interface Takeover {
  platform: ChatPlatform
  point: CrashPoint
  /** How long what was due waited for another process. */
  recoveryMs: number | undefined
  violations: readonly Violation[]
}

const deathTimeoutMs = 60_000
/** By the deadlines of production a step in hand may take minutes. */
const restMs = 20 * 60_000

/**
 * One death in each part of a job's way, where nothing is in doubt; the first is of the process that listens.
 */
const takeoverPoints: readonly CrashPoint[] = [
  { effect: 'store.accept', nth: 0, when: 'after' },
  { effect: 'store.take', nth: 0, when: 'after' },
  { effect: 'store.submitted', nth: 0, when: 'after' },
  { effect: 'service.lookUp', nth: 0, when: 'before' },
  { effect: 'store.ready', nth: 0, when: 'after' },
  { effect: 'download.read', nth: 0, when: 'before' },
]

/**
 * Kills the process that comes by a point first, of two workers and a process that listens, with the locks, deadlines
 * and sweeps of production, and starts nothing instead.
 */
const playTakeover = async (platform: ChatPlatform, point: CrashPoint): Promise<Takeover> => {
  const stage = await openStage(platform, { spans: 'production' })
  try {
    const processes = [
      await stage.start('polling', ['--role', 'bots']),
      await stage.start('polling', ['--role', 'worker']),
      await stage.start('polling', ['--role', 'worker']),
    ]
    const logOf = (index: number) => join(stage.folder, `effects-${index}.txt`)
    const { newJobs, judged } = await observe(stage)
    for (const [index, bot] of processes.entries())
      await arm(bot, { id: `${index}`, log: logOf(index), point })
    const { signal: over } = new AbortController()
    void perform({ ...stage, over }, scenarioOf('song').play).catch(() => undefined)
    const deaths = processes.map((bot) => bot.process.exited.then(() => bot))
    const dead = await Promise.race([...deaths, pause(deathTimeoutMs)])
    if (dead === undefined) throw new Error(`nobody came by ${point.effect} on ${platform}`)
    const recovering = newJobs().then((left) => watchRecovery(stage.books, left))
    for (const [index, bot] of processes.entries())
      if (bot !== dead) await arm(bot, { id: `${index} goes on`, log: logOf(index) })
    const recoveryMs = await recovering
    const isAtRest = await comesToRest(stage, { restMs })
    return { platform, point, recoveryMs, violations: await judged(isAtRest) }
  } finally {
    await stage.close()
  }
}

/** All of them on both platforms, so many worlds at a time. */
export const playTakeovers = async (atOnce: number): Promise<readonly Takeover[]> => {
  const waiting = chatPlatforms.flatMap((platform) => takeoverPoints.map((point) => ({ platform, point })))
  const played: Takeover[] = []
  const playOn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      played.push(await playTakeover(next.platform, next.point))
  }
  await Promise.all(Array.from({ length: atOnce }, playOn))
  return played
}
