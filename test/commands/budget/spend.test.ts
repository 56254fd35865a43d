import { describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Period } from '../../../src/core/ledger/budget-window.ts'
import type { SetLimit } from '../../../src/core/ledger/overview.ts'
import type { SpendEntry } from '../../../src/core/ledger/spend.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import type { FactValue } from '../../../src/core/message/message.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../../support/commands/recording-budgets.ts'
import { buttonsBelow, runUtility, turnsPage } from '../../support/commands/run-utility.ts'
import { entry } from '../../support/commands/spend.ts'

const commandWith = (state: Parameters<typeof recordingBudgets>[0]) =>
  readyUtility(budgetCommand, { ...recordingBudgets(state), journal: noChanges, ...noApprovals })

/** Today is Monday, June 15. */
const spent: readonly SpendEntry[] = [
  entry('2026-05-31', 'm9', 'music', 9_000_000),
  entry('2026-06-01', 'm1', 'music', 1_000_000),
  entry('2026-06-14', 'm2', 'tts', 700_000),
  entry('2026-06-15', 'm1', 'tts', 70_000),
  entry('2026-06-15', 'm3', 'music', 200_000),
  entry('2026-06-15', 'm4', 'music', 0),
]

/** A fact's value as lines of text, with members as @id. */
const linesOf = (value: FactValue): readonly string[] => {
  if (typeof value === 'string') return [value]
  const pieces = Array.isArray(value) ? value : []
  const textOf = (piece: (typeof pieces)[number]): string => {
    if (typeof piece === 'string') return piece
    if (piece.kind === 'break') return '\n'
    return `${piece.kind === 'channel' ? '#' : piece.kind === 'group' ? '&' : '@'}${piece.id}`
  }
  return pieces.map(textOf).join('').split('\n')
}

const factOf = async (
  state: Parameters<typeof recordingBudgets>[0],
  label: RegExp,
  values: RawValues = {},
): Promise<readonly [string, readonly string[]] | undefined> => {
  const { facts } = await runUtility(commandWith(state), 'show', values)
  const found = facts.find((fact) => label.test(fact.label))
  return found && [found.label, linesOf(found.value)]
}

const withPeriod = (period: Period) => ({ server: serverBudget({ period }), spent })

describe('who spent most', () => {
  test.each([
    ['month', {}, 'Top spenders this month', ['@m1: 1.07', '@m2: 0.70', '@m3: 0.20']],
    ['once', {}, 'Top spenders this month', ['@m1: 1.07', '@m2: 0.70', '@m3: 0.20']],
    ['week', {}, 'Top spenders this week', ['@m3: 0.20', '@m1: 0.07']],
    ['day', {}, 'Top spenders today', ['@m3: 0.20', '@m1: 0.07']],
    ['month', { spend: 'week' }, 'Top spenders this week', ['@m3: 0.20', '@m1: 0.07']],
    ['day', { spend: 'month' }, 'Top spenders this month', ['@m1: 1.07', '@m2: 0.70', '@m3: 0.20']],
    ['month', { spend: 'feature' }, 'By feature this month', ['/music: 1.20', '/tts: 0.77']],
    ['week', { spend: 'feature' }, 'By feature this week', ['/music: 0.20', '/tts: 0.07']],
  ] as const)('of a budget for each %s, with %j', async (period, values, label, lines) => {
    expect(await factOf(withPeriod(period), /spenders|By feature/, values)).toEqual([label, lines])
  })

  test('names five, and sums up the others', async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      entry('2026-06-15', `m${index + 1}`, 'music', (index + 1) * 100_000),
    )
    expect(await factOf({ spent: many }, /spenders/)).toEqual([
      'Top spenders this month',
      ['@m7: 0.70', '@m6: 0.60', '@m5: 0.50', '@m4: 0.40', '@m3: 0.30', '2 others: 0.30'],
    ])
  })

  test('says nothing of it before anything was spent, unless that was chosen', async () => {
    expect(await factOf({}, /spenders/)).toBeUndefined()
    expect(await factOf({}, /spenders/, { spend: 'week' })).toEqual([
      'Top spenders this week',
      ['nothing yet'],
    ])
  })

  test('is one menu away for the other days, which replaces the message', async () => {
    const command = commandWith(withPeriod('month'))
    const [menu] = (await buttonsBelow(command, 'show')).menus
    expect(menu?.label).toBe('Spend')
    expect(menu?.entries.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])).toEqual([
      ['Today', '/budget show spend:today'],
      ['This week', '/budget show spend:week'],
      ['This month', '/budget show spend:month'],
      ['By feature', '/budget show spend:feature'],
    ])
    expect(menu?.entries.filter(({ isChosen }) => isChosen).map(({ label }) => label)).toEqual(['This month'])
    const press: Partial<Invocation> = { press: 'press-1' }
    expect(await turnsPage(command, 'show', { spend: 'week' }, press)).toBe(true)
    expect(await turnsPage(command, 'show', {}, press)).toBe(false)
  })
})

const limitsOf = (count: number): readonly SetLimit[] =>
  Array.from({ length: count }, (_, index) => ({
    scope: { kind: 'member', id: `m${index + 1}` },
    limit: microcredits((index + 1) * 1_000_000),
  }))

describe('limits of single groups, channels and members', () => {
  test('are listed with whose they are', async () => {
    const limits: readonly SetLimit[] = [
      { scope: { kind: 'group', id: 'g1' }, limit: microcredits(5_000_000) },
      { scope: { kind: 'group', id: 'g1' }, limit: microcredits(1_000_000), isForEach: true },
      { scope: { kind: 'channel', id: 'c1' }, limit: microcredits(2_000_000) },
      { scope: { kind: 'member', id: 'm1' }, limit: microcredits(0) },
    ]
    expect(await factOf({ limits }, /^Individual limits/)).toEqual([
      'Individual limits',
      [
        '&g1: 5 credits a month, shared',
        '&g1: 1 credit a month for each member',
        '#c1: 2 credits a month',
        '@m1: 0 credits a month',
      ],
    ])
  })

  test.each([
    [1, 'Individual limits (1 to 5 of 12)', ['/budget show page:2']],
    [2, 'Individual limits (6 to 10 of 12)', ['/budget show page:1', '/budget show page:3']],
    [3, 'Individual limits (11 to 12 of 12)', ['/budget show page:2']],
  ])('have pages: %d', async (page, label, links) => {
    const limits = limitsOf(12)
    expect((await factOf({ limits }, /^Individual limits/, { page: String(page) }))?.[0]).toBe(label)
    const { buttons } = await buttonsBelow(commandWith({ limits }), 'show', { page: String(page) })
    const pages = buttons
      .map(({ commandLink }) => commandLinkText(commandLink))
      .filter((text) => /page/.test(text))
    expect(pages).toEqual(links)
  })

  test('end', async () => {
    expect(await factOf({ limits: limitsOf(5) }, /^Individual limits/, { page: '2' })).toEqual([
      'Individual limits',
      ['none on this page'],
    ])
    expect(await factOf({}, /^Individual limits/)).toBeUndefined()
  })
})
