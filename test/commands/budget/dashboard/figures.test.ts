import { describe, expect, test } from 'vitest'
import { figuresOf } from '../../../../src/commands/budget/dashboard/figures.ts'
import { readSpend, type SpendView } from '../../../../src/commands/budget/spend.ts'
import { microcredits } from '../../../../src/core/credits.ts'
import type { BudgetState } from '../../../../src/core/ledger/budget.ts'
import { recordingBudgets, serverBudget } from '../../../support/commands/recording-budgets.ts'
import { entry } from '../../../support/commands/spend.ts'

/** Today is Monday, June 15. */
const spent = [
  entry('2026-05-31', 'm9', 'music', 9_000_000),
  entry('2026-06-01', 'm1', 'music', 1_000_000),
  entry('2026-06-14', 'm2', 'tts', 700_000),
  entry('2026-06-15', 'm1', 'tts', 70_000),
  entry('2026-06-15', 'm3', 'music', 200_000),
]

const read = async (state: Partial<BudgetState> = {}, view?: SpendView) => {
  const server = serverBudget(state)
  return figuresOf(server, await readSpend(recordingBudgets({ spent }), 'discord:1', server, view))
}

describe('what the dashboard shows', () => {
  test.each([
    ['month', undefined, 'By day, Jun 1 – 30', 30, 'resets Jul 1', { amount: 333_334, isLimit: false }],
    ['week', undefined, 'By day, Jun 15 – 21', 7, 'resets Jun 22', { amount: 1_428_572, isLimit: false }],
    ['day', undefined, 'By day, Jun 9 – 15', 7, 'resets tomorrow', { amount: 10_000_000, isLimit: true }],
    ['once', undefined, 'By day, Jun 1 – 30', 30, 'never resets', undefined],
    ['month', 'week', 'By day, Jun 15 – 21', 7, 'resets Jul 1', undefined],
    ['month', 'today', 'By day, Jun 9 – 15', 7, 'resets Jul 1', undefined],
    ['week', 'month', 'By day, Jun 1 – 30', 30, 'resets Jun 22', undefined],
  ] as const)('of a budget for each %s in the view %s', async (period, view, title, count, resets, line) => {
    const figures = await read({ period }, view)
    expect(figures).toMatchObject({ title, resets, line })
    expect(figures.days).toHaveLength(count)
    expect(figures.days.filter(({ isToday }) => isToday)).toEqual([
      { day: '2026-06-15', label: 'Jun 15', used: 270_000, held: 120_000, isToday: true },
    ])
  })

  test('is what is used and held of the limit, and how much of the period has passed', async () => {
    expect(await read()).toMatchObject({
      left: '8.38',
      used: '1.50',
      held: '0.12',
      allowed: '10',
      isOver: false,
      usedShare: 0.15,
      heldShare: 0.012,
      passedShare: 0.5,
    })
  })

  test('is a full gauge after an overrun', async () => {
    const figures = await read({ limit: microcredits(1_000_000), left: -620_000 })
    expect(figures).toMatchObject({ left: '0', isOver: true })
    expect(figures.usedShare + figures.heldShare).toBe(1)
  })

  test('counts what was given on top as a part of the limit', async () => {
    const figures = await read({ granted: 5_000_000, left: 13_380_000 })
    expect(figures).toMatchObject({ allowed: '15', usedShare: 0.1 })
  })

  test('names the top members and features of the view, or features alone', async () => {
    const { lists } = await read()
    expect(lists.map(({ title, all }) => [title, all])).toEqual([
      [
        'Top spenders this month',
        [
          ['m1', 1_070_000],
          ['m2', 700_000],
          ['m3', 200_000],
        ],
      ],
      [
        'By feature this month',
        [
          ['music', 1_200_000],
          ['tts', 770_000],
        ],
      ],
    ])
    expect((await read({}, 'feature')).lists.map(({ kind }) => kind)).toEqual(['feature'])
    expect((await read({}, 'today')).lists[0].all).toEqual([
      ['m3', 200_000],
      ['m1', 70_000],
    ])
  })
})
