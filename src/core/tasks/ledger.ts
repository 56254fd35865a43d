import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { type ExportFormat, exportLines } from '../ledger/export.ts'
import type { JournalRange } from '../ledger/journal.ts'
import { connectStore } from '../redis/connection.ts'
import { createJournal } from '../redis/journal.ts'
import { createKeys } from '../redis/keys.ts'
import { waitForRedis } from '../redis/wait.ts'
import { type Environment, readRedisSettings } from '../runtime/config.ts'

interface ExportDeps {
  environment: Environment
  output: Writable
  redisWaitMs: number
}

/** Whoever reads may stop reading, as `head` does. */
const isNoLongerRead = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

/**
 * Writes the journal out as it is read. Needs no other setting than those of Redis. Throws AppError `configuration` where
 * they cannot be used or Redis does not answer, and `store_unavailable` where it stops answering.
 */
export const exportJournal = async (
  { environment, output, redisWaitMs }: ExportDeps,
  range: JournalRange,
  format: ExportFormat,
): Promise<void> => {
  const settings = readRedisSettings(environment)
  if (settings === undefined)
    throw new AppError('configuration', 'REDIS_URL is missing or cannot be used; npm run doctor says why.')
  const redis = connectStore(settings.url, () => undefined)
  try {
    await waitForRedis(redis, redisWaitMs)
    const lines = createJournal({ redis, keys: createKeys() }).lines(range)
    await pipeline(Readable.from(exportLines(lines, format)), output, { end: false })
  } catch (error) {
    if (!isNoLongerRead(error)) throw error
  } finally {
    redis.disconnect()
  }
}
