import type { DataTableBlock } from '@slack/types'
import type { NameOf } from '../chat/showing.ts'
import { RichText } from './rich-text.tsx'

interface Point {
  label: string
  value: number
}

/**
 * A chart, which Slack's own types lack.
 * https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
export interface ChartBlock {
  type: 'data_visualization'
  block_id?: string
  title: string
  chart:
    | { type: 'pie'; segments: readonly Point[] }
    | {
        type: 'bar' | 'area' | 'line'
        series: readonly { name: string; data: readonly Point[] }[]
        axis_config: { categories: readonly string[]; x_label?: string; y_label?: string }
      }
}

const seriesOf = ({ title, chart }: ChartBlock) =>
  chart.type === 'pie' ? [{ name: title, data: chart.segments }] : chart.series

const height = 120
const barWidth = 12
const gap = 8

/** Every chart as bars: what is in it can be checked, not how Slack draws it. */
export const Chart = ({ block }: { block: ChartBlock }) => {
  const series = seriesOf(block)
  const labels =
    block.chart.type === 'pie'
      ? block.chart.segments.map(({ label }) => label)
      : block.chart.axis_config.categories
  const top = Math.max(...series.flatMap(({ data }) => data.map(({ value }) => value)), 0) || 1
  const group = barWidth * series.length + gap
  const said = series
    .map(({ name, data }) => `${name}: ${data.map(({ label, value }) => `${label} ${value}`).join(', ')}`)
    .join('; ')
  return (
    <figure class="chart">
      <figcaption>{block.title}</figcaption>
      <svg viewBox={`0 0 ${group * labels.length} ${height}`} role="img" aria-label={said}>
        {series.map(({ name, data }, place) =>
          data.map(({ label, value }) => {
            const tall = (Math.max(value, 0) / top) * height
            const left = labels.indexOf(label) * group + place * barWidth
            return (
              <rect
                key={`${name} ${label}`}
                class={`series-${place}`}
                x={left}
                y={height - tall}
                width={barWidth}
                height={tall}
              />
            )
          }),
        )}
      </svg>
      <p class="small ends">
        <span>{labels[0]}</span>
        <span>{series.map(({ name }) => name).join(' · ')}</span>
        <span>{labels.at(-1)}</span>
      </p>
    </figure>
  )
}

type Cell = DataTableBlock['rows'][number][number]

const CellText = ({ cell, nameOf }: { cell: Cell; nameOf: NameOf }) =>
  cell.type === 'rich_text' ? <RichText block={cell} nameOf={nameOf} /> : cell.text

/** A table; all of its pages are shown. */
export const DataTable = ({ block, nameOf }: { block: DataTableBlock; nameOf: NameOf }) => {
  const [header = [], ...rows] = block.rows
  return (
    <table class="data">
      <caption class="small">{block.caption}</caption>
      <thead>
        <tr>
          {header.map((cell, column) => (
            <th key={column} scope="col">
              <CellText cell={cell} nameOf={nameOf} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <CellText cell={cell} nameOf={nameOf} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
