import { afterEach, beforeEach, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { Fact, FactPiece } from '../../../src/core/message/message.ts'
import { accountOf } from '../../../src/core/target.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets } from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

const account = accountOf(target())
const credits = microcredits(2_000_000)
let world: StoreWorld
let events = 0

beforeEach(() => {
  world = openStoreWorld({ now: () => Date.UTC(2026, 5, 15, 12, 5) })
})
afterEach(() => world.close())

const change = (reason?: string) => {
  events += 1
  return { account, eventId: `log-${events}`, actor: 'admin-1', reason }
}

const log = () => {
  const command = readyUtility(budgetCommand, budgetPortsOf(world))
  return runUtility(command, 'log')
}

const inBrackets = (piece: FactPiece): string => {
  if (typeof piece === 'string') return piece
  if ('atMs' in piece) return `[${new Date(piece.atMs).toISOString().slice(0, 16)}]`
  return 'id' in piece ? `[${piece.kind} ${piece.id}]` : ''
}

/** What stands in a line, with who and where by their ids in brackets. */
const lineOf = ({ value }: Fact): string => (Array.isArray(value) ? value.map(inBrackets).join('') : '')

const setLimit = (millionths: number, zone = 'UTC', reason?: string) =>
  world.budgets.setLimit({ ...change(reason), limit: microcredits(millionths), period: 'month', zone })

test('/budget log says that there is nothing where nothing was changed', async () => {
  expect(await log()).toMatchObject({ text: 'No changes to show.', facts: [], isPrivate: true })
})

test('/budget log says that the operator gave starter credits', async () => {
  world.close()
  world = openStoreWorld({ newServerCredits: 2_000_000 })
  await jobIn(world, 'requested')
  expect((await log()).facts.map(lineOf)).toEqual([
    expect.stringMatching(/^\[member operator\] gave 2 starter credits · \[/),
  ])
})

test('/budget log tells who did what, when and why, the newest first, and nothing of jobs', async () => {
  const { budgets } = world
  await setLimit(10_000_000)
  await jobIn(world, 'posted')
  await setLimit(5_000_000, 'Asia/Kathmandu', 'the <@1> term')
  await budgets.setShareLimit({ ...change(), of: { kind: 'channel', id: 'c1' }, limit: credits })
  await budgets.setShareLimit({ ...change(), of: { kind: 'channel', id: undefined }, limit: credits })
  await budgets.setShareLimit({ ...change(), of: { kind: 'channel', id: 'c1' }, limit: undefined })
  await budgets.setShareLimit({ ...change(), of: { kind: 'group', id: 'g1', share: 'each' }, limit: credits })
  await budgets.setShareLimit({
    ...change(),
    of: { kind: 'group', id: 'g1', share: 'together' },
    limit: credits,
  })
  await budgets.setShareLimit({ ...change(), of: { kind: 'member', id: 'm1' }, limit: credits })
  await budgets.grant({ ...change(), scope: { kind: 'member', id: 'm1' }, way: 'give', credits })
  await budgets.grant({ ...change('too much'), scope: { kind: 'server' }, way: 'take', credits })
  await budgets.setManager({ ...change(), member: 'm1', allowed: true })
  await budgets.setManager({ ...change(), member: 'm1', allowed: false })
  await world.blocks.set({ ...change('floods'), member: 'm1', isBlocked: true })
  await world.blocks.set({ ...change(), member: 'm1', isBlocked: false })
  const { text, facts, isPrivate } = await log()
  expect(text).toBe('The latest budget changes, newest first.')
  expect(isPrivate).toBe(true)
  expect([...new Set(facts.map(({ label }) => label))]).toEqual([
    ...['Block', 'Budget manager', 'Credits', 'Limit', 'Budget'],
  ])
  expect(facts.map(lineOf)).toEqual(
    [
      '[member admin-1] unblocked [member m1]',
      '[member admin-1] blocked [member m1] · “floods”',
      '[member admin-1] removed [member m1] as a budget manager',
      '[member admin-1] made [member m1] a budget manager',
      '[member admin-1] took 2 credits from the budget · “too much”',
      '[member admin-1] gave 2 credits to member [member m1]',
      '[member admin-1] set the limit for member [member m1] to 2 credits',
      '[member admin-1] set the limit for group [group g1] to 2 credits',
      '[member admin-1] set the limit for each member of group [group g1] to 2 credits',
      '[member admin-1] removed the limit for channel [channel c1] · was 2',
      '[member admin-1] set the per-channel limit to 2 credits',
      '[member admin-1] set the limit for channel [channel c1] to 2 credits',
      '[member admin-1] set the budget to 5 credits a month (Asia/Kathmandu time) · was 10 · “the <@1> term”',
      '[member admin-1] set the budget to 10 credits a month (UTC time)',
    ].map((line) => `${line} · [2026-06-15T12:05]`),
  )
})

test('/budget log tells of pauses, and of where alerts and requests go', async () => {
  const { budgets } = world
  for (const of of [
    { kind: 'server' },
    { kind: 'channel', id: 'c1' },
    { kind: 'member', id: 'm1' },
  ] as const) {
    await budgets.setPause({ ...change('a break'), of, isPaused: true })
    await budgets.setPause({ ...change(), of, isPaused: false })
  }
  await budgets.setAlerts({ ...change(), channel: 'c1' })
  await budgets.setAlerts({ ...change(), channel: 'c1', isWeekly: true })
  await budgets.setAlerts({ ...change(), channel: undefined })
  await world.approvals.setChannel({ ...change(), channel: 'c2' })
  await world.approvals.setChannel({ ...change(), channel: undefined })
  const { facts } = await log()
  expect([...new Set(facts.map(({ label }) => label))]).toEqual(['Requests', 'Alerts', 'Pause'])
  expect(facts.map(lineOf)).toEqual(
    [
      '[member admin-1] unset the approvals channel',
      '[member admin-1] set the approvals channel to [channel c2]',
      '[member admin-1] turned off budget alerts',
      '[member admin-1] set the alerts channel to [channel c1], with a weekly summary',
      '[member admin-1] set the alerts channel to [channel c1]',
      '[member admin-1] resumed spending for member [member m1]',
      '[member admin-1] paused spending for member [member m1] · “a break”',
      '[member admin-1] resumed spending in channel [channel c1]',
      '[member admin-1] paused spending in channel [channel c1] · “a break”',
      '[member admin-1] resumed spending',
      '[member admin-1] paused spending · “a break”',
    ].map((line) => `${line} · [2026-06-15T12:05]`),
  )
})

test('/budget log tells of another period what the amount was for, and of weeks when they begin', async () => {
  await setLimit(1_000_000)
  const limit = microcredits(3_000_000)
  await world.budgets.setLimit({ ...change(), limit, period: 'week', weekStart: 0 })
  expect((await log()).facts.map(lineOf)).toEqual([
    '[member admin-1] set the budget to 3 credits a week (weeks start on Sunday, UTC time) · was 1 credit a month · [2026-06-15T12:05]',
    '[member admin-1] set the budget to 1 credit a month (UTC time) · [2026-06-15T12:05]',
  ])
})

test('/budget log shows the last 20 changes of this server, and says where there are more', async () => {
  for (let index = 1; index <= 21; index += 1) await setLimit(index * 1_000_000)
  await world.budgets.setLimit({ ...change(), account: 'slack:server-1', limit: credits })
  const { text, facts } = await log()
  expect(text).toContain('Your bot operator can export any older changes.')
  expect(facts).toHaveLength(20)
  expect(facts.map(lineOf)[0]).toContain('set the budget to 21 credits')
  expect(facts.map(lineOf)[19]).toContain('set the budget to 2 credits')
})

test('/budget log owns up to it where it could not look through everything', async () => {
  const journal = { ...noChanges, changes: () => Promise.resolve({ lines: [], hasOlder: true }) }
  const command = readyUtility(budgetCommand, { ...recordingBudgets(), ...noApprovals, journal })
  expect((await runUtility(command, 'log')).text).toBe(
    'No changes found in the newest entries of the shared journal. Your bot operator can export any older changes.',
  )
})
