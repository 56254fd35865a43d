import { describe, expect, test } from 'vitest'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets } from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { changes, asked: _, ...ports } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals })
  const run = (action: string, values: RawValues = {}) => runUtility(command, action, values)
  return { command, run, changes }
}

const who = { account: 'discord:server-1', eventId: 'event-1', actor: 'member-1' }

describe('/budget alerts', () => {
  test('sends alerts to a channel, and says which', async () => {
    const { run, changes } = world()
    expect(await run('alerts', { channel: 'c1', reason: 'early' })).toMatchObject({
      text: "Budget alerts are on. I'll post in the channel below at 50, 80 and 100%, once each per period. Make sure I can post there.",
      facts: [{ label: 'Channel', value: [{ kind: 'channel', id: 'c1' }] }],
    })
    expect(changes).toEqual([{ alerts: { ...who, reason: 'early', channel: 'c1' } }])
  })

  test('adds a weekly summary', async () => {
    const { run, changes } = world()
    const { text } = await run('alerts', { channel: 'c1', weekly: true })
    expect(text).toMatch(/^Budget alerts are on\..* I'll also post a weekly summary\.$/)
    expect(changes).toMatchObject([{ alerts: { channel: 'c1', isWeekly: true } }])
  })

  test('switches them off', async () => {
    const { run, changes } = world({ alerts: { channel: 'c1', isWeekly: false, isRefused: false } })
    expect((await run('alerts', { channel: 'c1', lift: true })).text).toBe('Budget alerts are off.')
    expect(changes).toEqual([{ alerts: { ...who, reason: undefined, channel: undefined } }])
  })

  test('changes nothing without a channel, or if the event came before with other contents', async () => {
    const { run, changes } = world()
    for (const values of [{}, { lift: true }])
      expect(await run('alerts', values)).toMatchObject({ tone: 'failed' })
    expect(changes).toEqual([])
    const again = world({ answers: { status: 'differs' } })
    expect((await again.run('alerts', { channel: 'c1' })).text).toContain('You already sent this')
  })

  test.each([
    ['c1', true, true],
    ['c1', false, false],
    ['c2', true, false],
  ])('of %s, with lift: %s, may name a channel that is gone: %s', async (channel, lift, clears) => {
    const action = actionNamed(
      world({ alerts: { channel: 'c1', isWeekly: false, isRefused: false } }).command,
      'alerts',
    )
    const asked = invocation({ command: 'budget', action: 'alerts', values: { channel, lift } })
    expect(await action?.clearsChannel?.(asked)).toBe(clears)
    expect(await action?.initial?.(asked)).toEqual({ channel: 'c1', weekly: false })
  })
})

test.each([
  [undefined, []],
  [{ channel: 'c1', isWeekly: false, isRefused: false }, [[{ kind: 'channel', id: 'c1' }]]],
  [
    { channel: 'c1', isWeekly: false, isRefused: true },
    [[{ kind: 'channel', id: 'c1' }, ' · ', "I can't post there"]],
  ],
  [
    { channel: 'c1', isWeekly: true, isRefused: false },
    [[{ kind: 'channel', id: 'c1' }, ' · ', 'weekly summary']],
  ],
])('/budget show says where alerts go, and whether they get there: %j', async (alerts, expected) => {
  const { facts } = await world(alerts === undefined ? {} : { alerts }).run('show')
  expect(facts.flatMap(({ label, value }) => (label === 'Alerts' ? [value] : []))).toEqual(expected)
})
