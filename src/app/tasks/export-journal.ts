import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, exportLines } from '../../core/ledger/export.ts'
import type { JournalRange } from '../../core/ledger/journal.ts'
import { createJournal } from '../../redis/journal.ts'
import { createKeys } from '../../redis/keys.ts'
import { archiveBesideTheBot, type BesideTheBot, onRedis } from './beside-the-bot.ts'

/** The program reports unwritable output itself, unless its reader has stopped, as `head` does. */
const isOfOutput = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'write'

/** Writes the journal out as it is read. Throws what `onRedis` throws. */
export const exportJournal = (
  { output, ...deps }: BesideTheBot & { output: Writable },
  range: JournalRange,
  format: ExportFormat,
): Promise<void> =>
  onRedis(deps, async (redis) => {
    const archive = archiveBesideTheBot(deps)
    const lines = createJournal({ redis, keys: createKeys(), archive }).lines(range)
    try {
      await pipeline(Readable.from(exportLines(lines, format)), output, { end: false })
    } catch (error) {
      if (!isOfOutput(error)) throw error
    }
  })
