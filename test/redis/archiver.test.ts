import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArchiveFolder } from '../../src/app/archive-folder.ts'
import type { JobRecord } from '../../src/core/job/job.ts'
import { type ArchiveFolder, archivedAfterMs, monthEndMs } from '../../src/core/ledger/archive.ts'
import { differenceText } from '../../src/core/ledger/difference.ts'
import type { JournalLine, JournalRange } from '../../src/core/ledger/journal.ts'
import { isPseudonym } from '../../src/core/ledger/pseudonym.ts'
import { readStatement } from '../../src/core/ledger/statement.ts'
import { type AccountId, accountOf, personalServer } from '../../src/core/target.ts'
import { operatorJournal } from '../../src/redis/archived.ts'
import { createArchiver } from '../../src/redis/archiver.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { auditOperator } from '../../src/redis/operator-audit.ts'
import { forgetRetired } from '../../src/redis/pseudonyms.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn, overIn } from '../support/jobs/job-states.ts'
import { loseAt } from '../support/redis/lossy.ts'
import {
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())

const collect = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const bucket = bucketOf(account)
const afterMs = archivedAfterMs(undefined)

let world: StoreWorld
let folder: string
/** Two jobs of July and two of August; the first of each is over, and its record removed. */
let july: readonly [JobRecord, JobRecord]
let august: readonly [JobRecord, JobRecord]

const journals = () => [world.keys.journal(bucket), world.keys.operatorJournal]
const lengths = () => Promise.all(journals().map((key) => world.redis.xlen(key)))

/** A job whose record is removed, and one that keeps it. */
const twoJobs = async (): Promise<readonly [JobRecord, JobRecord]> => {
  const removed = await overIn(world, 'posted')
  const kept = await overIn(world, 'booked')
  world.clock.advance(1)
  const now = world.clock.now()
  await world.records.forget({ jobId: removed.id }, { beforeMs: now, lateBeforeMs: now })
  return [removed, kept]
}

/** Gives the entries up to each length the ids of another time: Redis names them by the time of the test. */
const nameBy = async (key: string, times: readonly (readonly [length: number | undefined, at: string])[]) => {
  const entries = await world.redis.xrange(key, '-', '+')
  await world.redis.del(key)
  for (const [index, [id, fields]] of entries.entries()) {
    const at = times.find(([length = 0]) => index < length)?.[1]
    await world.redis.xadd(key, at === undefined ? id : `${Date.parse(at)}-${index + 1}`, ...fields)
  }
}

beforeEach(async () => {
  world = openStoreWorld()
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
  await giveBudget(world, 1_000_000_000)
  july = await twoJobs()
  const inJuly = await lengths()
  august = await twoJobs()
  const inAugust = await lengths()
  for (const [index, key] of journals().entries())
    await nameBy(key, [
      [inJuly[index], '2026-07-20T10:00:00Z'],
      [inAugust[index], '2026-08-20T10:00:00Z'],
    ])
})
afterEach(async () => {
  world.close()
  await rm(folder, { recursive: true })
})

const options = (archiveIn = folder) => ({
  ...world,
  now: () => monthEndMs('2026-07') + afterMs,
  archive: createArchiveFolder(archiveIn),
  afterMs,
})
const archiver = () => createArchiver(options())
const later = () => createArchiver({ ...options(), now: () => monthEndMs('2026-08') + afterMs })

const linesOf = async (given: AccountId | undefined, from = folder): Promise<readonly JournalLine[]> =>
  collect(createJournal(options(from)).lines(given === undefined ? {} : { account: given }))

const differences = async (): Promise<readonly string[]> => {
  const audit = createAudit(options())
  const found = [
    ...(await audit.whole(bucket)).differences,
    ...(await audit.sinceCheckpoint(bucket)).differences,
    ...(await auditOperator(options(), [bucket])),
  ]
  return found.map(differenceText)
}

const holdOf = async ({ id }: JobRecord): Promise<number> => world.redis.exists(world.keys.hold(id))

describe('a month that is over for long enough', () => {
  test('leaves Redis, and is read and audited as before', async () => {
    const before = await linesOf(undefined)
    const figures = await world.redis.hgetall(world.keys.account(account))
    expect(await archiver().step(bucket)).toEqual({ status: 'archived', month: '2026-07', count: 6 })
    expect(await archiver().step(bucket)).toEqual({ status: 'nothing' })
    expect(await world.redis.xlen(world.keys.journal(bucket))).toBe(before.length - 6)
    expect(await linesOf(undefined)).toEqual(before)
    expect(await linesOf(account)).toEqual(
      before.filter((line) => 'account' in line && line.account === account),
    )
    expect(await world.redis.hgetall(world.keys.account(account))).toEqual(figures)
    expect(await differences()).toEqual([])
  })

  test("leaves no hold of jobs whose record is removed, and keeps others'", async () => {
    await archiver().step(bucket)
    expect(await Promise.all([...july, ...august].map(holdOf))).toEqual([0, 1, 1, 1])
    await later().step(bucket)
    expect(await Promise.all([...july, ...august].map(holdOf))).toEqual([0, 1, 0, 1])
    expect(await differences()).toEqual([])
  })

  test('leaves the hold of a job that has later entries, until those are archived', async () => {
    const [removed] = july
    const entries = await world.redis.xrange(world.keys.journal(bucket), '-', '+')
    const last = entries.findLastIndex(([, fields]) => fields.includes(removed.id))
    await nameBy(world.keys.journal(bucket), [
      [last, '2026-07-20T10:00:00Z'],
      [entries.length, '2026-08-20T10:00:00Z'],
    ])
    await archiver().step(bucket)
    expect(await holdOf(removed)).toBe(1)
    expect(await differences()).toEqual([])
    await later().step(bucket)
    expect(await holdOf(removed)).toBe(0)
    expect(await differences()).toEqual([])
  })

  test('of the total leaves Redis too', async () => {
    const before = await world.redis.xlen(world.keys.operatorJournal)
    const step = await archiver().step(operatorJournal)
    expect(step).toMatchObject({ status: 'archived', month: '2026-07' })
    expect(await world.redis.xlen(world.keys.operatorJournal)).toBeLessThan(before)
    expect(await differences()).toEqual([])
  })
})

describe('nothing is archived', () => {
  test('of a month that is not over for long enough', async () => {
    const before = await dump(world)
    const tooEarly = createArchiver({ ...options(), now: () => monthEndMs('2026-07') + afterMs - 1 })
    expect(await tooEarly.step(bucket)).toEqual({ status: 'nothing' })
    expect(await dump(world)).toEqual(before)
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    [
      'the books differ',
      async () => void (await world.redis.hincrby(world.keys.account(account), 'posted|month:2026-06', 1)),
    ],
    [
      'an entry cannot be read',
      async () =>
        void (await world.redis.xadd(
          world.keys.journal(bucket),
          '*',
          'operation',
          'new',
          'account',
          account,
        )),
    ],
  ])('where %s', async (_, spoil) => {
    await spoil()
    const before = await dump(world)
    expect(await archiver().step(bucket)).toEqual({ status: 'differs' })
    expect(await dump(world)).toEqual(before)
  })

  test('where the total differs', async () => {
    await world.redis.hincrby(world.keys.operatorFigures, 'posted|month:2027-06', 1)
    expect(await archiver().step(operatorJournal)).toEqual({ status: 'differs' })
  })
})

const withoutPseudonyms = (all: Awaited<ReturnType<typeof dump>>) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !key.endsWith(':pseudonyms')))

describe('after a failure', () => {
  /** The state of a run that nothing disturbed, as entries and keys. */
  const undisturbed = async () => {
    await later().step(bucket)
    await later().step(bucket)
    return { lines: await linesOf(undefined), kept: await dump(world) }
  }

  test.each(['its reply', 'what follows'] as const)(
    'of any change, another run ends as if nothing had happened (lost: %s)',
    async (lost) => {
      const keys = [...journals(), ...[july, august].flat().map(({ id }) => world.keys.hold(id))]
      const dumps = await Promise.all(
        keys.map(async (key) => [key, await world.redis.dumpBuffer(key)] as const),
      )
      const expected = await undisturbed()
      for (let index = 0; ; index += 1) {
        await world.redis.unlink(
          world.keys.archived(bucket),
          world.keys.archivedBooks(bucket),
          world.keys.checkpoint(bucket),
        )
        for (const [key, value] of dumps)
          if (value !== null) await world.redis.restore(key, 0, value, 'REPLACE')
        const loss = loseAt(world.redis, index, lost)
        await later()
          .step(bucket)
          .catch(() => undefined)
        if (!loss.heal()) break
        await expect(differences()).resolves.toEqual([])
        while ((await later().step(bucket)).status === 'archived');
        expect(await linesOf(undefined)).toEqual(expected.lines)
        expect(await dump(world)).toEqual(expected.kept)
      }
    },
  )

  test('of the disk, nothing has changed, and the next run archives', async () => {
    await writeFile(join(folder, '2026-07'), 'a file where the folder should be')
    const before = await dump(world)
    await expect(archiver().step(bucket)).rejects.toMatchObject({ code: 'archive_unusable' })
    expect(withoutPseudonyms(await dump(world))).toEqual(withoutPseudonyms(before))
    await rm(join(folder, '2026-07'))
    expect(await archiver().step(bucket)).toMatchObject({ status: 'archived' })
    expect(await readdir(join(folder, '2026-07'))).toHaveLength(1)
    expect(await differences()).toEqual([])
  })
})

test('a month that another process archived meanwhile is archived once', async () => {
  const steps = await Promise.all([archiver().step(bucket), archiver().step(bucket)])
  expect(steps.map(({ status }) => status).toSorted()).toEqual(['archived', 'nothing'])
  expect(await differences()).toEqual([])
  const stale = {
    ...options(),
    archive: {
      ...options().archive,
      async write(...[journal, month, entries]: Parameters<ArchiveFolder['write']>) {
        const file = await options().archive.write(journal, month, entries)
        await later().step(bucket)
        return file
      },
    },
    now: () => monthEndMs('2026-08') + afterMs,
  }
  expect(await createArchiver(stale).step(bucket)).toEqual({ status: 'nothing' })
  expect(await differences()).toEqual([])
})

describe('what comes later', () => {
  test('is audited from the archived books on', async () => {
    await archiver().step(bucket)
    await overIn(world, 'posted')
    expect(await differences()).toEqual([])
    await world.redis.hincrby(world.keys.account(account), 'posted|month:2026-06', 7)
    expect((await createAudit(options()).whole(bucket)).differences).toMatchObject([{ what: 'posted' }])
  })

  test('corrects a job whose entries are archived', async () => {
    await archiver().step(bucket)
    const [, booked] = july
    expect(await world.store.correct(booked, { amount: cost, source: 'final' })).toBe('corrected')
    expect(await differences()).toEqual([])
  })

  test('is no difference while entries are archived, nor is any missing', async () => {
    const before = await linesOf(undefined)
    const seen: JournalLine[] = []
    for await (const line of createJournal(options()).lines({ account })) {
      if (seen.length === 2) await archiver().step(bucket)
      seen.push(line)
    }
    expect(seen).toEqual(before)
    const [step, ...audits] = await Promise.all([
      later().step(bucket),
      ...Array.from({ length: 10 }, () => createAudit(options()).sinceCheckpoint(bucket)),
      ...Array.from({ length: 10 }, () => createAudit(options()).whole(bucket)),
    ])
    expect(step).toMatchObject({ status: 'archived' })
    expect(audits.flatMap(({ differences: found }) => found)).toEqual([])
    expect(await differences()).toEqual([])
  })
})

describe('a range of archived entries', () => {
  test.each<readonly [string, JournalRange]>([
    ['all', { sinceMs: Date.parse('2026-07-20T10:00:00Z') }],
    ['from August on', { sinceMs: Date.parse('2026-08-01T00:00:00Z') }],
    ['of July', { untilMs: Date.parse('2026-08-20T10:00:00Z') }],
  ])('has the same as before: %s', async (_, range) => {
    const read = () => collect(createJournal(options()).lines({ account, ...range }))
    const before = await read()
    await later().step(bucket)
    await later().step(bucket)
    expect(before.length).toBeGreaterThan(0)
    expect(await read()).toEqual(before)
  })

  test('cannot be read without the folder, or with a changed file', async () => {
    await archiver().step(bucket)
    const { archive: _, ...without } = options()
    const read = (given: typeof without) => collect(createJournal(given).lines({ account }))
    await expect(read(without)).rejects.toMatchObject({
      code: 'archive_unusable',
      memberText: "I can't read older entries right now. Your bot operator needs to fix this.",
    })
    await expect(
      collect(createJournal(without).lines({ account, sinceMs: Date.parse('2026-08-01') })),
    ).resolves.not.toEqual([])
    const [name = ''] = await readdir(join(folder, '2026-07'))
    const path = join(folder, '2026-07', name)
    const lines = gunzipSync(await readFile(path))
      .toString()
      .split('\n')
    await writeFile(path, gzipSync(lines.toSpliced(2, 1).join('\n')))
    await expect(read(options())).rejects.toMatchObject({ code: 'archive_unusable' })
    await rm(path)
    await expect(read(options())).rejects.toMatchObject({ code: 'archive_unusable' })
  })
})

describe('one process', () => {
  test('archives at a time, and another one takes over when it is done', async () => {
    let inner: boolean | undefined
    expect(
      await archiver().alone(async () => {
        inner = await archiver().alone(async () => undefined)
      }),
    ).toBe(true)
    expect(inner).toBe(false)
    expect(await archiver().alone(async () => undefined)).toBe(true)
  })

  test('uses no folder but the one that was used before', async () => {
    await archiver().alone(async () => undefined)
    const other = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
    const there = createArchiver(options(other))
    await expect(there.alone(async () => undefined)).rejects.toThrow('ARCHIVE_DIR is empty')
    await createArchiveFolder(other).claim('another')
    await expect(there.alone(async () => undefined)).rejects.toThrow('of another Redis')
    await rm(other, { recursive: true })
  })

  test('adopts the folder of a Redis that was restored from before', async () => {
    await createArchiveFolder(folder).claim('from before')
    await archiver().alone(async () => undefined)
    expect(await world.redis.get(world.keys.archive)).toBe('from before')
  })
})

test('a statement has the same jobs as before, and the log of changes says that there are older ones', async () => {
  const range = { from: undefined, to: '2026-12-31' }
  const statement = () => readStatement(createJournal(options()).lines({ account }), range, 'UTC')
  const before = await statement()
  await later().step(bucket)
  await later().step(bucket)
  expect(before.jobs).toHaveLength(4)
  expect(await statement()).toEqual(before)
  expect(await createJournal(options()).changes(account, 10)).toEqual({ lines: [], hasOlder: true })
})

describe('members', () => {
  const { member } = target()
  const other = 'other-member'
  const filesIn = async (): Promise<string> => {
    const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.gz'))
    const texts = await Promise.all(paths.map((path) => readFile(join(folder, path))))
    return texts.map((bytes) => gunzipSync(bytes).toString()).join('')
  }
  const membersIn = async (): Promise<ReadonlySet<string>> => {
    const scopes = (await linesOf(account)).flatMap((line) => ('scopes' in line ? line.scopes : []))
    return new Set(scopes.filter(({ kind }) => kind === 'member').map(({ id }) => id))
  }
  const known = new Set([member])

  /** A minute ago by Redis' clock, so that what exists is older and what follows is newer. */
  beforeEach(async () => {
    world.clock.advance(Date.now() - world.clock.now() - 60_000)
    await archiver().alone(async () => undefined)
  })

  test('are named by pseudonyms in the files, and by their ids to those who read them', async () => {
    await archiver().step(bucket)
    await archiver().step(operatorJournal)
    expect(await filesIn()).not.toContain(member)
    expect(await filesIn()).not.toContain('admin-1')
    expect(await filesIn()).toContain('"operation","hold"')
    expect(await membersIn()).toEqual(known)
  })

  test('have pseudonyms for their own accounts too, as in direct messages', async () => {
    const server = personalServer(member)
    const own = accountOf(target({ server }))
    await giveBudget(world, 1_000_000, own)
    await world.store.request(jobRequest({}, { server }))
    const before = await linesOf(own)
    const whenAllIsOld = createArchiver({ ...options(), now: () => Date.now() + 365 * 86_400_000 })
    for (const journal of [bucketOf(own), bucket, operatorJournal])
      while ((await whenAllIsOld.step(journal)).status === 'archived');
    expect(await world.redis.xlen(world.keys.operatorJournal)).toBe(0)
    expect(await filesIn()).not.toContain(member)
    expect(before.length).toBeGreaterThan(0)
    expect(await linesOf(own)).toEqual(before)
    await world.pseudonyms.forget(own, member)
    expect(await linesOf(own)).toEqual([])
    expect((await createAudit(options()).whole(bucketOf(own))).differences).toEqual([])
  })

  test('who delete their data are no longer known, neither from the files nor from what is archived later', async () => {
    await archiver().step(bucket)
    await world.pseudonyms.forget(account, member)
    await later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(1)
    expect(members.every(isPseudonym)).toBe(true)
    expect(await world.redis.hgetall(world.keys.forgottenMembers(bucket))).not.toEqual({})
    expect(await differences()).toEqual([])
  })

  test('who delete their data twice, or before anything is archived, are not known either', async () => {
    await world.pseudonyms.forget(account, member)
    await world.pseudonyms.forget(account, member)
    await archiver().step(bucket)
    await world.pseudonyms.forget(account, member)
    await later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(1)
    expect(members.every(isPseudonym)).toBe(true)
  })

  test('who come back are known from then on', async () => {
    await world.pseudonyms.forget(account, member)
    await jobIn(world, 'voided')
    await later().step(bucket)
    await later().step(bucket)
    const members = [...(await membersIn())]
    expect(members).toHaveLength(2)
    expect(members).toContain(member)
  })

  test('are forgotten for good once all their entries are archived', async () => {
    await world.pseudonyms.forget(account, member)
    const whenAllIsOld = createArchiver({ ...options(), now: () => Date.now() + 365 * 86_400_000 })
    while ((await whenAllIsOld.step(bucket)).status === 'archived');
    expect(await world.redis.xlen(world.keys.journal(bucket))).toBe(0)
    expect(await world.redis.exists(world.keys.forgottenMembers(bucket))).toBe(0)
    expect(JSON.stringify(await world.redis.hgetall(world.keys.pseudonyms(bucket)))).not.toContain(member)
  })

  test('who delete their data leave others theirs', async () => {
    await overIn(world, 'voided')
    await archiver().step(bucket)
    await world.pseudonyms.forget(account, other)
    expect(await membersIn()).toEqual(known)
  })

  test('are forgotten again when a backup from before is restored', async () => {
    for (const run of [archiver(), later()]) await run.step(bucket)
    const backup = await world.redis.dumpBuffer(world.keys.pseudonyms(bucket))
    await world.pseudonyms.forget(account, member)
    await archiver().alone(async () => undefined)
    expect(await world.redis.scard(world.keys.retiredPseudonyms(bucket))).toBe(0)
    await world.redis.restore(world.keys.pseudonyms(bucket), 0, backup, 'REPLACE')
    expect(await membersIn()).toEqual(known)
    expect(await forgetRetired(world, bucket, await createArchiveFolder(folder).retired())).toBe(1)
    expect([...(await membersIn())].every(isPseudonym)).toBe(true)
  })

  test('leave nothing in Redis where nothing was ever archived', async () => {
    await world.redis.unlink(world.keys.archive)
    const before = await dump(world)
    await world.pseudonyms.forget(account, member)
    expect(await dump(world)).toEqual(before)
  })
})
