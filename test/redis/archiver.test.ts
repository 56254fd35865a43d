import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArchiveFolder } from '../../src/app/archive-folder.ts'
import { type ArchiveFolder, monthEndMs } from '../../src/core/ledger/archive.ts'
import type { JournalLine, JournalRange } from '../../src/core/ledger/journal.ts'
import { readStatement } from '../../src/core/ledger/statement.ts'
import { pressedJobId } from '../../src/jobs/request/press.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { operatorJournal } from '../../src/redis/archived.ts'
import { createArchiver } from '../../src/redis/archiver.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { createMoneyLines } from '../../src/redis/job-timeline.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { jobIdFor } from '../../src/redis/keys.ts'
import type { JobRow } from '../../src/redis/operator-jobs.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, overIn } from '../support/jobs/job-states.ts'
import {
  type ArchiveWorld,
  account,
  afterMs,
  bucket,
  openArchiveWorld,
} from '../support/redis/archive-world.ts'
import { loseAt } from '../support/redis/lossy.ts'
import { dump, jobRequest } from '../support/redis/store-world.ts'

const collect = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

let at: ArchiveWorld
beforeEach(async () => {
  at = await openArchiveWorld()
})
afterEach(() => at.close())

describe('a month that is over for long enough', () => {
  test('leaves Redis, and is read and audited as before', async () => {
    const before = await at.linesOf({})
    const figures = await at.world.redis.hgetall(at.world.keys.account(account))
    expect(await at.archiver().step(bucket)).toEqual({ status: 'archived', month: '2026-07', count: 6 })
    expect(await at.archiver().step(bucket)).toEqual({ status: 'nothing' })
    expect(await at.world.redis.xlen(at.world.keys.journal(bucket))).toBe(before.length - 6)
    expect(await at.linesOf({})).toEqual(before)
    expect(await at.linesOf({ account })).toEqual(
      before.filter((line) => 'account' in line && line.account === account),
    )
    expect(await at.world.redis.hgetall(at.world.keys.account(account))).toEqual(figures)
    expect(await at.differences()).toEqual([])
  })

  test("leaves of the holds of jobs whose record is removed only that they existed, and keeps others'", async () => {
    await at.archiver().step(bucket)
    expect(await Promise.all([...at.july, ...at.august].map(at.hasHold))).toEqual([false, true, true, true])
    await at.later().step(bucket)
    expect(await Promise.all([...at.july, ...at.august].map(at.hasHold))).toEqual([false, true, false, true])
    expect(await at.differences()).toEqual([])
  })

  test('leaves the hold of a job that has later entries, until those are archived', async () => {
    const [removed] = at.july
    const entries = await at.world.redis.xrange(at.world.keys.journal(bucket), '-', '+')
    const last = entries.findLastIndex(([, fields]) => fields.includes(removed.id))
    await at.nameBy(at.world.keys.journal(bucket), [
      [last, '2026-07-20T10:00:00Z'],
      [entries.length, '2026-08-20T10:00:00Z'],
    ])
    await at.archiver().step(bucket)
    expect(await at.hasHold(removed)).toBe(true)
    expect(await at.differences()).toEqual([])
    await at.later().step(bucket)
    expect(await at.hasHold(removed)).toBe(false)
    expect(await at.differences()).toEqual([])
  })

  test('leaves no hold of a job whose record is removed only afterwards', async () => {
    const [, kept] = at.july
    await at.archiver().step(bucket)
    await at.forget(kept)
    expect(await at.hasHold(kept)).toBe(true)
    await at.archiver().step(bucket)
    expect(await at.hasHold(kept)).toBe(false)
    expect(await at.world.redis.exists(at.world.keys.lateHolds(bucket))).toBe(0)
    expect(await at.differences()).toEqual([])
  })

  test('leaves no button that buys again what it bought then', async () => {
    const press = () =>
      pressedJobId({ store: at.world.store, jobIdFor }, { target: target() }, 'button-1 member-1')
    const first = await press()
    await at.forget(await overIn(at.world, 'posted', jobRequest({ id: first })))
    const second = await press()
    expect(second).not.toBe(first)
    await at.archiveAll()
    expect(await press()).toBe(second)
    expect(await at.world.store.request(jobRequest({ id: first }))).toMatchObject({ status: 'differs' })
  })

  test('leaves the page of a job that keeps its record without lines, and says so', async () => {
    const { id } = await overIn(at.world, 'posted')
    const row = { id, createdAtMs: Date.now(), changedAtMs: Date.now() } as JobRow
    expect(await createMoneyLines(at.options())(row)).toMatchObject({ isWhole: true })
    await at.archiveAll()
    expect(await createMoneyLines(at.options())(row)).toEqual({ lines: [], isWhole: false })
  })

  test('of the total leaves Redis too', async () => {
    const before = await at.world.redis.xlen(at.world.keys.operatorJournal)
    const step = await at.archiver().step(operatorJournal)
    expect(step).toMatchObject({ status: 'archived', month: '2026-07' })
    expect(await at.world.redis.xlen(at.world.keys.operatorJournal)).toBeLessThan(before)
    expect(await at.differences()).toEqual([])
  })
})

describe('nothing is archived', () => {
  test('of a month that is not over for long enough', async () => {
    const before = await dump(at.world)
    const tooEarly = createArchiver({ ...at.options(), now: () => monthEndMs('2026-07') + afterMs - 1 })
    expect(await tooEarly.step(bucket)).toEqual({ status: 'nothing' })
    expect(await dump(at.world)).toEqual(before)
    expect(await readdir(at.folder)).toEqual([])
  })

  test.each([
    [
      'the books differ',
      async () =>
        void (await at.world.redis.hincrby(at.world.keys.account(account), 'posted|month:2026-06', 1)),
    ],
    [
      'an entry cannot be read',
      async () =>
        void (await at.world.redis.xadd(
          at.world.keys.journal(bucket),
          '*',
          'operation',
          'new',
          'account',
          account,
        )),
    ],
  ])('where %s', async (_, spoil) => {
    await spoil()
    const before = await dump(at.world)
    expect(await at.archiver().step(bucket)).toEqual({ status: 'differs' })
    expect(await dump(at.world)).toEqual(before)
  })

  test('where the total differs', async () => {
    await at.world.redis.hincrby(at.world.keys.operatorFigures, 'posted|month:2027-06', 1)
    expect(await at.archiver().step(operatorJournal)).toEqual({ status: 'differs' })
  })
})

const withoutPseudonyms = (all: Awaited<ReturnType<typeof dump>>) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !key.endsWith(':pseudonyms')))

describe('after a failure', () => {
  /** The state of a run that nothing disturbed, as entries and keys. */
  const undisturbed = async () => {
    await at.later().step(bucket)
    await at.later().step(bucket)
    return { lines: await at.linesOf({}), kept: await dump(at.world) }
  }

  test.each(['its reply', 'what follows'] as const)(
    'of any change, another run ends as if nothing had happened (lost: %s)',
    async (lost) => {
      const keys = [...at.journals, ...[at.july, at.august].flat().map(({ id }) => at.world.keys.hold(id))]
      const dumps = await Promise.all(
        keys.map(async (key) => [key, await at.world.redis.dumpBuffer(key)] as const),
      )
      const expected = await undisturbed()
      for (let index = 0; ; index += 1) {
        await at.world.redis.unlink(
          at.world.keys.archived(bucket),
          at.world.keys.archivedBooks(bucket),
          at.world.keys.checkpoint(bucket),
        )
        for (const [key, value] of dumps)
          if (value !== null) await at.world.redis.restore(key, 0, value, 'REPLACE')
        const loss = loseAt(at.world.redis, index, lost)
        await at
          .later()
          .step(bucket)
          .catch(() => undefined)
        if (!loss.heal()) break
        await expect(at.differences()).resolves.toEqual([])
        while ((await at.later().step(bucket)).status === 'archived');
        expect(await at.linesOf({})).toEqual(expected.lines)
        expect(await dump(at.world)).toEqual(expected.kept)
      }
    },
  )

  test('of the disk, nothing has changed, and the next run archives', async () => {
    await writeFile(join(at.folder, '2026-07'), 'a file where the at.folder should be')
    const before = await dump(at.world)
    await expect(at.archiver().step(bucket)).rejects.toMatchObject({ code: 'archive_unusable' })
    expect(withoutPseudonyms(await dump(at.world))).toEqual(withoutPseudonyms(before))
    await rm(join(at.folder, '2026-07'))
    expect(await at.archiver().step(bucket)).toMatchObject({ status: 'archived' })
    expect(await readdir(join(at.folder, '2026-07'))).toHaveLength(1)
    expect(await at.differences()).toEqual([])
  })
})

test('a month that another process archived meanwhile is archived once', async () => {
  const steps = await Promise.all([at.archiver().step(bucket), at.archiver().step(bucket)])
  expect(steps.map(({ status }) => status).toSorted()).toEqual(['archived', 'nothing'])
  expect(await at.differences()).toEqual([])
  const stale = {
    ...at.options(),
    archive: {
      ...at.options().archive,
      async write(...[journal, month, entries]: Parameters<ArchiveFolder['write']>) {
        const file = await at.options().archive.write(journal, month, entries)
        await at.later().step(bucket)
        return file
      },
    },
    now: () => monthEndMs('2026-08') + afterMs,
  }
  expect(await createArchiver(stale).step(bucket)).toEqual({ status: 'nothing' })
  expect(await at.differences()).toEqual([])
})

/** The connection, on which this happens before it looks at the open jobs for the first time. */
const busyWith = (redis: StoreConnection, happens: () => Promise<unknown>): StoreConnection => {
  let isOver = false
  return new Proxy(redis, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      if (name !== 'zrange' || isOver) return value.bind(of)
      return async (...given: readonly unknown[]) => {
        isOver = true
        await happens()
        return value.apply(of, given)
      }
    },
  })
}

describe('what comes later', () => {
  test('is not archived with a month because it comes while that is compared', async () => {
    await at.later().step(bucket)
    const redis = busyWith(at.world.redis, () => overIn(at.world, 'posted'))
    const archiver = createArchiver({ ...at.options(), redis, now: () => monthEndMs('2026-08') + afterMs })
    expect(await archiver.step(bucket)).toMatchObject({ status: 'archived', month: '2026-08' })
    expect(await at.differences()).toEqual([])
  })

  test('is audited from the archived books on', async () => {
    await at.archiver().step(bucket)
    await overIn(at.world, 'posted')
    expect(await at.differences()).toEqual([])
    await at.world.redis.hincrby(at.world.keys.account(account), 'posted|month:2026-06', 7)
    expect((await createAudit(at.options()).whole(bucket)).differences).toMatchObject([{ what: 'posted' }])
  })

  test('corrects a job whose entries are archived', async () => {
    await at.archiver().step(bucket)
    const [, booked] = at.july
    expect(await at.world.store.correct(booked, { amount: cost, source: 'final' })).toBe('corrected')
    expect(await at.differences()).toEqual([])
  })

  test('is no difference while entries are archived, nor is any missing', async () => {
    const before = await at.linesOf({})
    const seen: JournalLine[] = []
    for await (const line of createJournal(at.options()).lines({ account })) {
      if (seen.length === 2) await at.archiver().step(bucket)
      seen.push(line)
    }
    expect(seen).toEqual(before)
    const [step, ...audits] = await Promise.all([
      at.later().step(bucket),
      ...Array.from({ length: 10 }, () => createAudit(at.options()).sinceCheckpoint(bucket)),
      ...Array.from({ length: 10 }, () => createAudit(at.options()).whole(bucket)),
    ])
    expect(step).toMatchObject({ status: 'archived' })
    expect(audits.flatMap(({ differences: found }) => found)).toEqual([])
    expect(await at.differences()).toEqual([])
  })
})

describe('a range of archived entries', () => {
  test.each<readonly [string, JournalRange]>([
    ['all', { sinceMs: Date.parse('2026-07-20T10:00:00Z') }],
    ['from August on', { sinceMs: Date.parse('2026-08-01T00:00:00Z') }],
    ['of July', { untilMs: Date.parse('2026-08-20T10:00:00Z') }],
  ])('has the same as before: %s', async (_, range) => {
    const read = () => collect(createJournal(at.options()).lines({ account, ...range }))
    const before = await read()
    await at.later().step(bucket)
    await at.later().step(bucket)
    expect(before.length).toBeGreaterThan(0)
    expect(await read()).toEqual(before)
  })

  test('cannot be read without the at.folder, or with a changed file', async () => {
    await at.archiver().step(bucket)
    const { archive: _, ...without } = at.options()
    const read = (given: typeof without) => collect(createJournal(given).lines({ account }))
    await expect(read(without)).rejects.toMatchObject({
      code: 'archive_unusable',
      memberText: "I can't read older entries right now. Your bot operator needs to fix this.",
    })
    await expect(
      collect(createJournal(without).lines({ account, sinceMs: Date.parse('2026-08-01') })),
    ).resolves.not.toEqual([])
    const [name = ''] = await readdir(join(at.folder, '2026-07'))
    const path = join(at.folder, '2026-07', name)
    const lines = gunzipSync(await readFile(path))
      .toString()
      .split('\n')
    await writeFile(path, gzipSync(lines.toSpliced(2, 1).join('\n')))
    await expect(read(at.options())).rejects.toMatchObject({ code: 'archive_unusable' })
    await rm(path)
    await expect(read(at.options())).rejects.toMatchObject({ code: 'archive_unusable' })
  })
})

describe('one process', () => {
  test('archives at a time, and another one takes over when it is done', async () => {
    let inner: boolean | undefined
    expect(
      await at.archiver().alone(async () => {
        inner = await at.archiver().alone(async () => undefined)
      }),
    ).toBe(true)
    expect(inner).toBe(false)
    expect(await at.archiver().alone(async () => undefined)).toBe(true)
  })

  test('uses no at.folder but the one that was used before', async () => {
    await at.archiver().alone(async () => undefined)
    const other = await mkdtemp(join(tmpdir(), 'tunesmith-archive-'))
    const there = createArchiver(at.options(other))
    await expect(there.alone(async () => undefined)).rejects.toThrow('ARCHIVE_DIR is empty')
    await createArchiveFolder(other).claim('another')
    await expect(there.alone(async () => undefined)).rejects.toThrow('of another Redis')
    await rm(other, { recursive: true })
  })

  test('adopts the at.folder of a Redis that was restored from before', async () => {
    await createArchiveFolder(at.folder).claim('from before')
    await at.archiver().alone(async () => undefined)
    expect(await at.world.redis.get(at.world.keys.archive)).toBe('from before')
  })
})

test('a statement has the same jobs as before, and the log of changes says that there are older ones', async () => {
  const range = { from: undefined, to: '2026-12-31' }
  const statement = () => readStatement(createJournal(at.options()).lines({ account }), range, 'UTC')
  const before = await statement()
  await at.later().step(bucket)
  await at.later().step(bucket)
  expect(before.jobs).toHaveLength(4)
  expect(await statement()).toEqual(before)
  expect(await createJournal(at.options()).changes(account, 10)).toEqual({ lines: [], hasOlder: true })
})
