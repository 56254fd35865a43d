import { expect, test } from 'vitest'
import type { Journal, JournalLine, MemberLine } from '../../../src/core/ledger/journal.ts'
import { newestLines } from '../../../src/core/ledger/newest-lines.ts'

const line = (id: string, member: string): MemberLine => ({
  id,
  atMs: 1,
  account: 'discord:1',
  operation: 'manager',
  member,
  allowed: true,
  actor: 'admin',
  reason: undefined,
})

/** Pages by where they begin: some are short or empty, as where other accounts did much meanwhile. */
const pages: Readonly<Record<string, Awaited<ReturnType<Journal['page']>>>> = {
  newest: { lines: [line('9-0', 'max'), line('8-0', 'mia')], next: '8-0' },
  '8-0': { lines: [], next: '6-0' },
  '6-0': { lines: [line('5-0', 'max')], next: '5-0' },
  '5-0': { lines: [line('4-0', 'max')], next: undefined },
}

const find = async (how: { pagesMax: number; enough?: number; before?: string }) => {
  const asked: string[] = []
  const journal: Pick<Journal, 'page'> = {
    page(account, _linesMax, next = 'newest') {
      asked.push(`${account} ${next}`)
      return Promise.resolve(pages[next] ?? { lines: [], next: undefined })
    },
  }
  const isWanted = (each: JournalLine): each is MemberLine =>
    each.operation === 'manager' && each.member === 'max'
  const { lines, next } = await newestLines(journal, { account: 'discord:1', isWanted, ...how })
  return { ids: lines.map(({ id }) => id), next, pages: asked.length }
}

test.each([
  [{ pagesMax: 9 }, { ids: ['9-0', '5-0', '4-0'], next: undefined, pages: 4 }],
  [{ pagesMax: 2 }, { ids: ['9-0'], next: '6-0', pages: 2 }],
  [
    { pagesMax: 9, enough: 2 },
    { ids: ['9-0', '5-0'], next: '5-0', pages: 3 },
  ],
  [
    { pagesMax: 9, enough: 1 },
    { ids: ['9-0'], next: '8-0', pages: 1 },
  ],
  [
    { pagesMax: 1, before: '6-0' },
    { ids: ['5-0'], next: '5-0', pages: 1 },
  ],
  [
    { pagesMax: 1, before: '5-0' },
    { ids: ['4-0'], next: undefined, pages: 1 },
  ],
])('with %j the wanted lines are found over as many pages as it takes', async (how, expected) => {
  expect(await find(how)).toEqual(expected)
})
