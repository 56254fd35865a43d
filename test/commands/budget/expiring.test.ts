import { describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { ExpiringBonus } from '../../../src/core/ledger/overview.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import {
  noChanges,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const dayMs = 24 * 60 * 60_000
const atMs = Date.UTC(2026, 5, 18, 12)

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { changes, asked, ...ports } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals })
  const run = (action: string, values: RawValues = {}) => runUtility(command, action, values)
  return { run, changes }
}

describe('/budget give with an expiry', () => {
  const given = { grant: { status: 'changed', granted: 2_000_000, expiresAtMs: atMs } } as const

  test.each([
    ['1d', 1],
    ['3d', 3],
    ['7d', 7],
  ])('%s gives credits for so many days', async (expires, days) => {
    const { run, changes } = world({ answers: given })
    await run('give', { credits: 2, expires })
    expect(changes).toMatchObject([{ grant: { way: 'give', expiresInMs: days * dayMs } }])
  })

  test.each([
    [{}, 'Added 2 credits to the budget.'],
    [{ member: 'm2' }, 'Gave this member 2 credits.'],
  ])('%j says when they expire, and what then happens', async (whose, done) => {
    const share = shareBudget({ limit: microcredits(2_000_000), from: 'own' })
    const { text, facts } = await world({ share, answers: given }).run('give', {
      credits: 2,
      expires: '3d',
      ...whose,
    })
    expect(text).toBe(`${done} Unused credits are taken back when they expire.`)
    expect(facts).toContainEqual({ label: 'Expires', value: { atMs } })
  })

  test('says so if the budget resets earlier', async () => {
    const { text, facts } = await world().run('give', { credits: 2, expires: '7d' })
    expect(text).toBe('Added 2 credits to the budget. They last until the budget resets, which is sooner.')
    expect(facts.map(({ label }) => label)).toContain('Resets')
    expect(facts.map(({ label }) => label)).not.toContain('Expires')
  })

  test('accepts no other expiry, and none for /budget take', async () => {
    const { run, changes } = world()
    expect((await run('give', { credits: 2, expires: '2d' })).text).toContain('Expires must be one of')
    expect((await run('take', { credits: 2, expires: '1d' })).text).toContain('expires')
    expect(changes).toEqual([])
  })
})

describe('/budget show', () => {
  const bonus = (scope: ExpiringBonus['scope'], credits: number, days: number): ExpiringBonus => ({
    scope,
    credits: microcredits(credits * 1_000_000),
    expiresAtMs: atMs + days * dayMs,
  })
  const expiring = [
    bonus({ kind: 'server' }, 5, 0),
    bonus({ kind: 'member', id: 'm2' }, 2.5, 1),
    bonus({ kind: 'feature', id: 'music' }, 1, 2),
  ]

  test('says which bonuses expire, whose they are and when', async () => {
    const { facts } = await world({ expiring, server: serverBudget() }).run('show')
    const wrap = { kind: 'break' }
    expect(facts).toContainEqual({
      label: 'Bonus expires',
      value: [
        ...['5 credits on ', { atMs }, wrap],
        ...['2.50 credits for ', { kind: 'member', id: 'm2' }, ' on ', { atMs: atMs + dayMs }, wrap],
        ...['1 credit for ', '/music', ' on ', { atMs: atMs + 2 * dayMs }],
      ],
    })
  })

  test('lists five, and counts the rest', async () => {
    const many = Array.from({ length: 7 }, (_, index) => bonus({ kind: 'server' }, 1, index))
    const { facts } = await world({ expiring: many }).run('show')
    const fact = facts.find(({ label }) => label === 'Bonus expires')
    expect([fact?.value].flat().at(-1)).toBe('and 2 more')
  })

  test('of one share says which of its bonuses expire', async () => {
    const share = shareBudget({ scope: { kind: 'member', id: 'm2' } })
    const { facts } = await world({ expiring, share }).run('show', { member: 'm2' })
    expect(facts).toContainEqual({
      label: 'Bonus expires',
      value: ['2.50 credits on ', { atMs: atMs + dayMs }],
    })
    const other = shareBudget({ scope: { kind: 'member', id: 'm3' } })
    const shown = await world({ expiring, share: other }).run('show', { member: 'm3' })
    expect(shown.facts.map(({ label }) => label)).not.toContain('Bonus expires')
  })

  test('says nothing of bonuses where none expires', async () => {
    const { facts } = await world().run('show')
    expect(facts.map(({ label }) => label)).not.toContain('Bonus expires')
  })
})
