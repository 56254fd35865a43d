import type { Command } from '../core/command/command.ts'
import type { Effect } from '../core/effect.ts'
import { AppError } from '../core/errors.ts'
import type { Platform } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import { reachProblem } from './reach.ts'

/** Logs the commands and rights that this version needs and a chat lacks; nothing waits for it. */
export const tellShortcomings = async (
  { name, shortcomings }: Pick<Platform, 'name' | 'shortcomings'>,
  commands: readonly Command[],
  log: Log,
): Promise<void> => {
  try {
    for (const text of await shortcomings(commands)) log.warn(text)
  } catch (error) {
    if (error instanceof AppError) log.info(`${name} did not tell which commands it offers`)
    else log.warn(`the commands that ${name} offers could not be compared`, { error })
  }
}

interface ReachMeans {
  log: Log
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  isStopping: () => boolean
}

/** A proxy may send us requests only after a health check or two. */
const reachTriesMax = 6
const reachPauseMs = 10_000

/** Logs if our public address does not lead to us within a minute; nothing waits for it. */
export const tellIfUnreachable = async (
  effect: Effect,
  publicUrl: string,
  { log, wait, isStopping }: ReachMeans,
): Promise<void> => {
  for (let tries = 1; !isStopping(); tries += 1) {
    const problem = await reachProblem(effect, publicUrl)
    if (problem === undefined) return
    if (tries >= reachTriesMax) return log.warn(`PUBLIC_URL ${problem}, so callbacks may not arrive`)
    await wait(reachPauseMs)
  }
}
