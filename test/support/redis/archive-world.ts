import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArchiveFolder } from '../../../src/app/archive-folder.ts'
import { type JobRecord, reportMs } from '../../../src/core/job/job.ts'
import { archivedAfterMs, monthEndMs } from '../../../src/core/ledger/archive.ts'
import { differenceText } from '../../../src/core/ledger/difference.ts'
import type { JournalLine, JournalRange } from '../../../src/core/ledger/journal.ts'
import { accountOf } from '../../../src/core/target.ts'
import { createArchiver } from '../../../src/redis/archiver.ts'
import { createAudit } from '../../../src/redis/audit.ts'
import { archiveCheck } from '../../../src/redis/doctor/archive.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { auditOperator } from '../../../src/redis/operator-audit.ts'
import { target } from '../commands/invocation.ts'
import { overIn } from '../jobs/job-states.ts'
import { giveBudget, openStoreWorld } from './store-world.ts'

/** The account of the jobs, and its bucket. */
export const account = accountOf(target())
export const bucket = bucketOf(account)

/** How long a month stays in Redis. */
export const afterMs = archivedAfterMs(undefined)

/** A time at which everything that a test made is old enough. */
export const longAfter = (): number => Date.now() + 365 * 86_400_000

/**
 * A store with two jobs of July and two of August, and a folder for the archive. Of each two the record of the first is
 * removed. By default it is the first moment at which July is archived.
 */
export const openArchiveWorld = async () => {
  const world = openStoreWorld()
  const folder = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
  const journals = [world.keys.journal(bucket), world.keys.operatorJournal]

  /** Gives the entries up to each length the ids of another time: Redis names them by the time of the test. */
  const nameBy = async (
    key: string,
    times: readonly (readonly [length: number | undefined, at: string])[],
  ): Promise<void> => {
    const entries = await world.redis.xrange(key, '-', '+')
    await world.redis.del(key)
    for (const [index, [id, fields]] of entries.entries()) {
      const at = times.find(([length = 0]) => index < length)?.[1]
      await world.redis.xadd(key, at === undefined ? id : `${Date.parse(at)}-${index + 1}`, ...fields)
    }
  }

  const forget = async ({ id }: Pick<JobRecord, 'id'>): Promise<void> => {
    world.clock.advance(reportMs)
    const now = world.clock.now()
    await world.records.forget({ jobId: id }, { beforeMs: now, lateBeforeMs: now })
  }

  const twoJobs = async (): Promise<readonly [removed: JobRecord, kept: JobRecord]> => {
    const removed = await overIn(world, 'posted')
    const kept = await overIn(world, 'booked')
    await forget(removed)
    return [removed, kept]
  }

  const lengths = () => Promise.all(journals.map((key) => world.redis.xlen(key)))
  await giveBudget(world, 1_000_000_000)
  const july = await twoJobs()
  const inJuly = await lengths()
  const august = await twoJobs()
  const inAugust = await lengths()
  for (const [index, key] of journals.entries())
    await nameBy(key, [
      [inJuly[index], '2026-07-20T10:00:00Z'],
      [inAugust[index], '2026-08-20T10:00:00Z'],
    ])

  const options = (archiveIn = folder) => ({
    ...world,
    now: () => monthEndMs('2026-07') + afterMs,
    archive: createArchiveFolder(archiveIn),
    afterMs,
  })

  const linesOf = async (range: JournalRange): Promise<readonly JournalLine[]> => {
    const lines: JournalLine[] = []
    for await (const line of createJournal(options()).lines(range)) lines.push(line)
    return lines
  }

  return {
    world,
    folder,
    journals,
    july,
    august,
    nameBy,
    forget,
    options,
    archiver: () => createArchiver(options()),
    /** August is archived now, too. */
    later: () => createArchiver({ ...options(), now: () => monthEndMs('2026-08') + afterMs }),
    /** Archives all months of a journal. */
    async archiveAll(journal = bucket): Promise<void> {
      const archiver = createArchiver({ ...options(), now: longAfter })
      while ((await archiver.step(journal)).status === 'archived');
    },
    linesOf,
    /** What the audits and the doctor find. */
    async differences(): Promise<readonly string[]> {
      const audit = createAudit(options())
      const found = [
        ...(await audit.whole(bucket)).differences,
        ...(await audit.sinceCheckpoint(bucket)).differences,
        ...(await auditOperator(options(), [bucket])),
      ]
      const told = (await archiveCheck(options()).run()).filter(({ verdict }) => verdict !== 'ok')
      return [...found.map(differenceText), ...told.map((finding) => JSON.stringify(finding))]
    },
    /** Whether more is left of a job's hold than that it existed. */
    hasHold: async ({ id }: JobRecord): Promise<boolean> => (await world.redis.hlen(world.keys.hold(id))) > 1,
    async close(): Promise<void> {
      world.close()
      await rm(folder, { recursive: true })
    },
  }
}
export type ArchiveWorld = Awaited<ReturnType<typeof openArchiveWorld>>
