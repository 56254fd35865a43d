import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCredits } from '../../../src/core/credits.ts'
import type { JournalLine } from '../../../src/core/ledger/journal.ts'
import { parseJournalLine } from '../../../src/core/ledger/journal-entries.ts'
import {
  journalStartMs,
  readStatement,
  type Statement,
  statementCsv,
} from '../../../src/core/ledger/statement.ts'

const job = 'b07xabcdefghijklmnopqrstuvwxy'
let ids = 0

const line = (fields: Readonly<Record<string, string>>): JournalLine => {
  ids += 1
  return parseJournalLine(`${ids}-0`, {
    account: 'discord:1',
    at: String(Date.UTC(2026, 5, 30, 23, 30)),
    job,
    window: 'month:2026-07',
    scopes: '[{"kind":"channel","id":"c"},{"kind":"member","id":"m1"}]',
    before: '0',
    posted: '0',
    pending: '0',
    version: '1',
    ...fields,
  })
}

const hold = (fields: Readonly<Record<string, string>> = {}): JournalLine =>
  line({ operation: 'hold', credits: '200000', feature: 'music', day: '2026-07-01', ...fields })
const settle = (fields: Readonly<Record<string, string>> = {}): JournalLine =>
  line({ operation: 'settle', credits: '150001', version: '2', ...fields })

/** Lines, with how many of them were read. */
const counted = (lines: readonly JournalLine[]) => {
  const read: string[] = []
  const source = async function* () {
    for (const each of lines) {
      read.push(each.id)
      yield each
    }
  }
  return { source: source(), read }
}

const july = { from: '2026-07-01', to: '2026-07-31' }

const statementOf = (lines: readonly JournalLine[], range = july, zone = 'Europe/Berlin') => {
  const source = async function* () {
    yield* lines
  }
  return readStatement(source(), range, zone)
}

describe('a statement', () => {
  test('has what a job holds, or what it was charged', async () => {
    const entry = { job, window: 'month:2026-07', day: '2026-07-01', member: 'm1', feature: 'music' }
    expect(await statementOf([hold()])).toMatchObject({
      jobs: [{ ...entry, held: 200_000, charged: 0 }],
      held: 200_000,
      charged: 0,
    })
    const adjusted = [hold(), line({ operation: 'adjust', credits: '5', version: '2' })]
    expect(await statementOf(adjusted)).toMatchObject({ held: 5, charged: 0 })
    expect(await statementOf([hold(), settle()])).toMatchObject({
      jobs: [{ ...entry, held: 0, charged: 150_001 }],
      held: 0,
      charged: 150_001,
    })
    const corrected = [hold(), settle(), line({ operation: 'correct', credits: '0', version: '3' })]
    expect(await statementOf(corrected)).toMatchObject({ jobs: [{ held: 0, charged: 0 }], charged: 0 })
  })

  test('has the jobs that were requested on its days, whenever they were charged', async () => {
    const june = { from: '2026-06-01', to: '2026-06-30' }
    expect((await statementOf([hold(), settle()], june)).jobs).toEqual([])
    const late = settle({ at: String(Date.UTC(2027, 0, 1)) })
    expect(await statementOf([hold({ day: '2026-07-31' }), late])).toMatchObject({ charged: 150_001 })
  })

  test.each([
    ['Europe/Berlin', 1],
    ['UTC', 0],
  ])('counts jobs of versions without a day by the calendar of now: %s', async (zone, count) => {
    const { day, ...old } = { day: '', operation: 'hold', credits: '7' }
    expect((await statementOf([line(old)], july, zone)).jobs).toHaveLength(count)
    expect(day).toBe('')
  })

  test('leaves out what never cost anything, what it does not know, and what came twice', async () => {
    const free = hold({ job: 'b07xfree', credits: '0' })
    expect((await statementOf([free, settle({ job: 'b07xfree', credits: '0' })])).jobs).toEqual([])
    expect((await statementOf([settle()])).jobs).toEqual([])
    expect(await statementOf([hold(), settle(), hold()])).toMatchObject({ held: 0, charged: 150_001 })
  })

  test('begins early enough in the journal for every zone', () => {
    expect(journalStartMs({ from: undefined, to: '2026-07-31' })).toBeUndefined()
    expect(journalStartMs(july)).toBeLessThan(Date.parse('2026-07-01T00:00+14:00') - 5 * 60_000)
    expect(journalStartMs({ from: '0000-01-01', to: '2026-07-31' })).toBe(0)
  })
})

describe('its file', () => {
  const csvOf = (statement: Statement): string => [...statementCsv(statement)].join('')

  test('has a line for each job, with all decimals', async () => {
    const second = hold({ job: 'b07xzyxwvutsrqponmlkjihgfedcb', feature: 'tts', version: '1' })
    expect(csvOf(await statementOf([hold(), settle(), second]))).toBe(
      [
        'period,day,member,feature,job,held,charged\r\n',
        'month:2026-07,2026-07-01,<@m1>,music,abcdefgh,0,0.150001\r\n',
        'month:2026-07,2026-07-01,<@m1>,tts,zyxwvuts,0.20,0\r\n',
      ].join(''),
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])(
    'has no cell that is a formula: %j',
    async (feature) => {
      const csv = csvOf(await statementOf([hold({ feature })]))
      expect(csv).toMatch(/,"?'/)
      expect(csv).not.toContain(`,${feature},`)
    },
  )

  test('adds up to the statement, to the millionth', async () => {
    const anyJobs = fc.array(fc.record({ held: fc.nat(9_999_999), charged: fc.option(fc.nat(9_999_999)) }))
    await fc.assert(
      fc.asyncProperty(anyJobs, async (jobs) => {
        const lines = jobs.flatMap(({ held, charged }, index) => {
          const name = { job: `b07xjob${index}` }
          const first = hold({ ...name, credits: String(held) })
          return charged === null ? [first] : [first, settle({ ...name, credits: String(charged) })]
        })
        const statement = await statementOf(lines)
        const rows = csvOf(statement)
          .trim()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(','))
        const sum = (column: number) =>
          rows.reduce((all, row) => all + (parseCredits(row[column] ?? '') ?? NaN), 0)
        expect([sum(5), sum(6)]).toEqual([statement.held, statement.charged])
        const charged = jobs.reduce((all, each) => all + (each.charged ?? 0), 0)
        const held = jobs.reduce((all, each) => all + (each.charged === null ? each.held : 0), 0)
        expect([statement.held, statement.charged]).toEqual([held, charged])
      }),
    )
  })
})

test('ends where nothing more can have been requested, unless something was, whose charges may still come', async () => {
  const september = (fields: Readonly<Record<string, string>> = {}): JournalLine =>
    hold({ at: String(Date.UTC(2026, 8, 1)), day: '2026-09-01', job: 'b07xlater', ...fields })
  const empty = counted([september(), september(), september()])
  expect((await readStatement(empty.source, july, 'UTC')).jobs).toEqual([])
  expect(empty.read).toHaveLength(1)
  const late = settle({ at: String(Date.UTC(2026, 8, 2)) })
  const used = counted([hold(), september(), late])
  expect((await readStatement(used.source, july, 'UTC')).charged).toBe(150_001)
  expect(used.read).toHaveLength(3)
})
