import { describe, expect, test } from 'vitest'
import { createBudgetCommand } from '../../src/commands/budget.ts'
import type { BudgetState, Budgets } from '../../src/core/budget.ts'
import type { Period } from '../../src/core/budget-window.ts'
import { actionsOf, type Invocation } from '../../src/core/command.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { RawValues } from '../../src/core/field.ts'
import { invocation, target } from '../support/invocation.ts'

const state = (overrides: Partial<BudgetState> = {}): BudgetState => ({
  limit: microcredits(10_000_000),
  period: 'month',
  zone: 'UTC',
  spent: microcredits(1_500_000),
  held: microcredits(120_000),
  left: 8_380_000,
  resetsAtMs: Date.UTC(2026, 6, 1),
  ...overrides,
})

type Change = Parameters<Budgets['setLimit']>[0]

const world = (budget: BudgetState) => {
  const changes: Change[] = []
  const asked: string[] = []
  const budgets: Budgets = {
    read: (account) => {
      asked.push(account)
      return Promise.resolve(budget)
    },
    setLimit: (change) => {
      changes.push(change)
      return Promise.resolve({ ...budget, limit: change.limit, period: change.period })
    },
  }
  const command = createBudgetCommand({ budgets })
  const run = async (name: string, values: RawValues, who: Partial<Invocation> = {}) => {
    const action = actionsOf(command).find((candidate) => candidate.name === name)
    const answer = await action?.run(invocation({ values, ...who }))
    if (answer?.kind !== 'message') throw new Error('no message')
    return { ...answer.message, seenBy: answer.seenBy }
  }
  return { command, run, changes, asked }
}

test('the command is for admins', () => {
  expect(world(state()).command.audience).toBe('admins')
})

describe('/budget show', () => {
  test('tells a server with a budget all about it', async () => {
    const { run, asked } = world(state())
    expect(await run('show', {}, { target: target({ server: 'server-9' }) })).toEqual({
      text: '8.38 credits are left on this server.',
      tone: 'info',
      seenBy: 'member',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Limit', value: '10.00 credits per month' },
            { label: 'Used', value: '1.50' },
            { label: 'Held for running jobs', value: '0.12' },
            { label: 'Left', value: '8.38' },
            { label: 'Starts anew', value: { atMs: Date.UTC(2026, 6, 1) } },
          ],
        },
      ],
    })
    expect(asked).toEqual(['discord:server-9'])
  })

  test('tells a server without one how to get it', async () => {
    expect(await world(state({ limit: undefined })).run('show', {})).toMatchObject({
      text: 'This server has no credits yet. Give it some with /budget limit.',
      blocks: [],
    })
  })

  test('promises nothing below zero after an overrun', async () => {
    const shown = await world(state({ left: -250_000 })).run('show', {})
    expect(shown.text).toBe('0.00 credits are left on this server.')
    expect(JSON.stringify(shown.blocks)).not.toContain('-0.25')
  })

  test('says when a budget never starts anew', async () => {
    const shown = await world(state({ period: 'once', resetsAtMs: undefined })).run('show', {})
    expect(JSON.stringify(shown.blocks)).toContain('10.00 credits in all')
    expect(JSON.stringify(shown.blocks)).toContain('never by itself')
  })
})

describe('/budget limit', () => {
  test.each<[RawValues, Partial<Change>, string]>([
    [{ credits: 5 }, { limit: microcredits(5_000_000), period: 'month' }, '5.00 credits per month'],
    [
      { credits: '2.50', period: 'day' },
      { limit: microcredits(2_500_000), period: 'day' },
      '2.50 credits per day',
    ],
    [{ credits: 0, period: 'week' }, { limit: microcredits(0), period: 'week' }, '0.00 credits per week'],
    [
      { credits: 1, period: 'once' },
      { limit: microcredits(1_000_000), period: 'once' },
      '1.00 credits in all',
    ],
  ])('%j sets it', async (values, change, amount) => {
    const { run, changes } = world(state())
    const shown = await run('limit', values, { eventId: 'event-7' })
    expect(shown.text).toBe(`From now on this server may spend ${amount}.`)
    expect(changes).toEqual([
      { account: 'discord:server-1', eventId: 'event-7', actor: 'member-1', ...change },
    ])
  })

  test.each<[string, RawValues, string]>([
    ['no amount', {}, 'Credits is missing.'],
    ['a negative amount', { credits: -1 }, 'Credits must be an amount from 0 to 1,000,000'],
    ['too fine an amount', { credits: 0.1234567 }, 'Credits must be an amount from 0 to 1,000,000'],
    ['an unknown period', { credits: 1, period: 'year' }, 'Period must be one of: day, week, month, once.'],
  ])('with %s changes nothing and says why', async (_, values, text) => {
    const { run, changes } = world(state())
    const shown = await run('limit', values)
    expect(shown).toMatchObject({ tone: 'failed', seenBy: 'member' })
    expect(shown.text).toContain(text)
    expect(changes).toEqual([])
  })

  test('offers every period that there is', () => {
    const control = actionsOf(world(state()).command)[1]?.fields.period?.control
    const offered = control?.kind === 'choice' ? control.choices.map(({ value }) => value) : []
    expect(offered).toEqual(['day', 'week', 'month', 'once'] satisfies Period[])
  })
})
