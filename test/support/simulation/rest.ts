import type { Redis } from 'ioredis'
import { isWaiting, readBooks } from '../judge/books.ts'

/**
 * When something should be done next that nobody was told of; undefined where nothing is left to do.
 */
export const nextDueMs = async (redis: Redis, now: () => number): Promise<number | undefined> => {
  const due = [...(await readBooks(redis, '', isWaiting)).left].flatMap(([key, entries]) => {
    if (/:(open|unmirrored|unconfirmed)$/.test(key)) return Object.values(entries).map(Number)
    return /:(leases|line|offers)$/.test(key) ? [now()] : []
  })
  return due.length === 0 ? undefined : Math.min(...due)
}
