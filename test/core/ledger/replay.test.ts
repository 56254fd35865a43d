import { describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { differenceText } from '../../../src/core/ledger/difference.ts'
import type { GrantLine, JournalLine, MoneyLine } from '../../../src/core/ledger/journal.ts'
import { enter, figuresIn, openBooks, replay } from '../../../src/core/ledger/replay.ts'
import type { Scope } from '../../../src/core/ledger/scope.ts'

const account = 'discord:1'
const window = 'month:2026-06'
const channel: Scope = { kind: 'channel', id: 'c' }
const member: Scope = { kind: 'member', id: 'm' }

type Short = Pick<MoneyLine, 'operation' | 'job' | 'version' | 'posted' | 'pending'> & {
  before: number
  credits: number
}

const moneyLine = (short: Short, overrides: Partial<MoneyLine> = {}): MoneyLine => ({
  id: '',
  atMs: 0,
  account,
  window,
  scopes: [channel, member],
  overrun: undefined,
  ...short,
  before: microcredits(short.before),
  credits: microcredits(short.credits),
  ...overrides,
})

const grantLine = (
  operation: 'grant' | 'take',
  credits: number,
  granted: number,
  scope?: Scope,
): GrantLine => ({
  id: '',
  atMs: 0,
  account,
  window,
  actor: 'a',
  reason: undefined,
  operation,
  scope,
  granted,
  credits: microcredits(credits),
})

const numbered = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map((line, index) => ({ ...line, id: `${index + 1}-0` }))

/** Two jobs side by side; the second is booked and then corrected. */
const good = numbered([
  moneyLine({ operation: 'hold', job: 'a', before: 0, credits: 200, version: 1, posted: 0, pending: 200 }),
  moneyLine({ operation: 'hold', job: 'b', before: 0, credits: 50, version: 1, posted: 0, pending: 250 }),
  moneyLine({
    operation: 'adjust',
    job: 'a',
    before: 200,
    credits: 150,
    version: 2,
    posted: 0,
    pending: 200,
  }),
  moneyLine({ operation: 'book', job: 'b', before: 50, credits: 50, version: 2, posted: 50, pending: 150 }),
  moneyLine({
    operation: 'settle',
    job: 'a',
    before: 150,
    credits: 120,
    version: 3,
    posted: 170,
    pending: 0,
  }),
  moneyLine({ operation: 'correct', job: 'b', before: 50, credits: 30, version: 3, posted: 150, pending: 0 }),
  grantLine('grant', 100, 100),
  grantLine('take', 130, -30),
  grantLine('grant', 7, 7, member),
])

const saidOf = (lines: readonly JournalLine[]): readonly string[] =>
  replay(lines).differences.map(differenceText)

describe('lines that follow from one another', () => {
  test('come to the figures of the account and of each scope, and to what each job came to', () => {
    const { books, differences } = replay(good)
    expect(differences).toEqual([])
    expect(figuresIn(books, account, window)).toEqual({ posted: 150, pending: 0, granted: -30 })
    expect(figuresIn(books, account, window, channel)).toEqual({ posted: 150, pending: 0, granted: 0 })
    expect(figuresIn(books, account, window, member)).toEqual({ posted: 150, pending: 0, granted: 7 })
    const place = { account, window, scopes: [channel, member] }
    expect(Object.fromEntries(books.jobs)).toEqual({
      a: { ...place, held: 0, settled: 120, version: 3, spent: 0 },
      b: { ...place, held: 0, settled: 30, version: 3, spent: 0 },
    })
    expect(books).toMatchObject({ lastId: '9-0', lineCount: 9, unknownLines: [] })
  })

  test('have an open hold until it is settled', () => {
    const { books } = replay(good.slice(0, 3))
    expect(books.jobs.get('a')).toMatchObject({ held: 150, settled: undefined, version: 2 })
    expect(figuresIn(books, account, window, channel)).toEqual({ posted: 0, pending: 200, granted: 0 })
  })

  test('are counted by account and by window', () => {
    const hold: Short = {
      operation: 'hold',
      job: 'a',
      before: 0,
      credits: 5,
      version: 1,
      posted: 0,
      pending: 5,
    }
    const { books, differences } = replay([
      moneyLine(hold),
      moneyLine({ ...hold, job: 'b' }, { window: 'once' }),
      moneyLine({ ...hold, job: 'c' }, { account: 'slack:1' }),
    ])
    expect(differences).toEqual([])
    expect(figuresIn(books, account, 'once', member)).toMatchObject({ pending: 5 })
    expect(figuresIn(books, 'slack:1', window, member)).toMatchObject({ pending: 5 })
  })

  test('may have lines among them that nobody can read', () => {
    const unknown = { operation: 'unknown', id: '5-5', named: 'x', problem: '?', fields: {} } as const
    const { books, differences } = replay(good.toSpliced(5, 0, unknown))
    expect(differences).toEqual([])
    expect(books.unknownLines).toEqual([unknown])
  })
})

const changed = (index: number, overrides: Partial<MoneyLine> & Partial<GrantLine>): readonly JournalLine[] =>
  good.map((line, at) => (at === index ? ({ ...line, ...overrides } as JournalLine) : line))

const at = (line: number, job: string) => `discord:1, month:2026-06, job ${job}, line ${line}-0:`

test.each([
  [
    'an adjustment that is missing',
    good.toSpliced(2, 1),
    [
      'discord:1, month:2026-06, job b, line 4-0: pending is 150, by the lines before it 200',
      `${at(5, 'a')} version is 3, by the lines before it 2`,
      `${at(5, 'a')} before is 150, by the lines before it 200`,
      `${at(5, 'a')} pending is 0, by the lines before it -50`,
    ],
  ],
  [
    'a hold that is missing',
    good.toSpliced(1, 1),
    [
      `${at(3, 'a')} pending is 200, by the lines before it 150`,
      `${at(4, 'b')} version is 2, by the lines before it 1`,
      `${at(4, 'b')} before is 50, by the lines before it 0`,
      `${at(4, 'b')} pending is 150, by the lines before it 200`,
    ],
  ],
  [
    'a line that is there twice',
    good.toSpliced(4, 0, { ...good[3], id: '4-1' } as JournalLine),
    [
      'discord:1, month:2026-06, job b, line 4-1: version is 2, by the lines before it 3',
      'discord:1, month:2026-06, job b, line 4-1: before is 50, by the lines before it 0',
    ],
  ],
  [
    'a figure that is wrong in one line alone',
    changed(4, { posted: 171 }),
    [
      `${at(5, 'a')} posted is 171, by the lines before it 170`,
      `${at(6, 'b')} posted is 150, by the lines before it 151`,
    ],
  ],
  [
    'another window than the hold’s',
    changed(4, { window: 'once' }),
    [
      'discord:1, once, job a, line 5-0: window is once, by the lines before it month:2026-06',
      'discord:1, once, job a, line 5-0: posted is 170, by the lines before it 0',
    ],
  ],
  [
    'other scopes than the hold’s',
    changed(4, { scopes: [member] }),
    [`${at(5, 'a')} scopes is member m, by the lines before it channel c, member m`],
  ],
  [
    'a grant that is missing',
    good.toSpliced(6, 1),
    ['discord:1, month:2026-06, line 8-0: granted is -30, by the lines before it -130'],
  ],
])('%s is named by the lines that it does not go with, and by no later one', (_, lines, said) => {
  expect(saidOf(lines)).toEqual(said)
})

test('the figures are right again after a gap, and after a line that came twice', () => {
  for (const lines of [
    good.toSpliced(2, 1),
    good.toSpliced(1, 1),
    good.toSpliced(4, 0, ...good.slice(3, 4)),
  ]) {
    const { books } = replay(lines)
    expect(figuresIn(books, account, window)).toEqual({ posted: 150, pending: 0, granted: -30 })
    expect(figuresIn(books, account, window, member)).toEqual({ posted: 150, pending: 0, granted: 7 })
  }
})

describe('the spend of days', () => {
  const ofDay = { feature: 'music', day: '2026-06-15' } as const
  const held: Short = {
    operation: 'hold',
    job: 'c',
    before: 0,
    credits: 9,
    version: 1,
    posted: 0,
    pending: 9,
  }
  const booked: Short = {
    operation: 'book',
    job: 'c',
    before: 9,
    credits: 9,
    version: 2,
    posted: 9,
    pending: 0,
  }
  const corrected: Short = { ...booked, operation: 'correct', credits: 4, version: 3, posted: 4 }
  const three = (spent: readonly (number | undefined)[]): readonly JournalLine[] =>
    numbered([
      moneyLine(held, ofDay),
      moneyLine(booked, { ...ofDay, spent: spent[0] }),
      moneyLine(corrected, { ...ofDay, spent: spent[1] }),
    ])
  const amountsOf = (lines: readonly JournalLine[]) =>
    [...replay(lines).books.spends.values()].map(({ day, amounts }) => [day, Object.fromEntries(amounts)])

  test('are what the entries add, by member and feature', () => {
    expect(saidOf(three([9, -5]))).toEqual([])
    expect(amountsOf(three([9, -5]))).toEqual([['2026-06-15', { 'm|music': 4 }]])
  })

  test.each([
    ['an older program charged it', [undefined, 4], { 'm|music': 4 }],
    ['the day had expired', [9, undefined], { 'm|music': 9 }],
  ])('may lack a part: %s', (_, spent, amounts) => {
    expect(saidOf(three(spent))).toEqual([])
    expect(amountsOf(three(spent))).toEqual([['2026-06-15', amounts]])
  })

  test('are named where an entry adds something else', () => {
    expect(saidOf(three([9, -4]))).toEqual([
      'discord:1, month:2026-06, job c, line 3-0: spent is -4, by the lines before it -5',
    ])
  })
})

describe('books that begin later', () => {
  const later = () => {
    const books = openBooks()
    books.isWhole = false
    figuresIn(books, account, window).posted = 50
    figuresIn(books, account, window, channel).posted = 50
    return books
  }
  const correct: Short = {
    operation: 'correct',
    job: 'b',
    before: 50,
    credits: 30,
    version: 3,
    posted: 30,
    pending: 0,
  }

  test('take a correction’s word for what was settled before they began', () => {
    const books = later()
    expect(enter(books, moneyLine(correct))).toEqual([])
    expect(figuresIn(books, account, window, channel)).toMatchObject({ posted: 30 })
    expect(books.jobs.get('b')).toMatchObject({ settled: 30, version: 3 })
  })

  test.each(['adjust', 'settle', 'void', 'book'] as const)(
    'know every hold that was open: %s',
    (operation) => {
      const line = moneyLine({ ...correct, operation, version: 2 })
      expect(enter(later(), line)).toContainEqual(
        expect.objectContaining({ what: 'version', expected: 1, found: 2 }),
      )
    },
  )
})
