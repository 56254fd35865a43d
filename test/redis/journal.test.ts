import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Journal, JournalLine, JournalRange } from '../../src/core/ledger/journal.ts'
import type { AccountId } from '../../src/core/target.ts'
import { compareLineIds } from '../../src/redis/archived.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = 'discord:server-1'
const journal = () => createJournal(world)
const collect = async (range: JournalRange = {}): Promise<JournalLine[]> => {
  const lines: JournalLine[] = []
  for await (const line of journal().lines(range)) lines.push(line)
  return lines
}
const operations = (lines: readonly JournalLine[]) => lines.map(({ operation }) => operation)

/** Puts lines into the stream as a script would, `count` of them, from the millisecond `fromMs` on. */
const writeLimits = async (of: AccountId, count: number, fromMs: number): Promise<void> => {
  const pipeline = world.redis.pipeline()
  for (let index = 0; index < count; index += 1) {
    pipeline.xadd(
      world.keys.journal(bucketOf(of)),
      `${fromMs + index}-1`,
      ...['operation', 'limit', 'account', of, 'at', String(fromMs + index), 'credits', String(index)],
      ...['window', 'month', 'zone', 'UTC', 'actor', 'admin-1'],
    )
  }
  await pipeline.exec()
}

/** Another account whose lines lie in the same stream. */
const neighbour = ((): AccountId => {
  for (let number = 2; ; number += 1) {
    const other = `discord:server-${number}` as const
    if (bucketOf(other) === bucketOf(account)) return other
  }
})()

describe('a page', () => {
  test('has the newest lines first, as they are read', async () => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, 'posted')
    const { lines, next } = await journal().page(account, 10)
    expect(operations(lines)).toEqual(['settle', 'adjust', 'hold', 'limit'])
    expect(lines[0]).toMatchObject({ job: job.id, account, credits: 120_000, version: 3 })
    expect(next).toBeUndefined()
  })

  test('goes on where the one before it ended, until there are no more', async () => {
    await writeLimits(account, 7, 1_000)
    const found: string[] = []
    let next: string | undefined
    do {
      const page = await journal().page(account, 3, next)
      expect(page.lines.length).toBeLessThanOrEqual(3)
      found.push(...page.lines.map(({ id }) => id))
      next = page.next
    } while (next !== undefined)
    expect(found).toEqual(['1006-1', '1005-1', '1004-1', '1003-1', '1002-1', '1001-1', '1000-1'])
  })

  test('has nothing of a neighbour in the same stream, and looks back only so far', async () => {
    await writeLimits(account, 1, 1_000)
    await writeLimits(neighbour, 3_000, 2_000)
    const first = await journal().page(account, 3)
    expect(first).toEqual({ lines: [], next: expect.any(String) })
    expect(await journal().page(account, 3, first.next)).toEqual({
      lines: [expect.objectContaining({ id: '1000-1', account })],
      next: undefined,
    })
  })

  test('is empty where nothing ever happened', async () => {
    expect(await journal().page(account, 3)).toEqual({ lines: [], next: undefined })
  })
})

describe('the latest changes', () => {
  const amounts = async (from: Pick<Journal, 'changes'>, countMax = 3) => {
    const { lines, hasOlder } = await from.changes(account, countMax)
    const credits = lines.map((line) => 'credits' in line && line.credits)
    return { credits, hasOlder }
  }

  test('are those of one account, the newest first, among entries of any kind', async () => {
    await giveBudget(world, 1_000_000)
    await jobIn(world, 'posted')
    await writeLimits(account, 3, Date.now() + 1_000)
    await writeLimits(neighbour, 600, Date.now() + 5_000)
    await jobIn(world, 'posted')
    expect(await amounts(journal(), 4)).toEqual({ credits: [2, 1, 0, 1_000_000], hasOlder: false })
    expect(await amounts(journal(), 2)).toEqual({ credits: [2, 1], hasOlder: true })
  })

  test('are none where nothing was changed', async () => {
    expect(await amounts(journal())).toEqual({ credits: [], hasOlder: false })
    await writeLimits(neighbour, 1, 1_000)
    expect(await amounts(journal())).toEqual({ credits: [], hasOlder: false })
  })

  test('are searched once: another call reads only what was added since', async () => {
    const one = journal()
    await writeLimits(account, 2, 1_000)
    await writeLimits(neighbour, 1_200, 2_000)
    const reads = vi.spyOn(world.redis, 'xrevrange')
    expect(await amounts(one)).toEqual({ credits: [1, 0], hasOlder: false })
    expect(reads).toHaveBeenCalledTimes(3)
    expect(await amounts(one)).toEqual({ credits: [1, 0], hasOlder: false })
    await writeLimits(account, 1, 5_000)
    expect(await amounts(one)).toEqual({ credits: [0, 1, 0], hasOlder: false })
    await writeLimits(account, 1, 6_000)
    expect(await amounts(one)).toEqual({ credits: [0, 0, 1], hasOlder: true })
    expect(reads).toHaveBeenCalledTimes(6)
    const entries = await Promise.all(reads.mock.results.map(({ value }) => value))
    expect(entries.map(({ length }) => length)).toEqual([500, 500, 202, 0, 1, 1])
  })

  test('are searched so far back, which is said, and again where too much was added since', async () => {
    const one = journal()
    await writeLimits(account, 1, 1_000)
    expect(await amounts(one)).toEqual({ credits: [0], hasOlder: false })
    await writeLimits(neighbour, 12_000, 2_000)
    const reads = vi.spyOn(world.redis, 'xrevrange')
    expect(await amounts(one)).toEqual({ credits: [], hasOlder: true })
    expect(await amounts(one)).toEqual({ credits: [], hasOlder: true })
    expect(reads).toHaveBeenCalledTimes(25)
  })
})

describe('all lines', () => {
  test('come oldest first, from all buckets, each once', async () => {
    const accounts: readonly AccountId[] = [account, neighbour, 'slack:T1', 'slack:T2', 'discord:9']
    await Promise.all(accounts.map((of, index) => writeLimits(of, 600, 1_000 + index * 1_000)))
    const ids = (await collect()).map(({ id }) => id)
    expect(ids).toHaveLength(3_000)
    expect(ids).toEqual([...new Set(ids)].toSorted(compareLineIds))
  })

  test('are those of one account where one is asked for', async () => {
    await writeLimits(account, 3, 1_000)
    await writeLimits(neighbour, 3, 2_000)
    expect((await collect({ account: neighbour })).map(({ id }) => id)).toEqual([
      '2000-1',
      '2001-1',
      '2002-1',
    ])
  })

  test.each([
    [{ sinceMs: 1_001 }, ['1001-1', '1002-1']],
    [{ untilMs: 1_002 }, ['1000-1', '1001-1']],
    [{ sinceMs: 1_001, untilMs: 1_002 }, ['1001-1']],
    [{ sinceMs: 2_000 }, []],
    [{ untilMs: 1_000 }, []],
  ])('begin with the first moment, and end before the last: %j', async (range, ids) => {
    await writeLimits(account, 3, 1_000)
    expect((await collect(range)).map(({ id }) => id)).toEqual(ids)
  })

  test('also name those that cannot be read', async () => {
    await world.redis.xadd(
      world.keys.journal(bucketOf(account)),
      '5-0',
      'operation',
      'dance',
      'account',
      account,
    )
    const unknown = { operation: 'unknown', id: '5-0', named: 'dance', problem: expect.any(String) }
    expect(await collect({ account })).toEqual([{ ...unknown, fields: { operation: 'dance', account } }])
  })
})

test('entries of others in the same stream are not parsed where one account is asked for', async () => {
  await giveBudget(world, 1_000_000)
  await jobIn(world, 'posted')
  const scopes = JSON.stringify([{ kind: 'member', id: 'neighbours-member' }])
  const of = [
    'account',
    neighbour,
    'job',
    'b07xother',
    'scopes',
    scopes,
    'at',
    '1000',
    'window',
    'month:1970-01',
  ]
  const money = ['before', '0', 'credits', '1', 'version', '1', 'posted', '0', 'pending', '1']
  await world.redis.xadd(world.keys.journal(bucketOf(neighbour)), '*', 'operation', 'hold', ...of, ...money)
  const parses = vi.spyOn(JSON, 'parse')
  expect(operations(await collect({ account }))).toEqual(['limit', 'hold', 'adjust', 'settle'])
  expect(parses.mock.calls.filter(([text]) => text === scopes)).toEqual([])
  expect(await collect({ account: neighbour })).toMatchObject([{ operation: 'hold', account: neighbour }])
  expect(parses.mock.calls.filter(([text]) => text === scopes)).toHaveLength(1)
  parses.mockRestore()
})
