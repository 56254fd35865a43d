import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArchiveFolder } from '../../src/app/archive-folder.ts'
import { archivedAfterMs } from '../../src/core/ledger/archive.ts'
import type { JournalLine } from '../../src/core/ledger/journal.ts'
import { isPseudonym } from '../../src/core/ledger/pseudonym.ts'
import { accountOf } from '../../src/core/target.ts'
import { archiveAll } from '../../src/jobs/worker/upkeep/archive.ts'
import { createArchiver } from '../../src/redis/archiver.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { archiveCheck } from '../../src/redis/doctor/archive.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { auditOperator } from '../../src/redis/operator-audit.ts'
import { target } from '../support/commands/invocation.ts'
import { overIn, overStates } from '../support/jobs/job-states.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { keysLike } from '../support/redis/redis.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const account = accountOf(target())
const { member } = target()
const bucket = bucketOf(account)
const months = 12
const jobsAMonth = runs(3, 100)

/** What a job may leave in Redis for good. */
const bytesMax = 600

let world: StoreWorld
let folder: string

beforeEach(async () => {
  world = openStoreWorld()
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
})
afterEach(async () => {
  world.close()
  await rm(folder, { recursive: true })
})

const monthStartMs = (month: number): number => Date.UTC(2024, month, 1)

/** Lays a month of jobs, whose records are removed, and names their entries by times of that month. */
const layMonth = async (month: number): Promise<void> => {
  const journals = [world.keys.journal(bucket), world.keys.operatorJournal]
  const lengths = await Promise.all(journals.map((key) => (month === 0 ? 0 : world.redis.xlen(key))))
  for (let job = 0; job < jobsAMonth; job += 1) {
    const { id } = await overIn(world, overStates[job % overStates.length] ?? 'posted')
    world.clock.advance(24 * 60 * 60_000)
    const times = { beforeMs: world.clock.now(), lateBeforeMs: world.clock.now() }
    expect(await world.records.forget({ jobId: id }, times)).toEqual({ status: 'forgotten' })
  }
  for (const [index, key] of journals.entries()) {
    const entries = await world.redis.xrange(key, '-', '+')
    await world.redis.del(key)
    for (const [place, [id, fields]] of entries.entries())
      await world.redis.xadd(
        key,
        place < (lengths[index] ?? 0) ? id : `${monthStartMs(month) + place}-0`,
        ...fields,
      )
  }
}

/** The bytes of what doesn't expire, per job. */
const bytesAJob = async (): Promise<number> => {
  let sum = 0
  for (const key of await keysLike(world.redis, `${world.prefix}*`))
    if ((await world.redis.pttl(key)) < 0) sum += Number(await world.redis.memory('USAGE', key, 'SAMPLES', 0))
  return sum / (months * jobsAMonth)
}

test('a year of jobs is laid, archived, replayed and forgotten', async () => {
  await giveBudget(world, 1_000_000_000)
  for (let month = 0; month < months; month += 1) await layMonth(month)
  world.clock.advance(365 * 24 * 60 * 60_000)
  const options = {
    ...world,
    archive: createArchiveFolder(folder),
    afterMs: archivedAfterMs(undefined),
    now: world.clock.now,
  }
  const read = async (): Promise<readonly JournalLine[]> => {
    const lines: JournalLine[] = []
    for await (const line of createJournal(options).lines({})) lines.push(line)
    return lines
  }
  const before = await read()
  expect(await bytesAJob()).toBeGreaterThan(bytesMax)

  const log = createRecordingLog()
  await archiveAll({ archiver: createArchiver(options), isStopping: () => false, log })
  expect(log.lines).toHaveLength(2 * months)

  expect(await world.redis.xlen(world.keys.journal(bucket))).toBe(0)
  for (const key of await keysLike(world.redis, `${world.prefix}{${bucket}}:hold:*`))
    expect(await world.redis.hkeys(key)).toEqual(['forgotten'])
  expect(await bytesAJob()).toBeLessThan(bytesMax)

  expect(await read()).toEqual(before)
  expect(await createAudit(options).whole(bucket)).toMatchObject({ differences: [], unknownLines: [] })
  expect(await auditOperator(options, [bucket])).toEqual([])
  expect(await archiveCheck(options).run()).toMatchObject([{ verdict: 'ok' }])

  await world.pseudonyms.forget(account, member)
  const members = (await read())
    .flatMap((line) => ('scopes' in line ? line.scopes : []))
    .flatMap(({ kind, id }) => (kind === 'member' ? [id] : []))
  expect(members.length).toBeGreaterThan(0)
  expect(members.every(isPseudonym)).toBe(true)
})
