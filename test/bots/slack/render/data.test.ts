import { describe, expect, test } from 'vitest'
import { chartBlocks, tableBlocks } from '../../../../src/bots/slack/render/data.ts'
import { render } from '../../../../src/bots/slack/render/render.ts'
import type { Chart, Table } from '../../../../src/core/message/message.ts'

const budget = (left = 10_000) => ({ left, isShort: false })

const chart = (labels: readonly string[], title = 'By day'): Chart => ({
  kind: 'chart',
  title,
  unit: 'Credits',
  bars: labels.map((label, index) => ({ label, value: index })),
})
const days = (count: number) => Array.from({ length: count }, (_, index) => `Jul ${index + 1}`)

const table = (count: number): Table => ({
  kind: 'table',
  title: 'Top spenders',
  head: ['Member', 'Credits'],
  rows: Array.from({ length: count }, (_, index) => ({ name: `/f${index}`, amount: '0.10', value: 0.1 })),
})
const rowsOf = ([block]: ReturnType<typeof tableBlocks>) =>
  block?.type === 'data_table' ? block.rows.length : undefined

describe('a chart', () => {
  test('has a point for each bar', () => {
    expect(chartBlocks(budget(), chart(['Jul 1', 'Jul 2']))).toEqual([
      {
        type: 'data_visualization',
        title: 'By day',
        chart: {
          type: 'bar',
          series: [
            {
              name: 'Credits',
              data: [
                { label: 'Jul 1', value: 0 },
                { label: 'Jul 2', value: 1 },
              ],
            },
          ],
          axis_config: { categories: ['Jul 1', 'Jul 2'], y_label: 'Credits' },
        },
      },
    ])
  })

  test('has a title that Slack takes', () => {
    expect(chartBlocks(budget(), chart(['Jul 1'], 'x'.repeat(60)))).toMatchObject([
      { title: `${'x'.repeat(49)}…` },
    ])
  })

  test.each([
    ['without bars', chart([])],
    ['with more bars than Slack takes', chart(days(21))],
    ['with two bars of one name', chart(['Jul 1', 'Jul 1'])],
    ['with two bars whose names begin alike', chart([`${'x'.repeat(20)}a`, `${'x'.repeat(20)}b`])],
  ])('%s is left out, as Slack would refuse it', (_, given) => {
    expect(chartBlocks(budget(), given)).toEqual([])
  })

  test('is left out where the texts of the message leave no room', () => {
    expect(chartBlocks(budget(100), chart(days(20)))).toEqual([])
    const left = budget()
    chartBlocks(left, chart(days(20)))
    expect(left.left).toBeLessThan(9_700)
  })
})

describe('a table', () => {
  test('names members by what Slack shows, and sorts by number', () => {
    const rows = [
      { name: { kind: 'member', id: 'U123' }, amount: '0.50', value: 0.5 },
      { name: { kind: 'member', id: 'no id' }, amount: '0.10', value: 0.1 },
    ] as const
    expect(tableBlocks(budget(), { ...table(0), rows })).toMatchObject([
      {
        type: 'data_table',
        caption: 'Top spenders',
        rows: [
          [{ text: 'Member' }, { text: 'Credits' }],
          [
            { elements: [{ elements: [{ type: 'user', user_id: 'U123' }] }] },
            { type: 'raw_number', value: 0.5, text: '0.50' },
          ],
          [{ elements: [{ elements: [{ type: 'text', text: 'no id' }] }] }, {}],
        ],
      },
    ])
  })

  test('has as many rows as Slack takes, and as there is room for', () => {
    expect(rowsOf(tableBlocks(budget(), table(150)))).toBe(101)
    expect(rowsOf(tableBlocks(budget(200), table(150)))).toBe(5)
    expect(tableBlocks(budget(20), table(150))).toEqual([])
    expect(tableBlocks(budget(), table(0))).toEqual([])
  })
})

test('a picture is a file with its description, and none where files are impossible', () => {
  const data = Uint8Array.from([1])
  const picture = { kind: 'picture', name: 'budget.png', description: 'Bars by day', data } as const
  const message = { text: '5 credits left.', tone: 'info', blocks: [picture] } as const
  expect(render(message).uploads).toMatchObject([
    { name: 'budget.png', altText: 'Bars by day', source: { kind: 'bytes', data } },
  ])
  expect(render(message, { hasFiles: false }).uploads).toEqual([])
})
