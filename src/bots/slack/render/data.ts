import type { types } from '@slack/bolt'
import type { Chart, Table } from '../../../core/message/message.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { slackId } from './fact-line.ts'
import { limits } from './limits.ts'
import { section, type TextBudget, words } from './rich-text.ts'

/**
 * A bar chart. Slack's own types lack it.
 * https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
interface ChartBlock extends types.Block {
  type: 'data_visualization'
  title: string
  chart: {
    type: 'bar'
    series: { name: string; data: Chart['bars'] }[]
    axis_config: { categories: string[]; y_label: string }
  }
}

/** A block of a message, also of a kind that Slack's own types lack. */
export type MessageBlock = types.KnownBlock | ChartBlock

/** A chart; nothing where Slack would refuse it: without bars, with too many, or if two have one name. */
export const chartBlocks = (textBudget: TextBudget, { title, unit, bars }: Chart): MessageBlock[] => {
  const data = bars.map(({ label, value }) => ({
    label: shortened(onOneLine(label), limits.chartLabel),
    value,
  }))
  const categories = data.map(({ label }) => label)
  const length = [title, unit, unit, ...categories].join('').length + data.length * 12
  const isFitting = data.length > 0 && data.length <= limits.chartPoints && length <= textBudget.left
  if (!isFitting || new Set(categories).size < categories.length) return []
  textBudget.left -= length
  const series = [{ name: shortened(unit, limits.chartLabel), data }]
  return [
    {
      type: 'data_visualization',
      title: shortened(title, limits.chartTitle),
      chart: {
        type: 'bar',
        series,
        axis_config: { categories, y_label: shortened(unit, limits.chartTitle) },
      },
    },
  ]
}

const nameCell = (name: Table['rows'][number]['name']): types.RawTextElement | types.RichTextBlock => {
  if (typeof name === 'string') return { type: 'raw_text', text: onOneLine(name) }
  return name.kind === 'member' && slackId.test(name.id)
    ? { type: 'rich_text', elements: [section({ type: 'user', user_id: name.id })] }
    : { type: 'rich_text', elements: [section(...words(onOneLine(name.id)))] }
}

/** About how much of the text budget a row takes. */
const rowLength = 40

/**
 * A table with a page of rows, which can be sorted by number; nothing without rows.
 * https://docs.slack.dev/reference/block-kit/blocks/data-table-block
 */
export const tableBlocks = (textBudget: TextBudget, { title, head, rows }: Table): MessageBlock[] => {
  const count = Math.min(limits.tableRows, Math.floor((textBudget.left - title.length) / rowLength))
  const shown = rows.slice(0, Math.max(count, 0))
  if (shown.length === 0) return []
  textBudget.left -= title.length + shown.length * rowLength
  return [
    {
      type: 'data_table',
      caption: title,
      rows: [
        head.map((text) => ({ type: 'raw_text' as const, text })),
        ...shown.map(({ name, amount, value }) => [
          nameCell(name),
          { type: 'raw_number' as const, value, text: amount },
        ]),
      ],
    },
  ]
}
