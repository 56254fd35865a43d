import { describe, expect, test } from 'vitest'
import type { Surface } from '../../../../src/core/command/answer.ts'
import { actionNamed, readyUtility } from '../../../../src/core/command/command.ts'
import type { RawValues } from '../../../../src/core/fields/field.ts'
import type { Draw } from '../../../../src/core/message/drawing.ts'
import { invocation } from '../../../support/commands/invocation.ts'
import { budgetCommand } from '../../../support/commands/money-commands.ts'
import { noApprovals } from '../../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../../../support/commands/recording-budgets.ts'
import { entry } from '../../../support/commands/spend.ts'
import { withCharts, withoutCharts } from '../../../support/commands/surfaces.ts'

const spent = [
  entry('2026-06-01', 'm1', 'music', 1_000_000),
  entry('2026-06-14', 'm2', 'tts', 700_000),
  entry('2026-06-15', 'm1', '', 70_000),
]

interface Shown {
  surface: Surface
  state?: Parameters<typeof recordingBudgets>[0]
  values?: RawValues
  draw?: Draw
}

const data = Uint8Array.from([1])
let drawn: string[] = []
const drawing: Draw = async (svg) => {
  drawn.push(svg)
  return data
}

/** What /budget shows before its answer is whole, and then. */
const shown = async ({ surface, state = { spent }, values = {}, draw = drawing }: Shown) => {
  drawn = []
  const ports = { ...recordingBudgets(state), journal: noChanges, ...noApprovals, draw }
  const show = actionNamed(readyUtility(budgetCommand, ports), undefined)
  const answer = await show?.run(invocation({ command: 'budget', values }))
  if (answer?.kind !== 'message') throw new Error('no message')
  expect(drawn).toEqual([])
  return { atOnce: answer.message, whole: await answer.whole?.(surface) }
}

const kindsOf = (message: { blocks: readonly { kind: string }[] } | undefined) =>
  message?.blocks.map(({ kind }) => kind)

describe('the dashboard', () => {
  test('is a picture above the figures, described in words, once the answer has been acknowledged', async () => {
    const { atOnce, whole } = await shown({ surface: withoutCharts })
    expect(kindsOf(atOnce)).toEqual(['facts', 'buttons'])
    expect(whole?.blocks[0]).toEqual({
      kind: 'picture',
      name: 'budget.png',
      description:
        '8.38 of 10 credits left, 1.50 used, resets Jul 1. 0.12 in progress. By day, Jun 1 – 30: most on Jun 1, 1. Top spenders this month: name of m1 1.07, name of m2 0.70. By feature this month: /music 1, /tts 0.70, not recorded 0.07.',
      data,
    })
    expect(whole).toEqual({ ...atOnce, blocks: [whole?.blocks[0], ...atOnce.blocks] })
    expect(drawn).toEqual([expect.stringContaining('>name of m1<')])
  })

  test('is the same answer in words where nothing can be drawn', async () => {
    const { atOnce, whole } = await shown({ surface: withoutCharts, draw: async () => undefined })
    expect(whole).toEqual(atOnce)
  })

  test('is a chart and a table where the platform draws them, and nothing is drawn here', async () => {
    const { atOnce, whole } = await shown({ surface: withCharts })
    expect(drawn).toEqual([])
    expect(kindsOf(whole)).toEqual(['chart', 'facts', 'table', 'buttons'])
    expect(whole?.blocks).toMatchObject([
      { title: 'By day, Jun 1 – 30', unit: 'Credits' },
      { facts: expect.not.arrayContaining([{ label: 'Top spenders this month', value: expect.anything() }]) },
      {
        title: 'Top spenders this month',
        head: ['Member', 'Credits'],
        rows: [
          { name: { kind: 'member', id: 'm1' }, amount: '1.07', value: 1.07 },
          { name: { kind: 'member', id: 'm2' }, amount: '0.70', value: 0.7 },
        ],
      },
      {},
    ])
    expect(atOnce.text).toBe(whole?.text)
  })

  test('has bars for the days until today, and no more than twenty', async () => {
    const bars = async (day: string) => {
      const now = () => Date.parse(day)
      const { whole } = await shown({ surface: withCharts, state: { spent, now } })
      const [chart] = whole?.blocks ?? []
      return chart?.kind === 'chart' ? chart.bars : []
    }
    expect(await bars('2026-06-15')).toHaveLength(15)
    const merged = await bars('2026-06-30')
    expect(merged).toHaveLength(15)
    expect(merged[0]).toEqual({ label: 'Jun 1 – 2', value: 1 })
  })

  test('lists features alone in their view', async () => {
    const { whole } = await shown({ surface: withCharts, values: { spend: 'feature' } })
    expect(whole?.blocks).toMatchObject([
      { kind: 'chart' },
      { kind: 'facts' },
      {
        title: 'By feature this month',
        rows: [{ name: '/music' }, { name: '/tts' }, { name: 'not recorded' }],
      },
      {},
    ])
  })

  test.each([['a budget that nobody has used', { server: serverBudget() }, ['facts', 'buttons']]])(
    'of %s has no empty chart',
    async (_, state, kinds) => {
      expect(kindsOf((await shown({ surface: withCharts, state })).whole)).toEqual(kinds)
    },
  )

  test('is not drawn without a budget', async () => {
    const { whole } = await shown({
      surface: withoutCharts,
      state: { server: serverBudget({ limit: undefined }) },
    })
    expect(whole).toBeUndefined()
  })
})
