import { expect, test } from 'vitest'
import { parseJournalLine } from '../../../src/core/ledger/journal-entries.ts'

const account = 'discord:server-1'
const head = { account, at: '1750000000000' }
const read = { id: '5-0', atMs: 1_750_000_000_000, account }
const byAdmin = { actor: 'admin-1', reason: undefined }
const money = {
  ...head,
  job: 'job-1',
  window: 'month:2026-06',
  scopes: '[{"kind":"member","id":"member-1"}]',
  before: '0',
  credits: '200000',
  version: '1',
  posted: '0',
  pending: '200000',
}
const readMoney = {
  ...read,
  job: 'job-1',
  window: 'month:2026-06',
  scopes: [{ kind: 'member', id: 'member-1' }],
  before: 0,
  credits: 200_000,
  version: 1,
  posted: 0,
  pending: 200_000,
  overrun: undefined,
}

test.each(['hold', 'adjust', 'settle', 'void', 'book', 'correct'])('a line "%s" is read', (operation) => {
  expect(parseJournalLine('5-0', { operation, ...money })).toEqual({ operation, ...readMoney })
})

test('a line says how far it went over', () => {
  expect(parseJournalLine('5-0', { operation: 'settle', ...money, overrun: '7' })).toMatchObject({
    overrun: 7,
  })
})

test.each([
  [
    { operation: 'starter', credits: '5' },
    { operation: 'starter', credits: 5 },
  ],
  [
    { operation: 'limit', credits: '5', window: 'week', zone: 'UTC', week_start: '0', reason: 'why not' },
    { operation: 'limit', credits: 5, period: 'week', zone: 'UTC', weekStart: 0, reason: 'why not' },
  ],
  [
    { operation: 'limit', credits: '5', window: 'once', zone: 'UTC' },
    { operation: 'limit', credits: 5, period: 'once', zone: 'UTC', weekStart: undefined },
  ],
  [
    { operation: 'member_limit', credits: '5', member: 'member-1' },
    { operation: 'member_limit', credits: 5, scopeId: 'member-1' },
  ],
  [
    { operation: 'channel_limit', credits: '', channel: '' },
    { operation: 'channel_limit', credits: undefined, scopeId: undefined },
  ],
  [
    { operation: 'group_each_limit', credits: '0', group: 'role-1' },
    { operation: 'group_each_limit', credits: 0, scopeId: 'role-1' },
  ],
  [
    { operation: 'grant', scope: '', window: 'once', credits: '5', granted: '-2' },
    { operation: 'grant', scope: undefined, window: 'once', credits: 5, granted: -2 },
  ],
  [
    { operation: 'take', scope: '{"kind":"group","id":"g"}', window: 'once', credits: '5', granted: '0' },
    { operation: 'take', scope: { kind: 'group', id: 'g' }, window: 'once', credits: 5, granted: 0 },
  ],
  [
    { operation: 'manager', member: 'member-1', allowed: '0' },
    { operation: 'manager', member: 'member-1', allowed: false },
  ],
  [
    { operation: 'block', member: 'member-1', allowed: '1' },
    { operation: 'block', member: 'member-1', allowed: true },
  ],
  [
    { operation: 'feature_limit', credits: '5', feature: 'music' },
    { operation: 'feature_limit', credits: 5, scopeId: 'music' },
  ],
  [
    { operation: 'model_limit', credits: '', model: 'v7' },
    { operation: 'model_limit', credits: undefined, scopeId: 'v7' },
  ],
  [
    { operation: 'sponsor', member: 'm', window: 'once', credits: '5', granted: '-5', received: '7' },
    { operation: 'sponsor', member: 'm', window: 'once', credits: 5, granted: -5, received: 7 },
  ],
  [
    { operation: 'sponsoring', allowed: '1' },
    { operation: 'sponsoring', allowed: true },
  ],
  [
    { operation: 'alerts', channel: 'c1' },
    { operation: 'alerts', channel: 'c1' },
  ],
  [
    { operation: 'alerts', channel: '', weekly: '0' },
    { operation: 'alerts', channel: undefined, isWeekly: false },
  ],
  [
    { operation: 'alerts', channel: 'c1', weekly: '1' },
    { operation: 'alerts', channel: 'c1', isWeekly: true },
  ],
  [
    { operation: 'approvals', channel: 'c1' },
    { operation: 'approvals', channel: 'c1' },
  ],
  [
    { operation: 'pause', scope: '', paused: '1' },
    { operation: 'pause', scope: undefined, paused: true },
  ],
  [
    { operation: 'pause', scope: '{"kind":"channel","id":"c1"}', paused: '0' },
    { operation: 'pause', scope: { kind: 'channel', id: 'c1' }, paused: false },
  ],
])('a line about settings is read: %j', (fields, line) => {
  const stored = { ...head, actor: 'admin-1', ...fields }
  expect(parseJournalLine('5-0', stored)).toEqual({ ...read, ...byAdmin, ...line })
})

test.each([
  [{ ...money, operation: 'refund' }, 'refund', 'its operation is not known'],
  [{}, '', 'its operation is not known'],
  [{ ...money, operation: 'hold', credits: '1.5' }, 'hold', 'credits: is not a whole number'],
  [{ ...money, operation: 'hold', credits: '-5' }, 'hold', 'credits: is negative'],
  [{ ...money, operation: 'hold', credits: '9007199254740993' }, 'hold', 'credits: is too large'],
  [{ ...money, operation: 'hold', scopes: '[' }, 'hold', 'scopes: is not JSON'],
  [{ ...money, operation: 'hold', account: 'server-1' }, 'hold', 'account: is not an account'],
])('a line that cannot be read is kept whole, and says why: %j', (fields, named, problem) => {
  expect(parseJournalLine('5-0', fields)).toEqual({ operation: 'unknown', id: '5-0', named, problem, fields })
})

test('what a later version adds to a line is no harm', () => {
  const line = parseJournalLine('5-0', { operation: 'hold', ...money, mood: 'good' })
  expect(line).toEqual({ operation: 'hold', ...readMoney })
})
