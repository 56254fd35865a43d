import { describe, expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import {
  findingsAsJson,
  renderFinding,
  renderRowTable,
  renderSummary,
} from '../../../sandbox/contract/report.ts'
import { Differs, documented, NotTried, type Row, seenElsewhere } from '../../../sandbox/contract/row.ts'
import { chooseRows, type Finding, hasFailed, runRows } from '../../../sandbox/contract/runner.ts'
import type { Service } from '../../../sandbox/contract/service.ts'

const holds: Row['check'] = async () => undefined
const differs: Row['check'] = async () => {
  throw new Differs('it is 3, not 2')
}
const untried: Row['check'] = async () => {
  throw new NotTried('needs an account without credits')
}
const breaks: Row['check'] = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
}

const rows = {
  ok: documented('byId.ok', 'a row that holds', holds),
  differing: documented('byId.differing', 'a row that does not', differs),
  untried: documented('byId.untried', 'a row that cannot be tried', untried),
  broken: documented('byId.broken', 'a row without a network', breaks),
  noted: seenElsewhere('byId.noted', 'a row seen elsewhere that does not hold', differs),
  seen: seenElsewhere('byId.seen', 'a row seen elsewhere that holds', holds),
}

const service = {} as Service

const run = (chosen: readonly Row[]): Promise<readonly Finding[]> => runRows(chosen, service, () => undefined)

describe('a run', () => {
  test('tells each finding in the order of the rows, whichever is first to be done', async () => {
    const done: string[] = []
    let release = (): void => undefined
    const waits = documented(
      'byId.waits',
      'a row that waits',
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    const frees = documented('byId.frees', 'a row that frees it', async () => release())
    await runRows([waits, frees], service, ({ row }) => done.push(row.id))
    expect(done).toEqual(['byId.waits', 'byId.frees'])
  })

  test('tells what a row found', async () => {
    const findings = await run(Object.values(rows))
    expect(findings.map(({ verdict }) => verdict)).toEqual([
      { kind: 'ok' },
      { kind: 'differs', what: 'it is 3, not 2' },
      { kind: 'not_tried', why: 'needs an account without credits' },
      { kind: 'differs', what: 'fetch failed: connect ECONNREFUSED' },
      { kind: 'differs', what: 'it is 3, not 2' },
      { kind: 'ok' },
    ])
  })
})

describe('a run has failed', () => {
  const cases: readonly (readonly [
    what: string,
    rows: readonly Row[],
    failed: boolean,
    strictly: boolean,
  ])[] = [
    ['where all rows hold', [rows.ok, rows.seen], false, false],
    ['where a row of the description differs', [rows.ok, rows.differing], true, true],
    ['where there is no service', [rows.broken], true, true],
    ['where a row that was seen elsewhere differs', [rows.ok, rows.noted], false, true],
    ['where a row is not tried', [rows.ok, rows.untried], false, true],
  ]
  test.each(cases)('%s', async (_what, chosen, failed, strictly) => {
    const findings = await run(chosen)
    expect([hasFailed(findings, false), hasFailed(findings, true)]).toEqual([failed, strictly])
  })
})

describe('rows are chosen', () => {
  const all = Object.values(rows)
  test.each([
    ['by the beginning of their ids', 'byId.', 6],
    ['by a whole id', 'byId.ok', 1],
    ['by a regular expression for the whole id', '.*\\.(ok|seen)', 2],
    ['not by a part of an id', 'differing', 0],
    ['all by nothing', '', 6],
  ])('%s', (_how, pattern, count) => {
    expect(chooseRows(all, pattern)).toHaveLength(count)
  })

  test('not by what is no regular expression', () => {
    expect(() => chooseRows(all, '(')).toThrow(SyntaxError)
  })
})

describe('the report', () => {
  test('has a line for a row, and a second for what it found', async () => {
    const lines = (await run(Object.values(rows))).map(renderFinding)
    const id = (name: string): string => `byId.${name}`.padEnd(48)
    expect(lines).toEqual([
      `ok         ${id('ok')} a row that holds`,
      `DIFFERS    ${id('differing')} a row that does not\n           it is 3, not 2`,
      `not tried  ${id('untried')} a row that cannot be tried\n           needs an account without credits`,
      `DIFFERS    ${id('broken')} a row without a network\n           fetch failed: connect ECONNREFUSED`,
      `differs    ${id('noted')} a row seen elsewhere that does not hold (as seen elsewhere)\n           it is 3, not 2`,
      `ok         ${id('seen')} a row seen elsewhere that holds (as seen elsewhere)`,
    ])
  })

  test('sums up', async () => {
    expect(renderSummary(await run(Object.values(rows)), 0.1 + 0.2)).toBe(
      '2 ok, 3 differ, 1 not tried; 1 of the differences are from what was seen elsewhere, and break no rule; ' +
        'the tasks were estimated at 0.3 credits',
    )
  })

  test('is JSON for programs', async () => {
    const findings = await run([rows.ok, rows.noted, rows.untried])
    expect(JSON.parse(findingsAsJson(findings, 2))).toEqual({
      ok: 1,
      differ: 1,
      differFromDocument: 0,
      notTried: 1,
      creditsEstimated: 2,
      rows: [
        { id: 'byId.ok', title: 'a row that holds', source: 'document', kind: 'ok' },
        {
          id: 'byId.noted',
          title: 'a row seen elsewhere that does not hold',
          source: 'evidence',
          kind: 'differs',
          what: 'it is 3, not 2',
        },
        {
          id: 'byId.untried',
          title: 'a row that cannot be tried',
          source: 'document',
          kind: 'not_tried',
          why: 'needs an account without credits',
        },
      ],
    })
  })

  test('lists every row once', () => {
    const listed = [...renderRowTable(allRows).matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id)
    expect(listed.toSorted()).toEqual(allRows.map(({ id }) => id).toSorted())
  })
})
