import { expect, test } from 'vitest'
import { exportLines } from '../../../src/core/ledger/export.ts'
import type { JournalLine } from '../../../src/core/ledger/journal.ts'
import { parseJournalLine } from '../../../src/core/ledger/journal-entries.ts'

const head = { account: 'discord:1', at: String(Date.UTC(2026, 5, 15, 12)) }
const line = (fields: Readonly<Record<string, string>>, id = '5-0'): JournalLine =>
  parseJournalLine(id, { ...head, ...fields })

const money = line({
  operation: 'settle',
  job: 'job-1',
  window: 'month:2026-06',
  version: '3',
  overrun: '1',
  scopes: '[{"kind":"channel","id":"c"},{"kind":"member","id":"m"}]',
  before: '150000',
  credits: '150001',
  posted: '150001',
  pending: '0',
  feature: 'music',
  day: '2026-06-15',
  spent: '150001',
})
const take = line({
  operation: 'take',
  scope: '',
  window: 'once',
  credits: '2500000',
  granted: '-2500000',
  actor: 'admin-1',
  reason: 'spent on "tests", mostly',
})

const write = async (lines: readonly JournalLine[], format: 'csv' | 'ndjson'): Promise<string> => {
  const source = async function* () {
    yield* lines
  }
  const pieces: string[] = []
  for await (const piece of exportLines(source(), format)) pieces.push(piece)
  return pieces.join('')
}

const heading =
  'id,time,account,operation,job,window,scope,before,credits,version,posted,pending,granted,overrun,period,zone,week_start,allowed,actor,reason,unread,feature,day\r\n'

test('as CSV the journal has a heading, a line for each, and amounts in credits', async () => {
  expect(await write([money, take], 'csv')).toBe(
    [
      heading,
      '5-0,2026-06-15T12:00:00.000Z,discord:1,settle,job-1,month:2026-06,channel c; member m,0.15,0.150001,3,0.150001,0,,0.000001,,,,,,,,music,2026-06-15\r\n',
      '5-0,2026-06-15T12:00:00.000Z,discord:1,take,,once,,,2.50,,,,-2.50,,,,,,admin-1,"spent on ""tests"", mostly",,,\r\n',
    ].join(''),
  )
})

test('an empty journal is the heading alone, or nothing', async () => {
  expect(await write([], 'csv')).toBe(heading)
  expect(await write([], 'ndjson')).toBe('')
})

test.each([
  [
    { operation: 'starter', credits: '5' },
    { operation: 'starter', credits: '0.000005' },
  ],
  [
    { operation: 'limit', credits: '5', window: 'week', zone: 'UTC', week_start: '0' },
    { operation: 'limit', credits: '0.000005', period: 'week', zone: 'UTC', week_start: '0' },
  ],
  [
    { operation: 'member_limit', credits: '', member: 'm' },
    { operation: 'member_limit', credits: '', scope: 'm' },
  ],
  [
    { operation: 'grant', credits: '1', granted: '2', window: 'once', scope: '{"kind":"group","id":"g"}' },
    { operation: 'grant', credits: '0.000001', granted: '0.000002', window: 'once', scope: 'group g' },
  ],
  [
    { operation: 'manager', member: 'm', allowed: '1' },
    { operation: 'manager', scope: 'm', allowed: 'yes' },
  ],
  [
    { operation: 'block', member: 'm', allowed: '0' },
    { operation: 'block', scope: 'm', allowed: 'no' },
  ],
  [
    { operation: 'feature_limit', credits: '1', feature: 'music' },
    { operation: 'feature_limit', credits: '0.000001', scope: 'music' },
  ],
  [
    { operation: 'sponsor', credits: '1', granted: '-1', received: '1', window: 'once', member: 'm' },
    { operation: 'sponsor', credits: '0.000001', granted: '-0.000001', window: 'once', scope: 'member m' },
  ],
  [
    { operation: 'sponsoring', allowed: '0' },
    { operation: 'sponsoring', allowed: 'no' },
  ],
  [
    { operation: 'alerts', channel: 'c1' },
    { operation: 'alerts', scope: 'c1' },
  ],
  [
    { operation: 'approvals', channel: 'c1' },
    { operation: 'approvals', scope: 'c1' },
  ],
  [
    { operation: 'pause', scope: '', paused: '1', reason: 'why not' },
    { operation: 'pause', allowed: 'no', reason: 'why not' },
  ],
  [
    { operation: 'pause', scope: '{"kind":"channel","id":"c"}', paused: '0' },
    { operation: 'pause', scope: 'channel c', allowed: 'yes' },
  ],
])('a line about settings has its cells: %j', async (fields, cells) => {
  const text = await write([line({ actor: 'a', ...fields })], 'csv')
  const [names = [], values = []] = text.split('\r\n').map((row) => row.split(','))
  const filled = names
    .map((name, index) => [name, values[index] ?? ''] as const)
    .filter(([, value]) => value !== '')
  const common = { id: '5-0', time: '2026-06-15T12:00:00.000Z', account: 'discord:1', actor: 'a' }
  const wanted = Object.entries({ ...common, ...cells }).filter(([, value]) => value !== '')
  expect(Object.fromEntries(filled)).toEqual(Object.fromEntries(wanted))
})

// https://owasp.org/www-community/attacks/CSV_Injection
test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1+1', "'+1+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['a=1', 'a=1'],
  ['', ''],
])('no cell of CSV is a formula: %j', async (reason, cell) => {
  const text = await write(
    [line({ operation: 'manager', member: 'm', allowed: '1', actor: 'a', reason })],
    'csv',
  )
  expect(text.endsWith(`,a,${cell},,,\r\n`)).toBe(true)
})

test('every text that somebody else chose is made harmless', async () => {
  const evil = '=1'
  const text = await write(
    [
      line({ operation: 'limit', credits: '5', window: 'once', zone: evil, actor: evil, reason: evil }, evil),
      line({ operation: 'member_limit', credits: '5', member: evil, actor: evil }),
      parseJournalLine('6-0', { operation: evil }),
    ],
    'csv',
  )
  expect(text).not.toMatch(/(^|,)"?=/m)
})

test('as NDJSON each line is JSON, with whole millionths and nothing changed', async () => {
  const evil = line({ operation: 'manager', member: '=1', allowed: '1', actor: '-a', reason: '"\r\n\u2028' })
  const unknown = parseJournalLine('6-0', { operation: 'dance', mood: 'good' })
  const lines = [money, take, evil, unknown]
  const text = await write(lines, 'ndjson')
  const read = text
    .trimEnd()
    .split('\n')
    .map((each): unknown => JSON.parse(each))
  expect(read).toEqual(lines.map((each) => JSON.parse(JSON.stringify(each))))
  expect(read[0]).toMatchObject({ credits: 150_001, overrun: 1 })
  expect(read[2]).toMatchObject({ member: '=1', actor: '-a', reason: '"\r\n\u2028' })
  expect(read[3]).toMatchObject({ operation: 'unknown', fields: { operation: 'dance', mood: 'good' } })
})
