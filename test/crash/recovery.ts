import { setTimeout as pause } from 'node:timers/promises'
import { type JobStanding, type OpenBooks, usualRestMs } from './books.ts'

const giveUpMs = 40_000
const lookMs = 60

/** A job whose process has died, and what is left to do for it. */
interface Left extends JobStanding {
  dueAtMs: number
}

const isDue = (job: JobStanding, diedAtMs: number): job is Left =>
  job.dueAtMs !== undefined && job.dueAtMs <= diedAtMs + usualRestMs

/**
 * Measures how long a process' death kept back what it left, in ms: for each of its jobs from the death, or
 * from when its next step is due where that is later, to that step; and of these the longest. A job that is
 * woken earlier than that has not waited. Undefined where nothing is due: a job that has ended, or that is
 * only looked at again after a long while, has nothing that could be resumed.
 */
export const watchRecovery = async (
  books: Pick<OpenBooks, 'jobs'>,
  left: readonly JobStanding[],
): Promise<number | undefined> => {
  const diedAtMs = Date.now()
  const startOf = ({ dueAtMs }: Left): number => Math.max(diedAtMs, dueAtMs)
  let waiting = left.filter((job) => isDue(job, diedAtMs))
  if (waiting.length === 0) return undefined
  let longestMs = 0
  while (waiting.length > 0) {
    const now = new Map((await books.jobs()).map(({ id, progress }) => [id, progress]))
    const lookedAtMs = Date.now()
    const isOver = (job: Left): boolean =>
      now.get(job.id) !== job.progress || lookedAtMs - startOf(job) > giveUpMs
    for (const job of waiting.filter(isOver)) longestMs = Math.max(longestMs, lookedAtMs - startOf(job))
    waiting = waiting.filter((job) => !isOver(job))
    if (waiting.length > 0) await pause(lookMs)
  }
  return longestMs
}
