import { z } from 'zod'
import { limits } from '../limits.ts'
import { complain, text } from './problems.ts'
import { richTextFields, richTextLength } from './rich-text.ts'

export const blockId = { block_id: text(limits.blockId).optional() }

export const richText = z.strictObject({ ...blockId, ...richTextFields })

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
  richText,
])

type Rows = readonly (readonly z.output<typeof cell>[])[]

/** How many characters the cells hold together. */
export const cellsLength = (rows: Rows): number =>
  rows
    .flat()
    .reduce(
      (sum, given) => sum + (given.type === 'rich_text' ? richTextLength(given.elements) : given.text.length),
      0,
    )

const checkCells = ({ rows }: { rows: Rows }, context: z.RefinementCtx): void => {
  if (cellsLength(rows) > limits.tableText)
    complain(context, `must be less than ${limits.tableText + 1} characters`, ['rows'])
}

export const table = z
  .strictObject({
    type: z.literal('table'),
    ...blockId,
    rows: z.array(z.array(cell).min(1).max(limits.tableColumns)).min(1).max(limits.tableRows),
    column_settings: z
      .array(
        z
          .strictObject({
            align: z.enum(['left', 'center', 'right']).optional(),
            is_wrapped: z.boolean().optional(),
          })
          .nullable(),
      )
      .max(limits.tableColumns)
      .optional(),
  })
  .superRefine(checkCells)

/** https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    ...blockId,
    rows: z
      .array(z.array(cell).min(1).max(limits.tableColumns))
      .min(limits.dataTableRowsMin)
      .max(limits.dataTableRows),
    caption: z.string().min(1),
    page_size: z.int().min(1).max(limits.dataTablePage).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .superRefine((block, context) => {
    const [header = []] = block.rows
    for (const [index, { type }] of header.entries())
      if (type === 'rich_text') complain(context, 'a header cannot be rich_text', ['rows', 0, index])
    const uneven = block.rows.findIndex(({ length }) => length !== header.length)
    if (uneven >= 0) complain(context, 'all rows must have the same number of cells', ['rows', uneven])
    checkCells(block, context)
  })

const label = text(limits.chartLabel)

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z
    .array(z.strictObject({ label, value: z.number() }))
    .min(1)
    .max(limits.chartSeries),
})

const point = z.strictObject({ label, value: z.number() })

const alongAxis = {
  series: z
    .array(z.strictObject({ name: label, data: z.array(point).min(1).max(limits.chartPoints) }))
    .min(1)
    .max(limits.chartSeries),
  axis_config: z.strictObject({
    categories: z.array(label).min(1).max(limits.chartPoints),
    x_label: text(limits.chartTitle).optional(),
    y_label: text(limits.chartTitle).optional(),
  }),
}

const chart = z.discriminatedUnion('type', [
  pie,
  z.strictObject({ type: z.literal('bar'), ...alongAxis }),
  z.strictObject({ type: z.literal('area'), ...alongAxis }),
  z.strictObject({ type: z.literal('line'), ...alongAxis }),
])

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

/**
 * Each series has one point for each category, and no others.
 * https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
export const dataVisualization = z
  .strictObject({ type: z.literal('data_visualization'), ...blockId, title: text(limits.chartTitle), chart })
  .superRefine((block, context) => {
    if (block.chart.type === 'pie') {
      for (const [index, { value }] of block.chart.segments.entries())
        if (value <= 0) complain(context, 'must be greater than 0', ['chart', 'segments', index, 'value'])
      return
    }
    const { series, axis_config } = block.chart
    const { categories } = axis_config
    if (!areUnique(categories))
      complain(context, 'categories must be unique', ['chart', 'axis_config', 'categories'])
    if (!areUnique(series.map(({ name }) => name)))
      complain(context, 'names of series must be unique', ['chart', 'series'])
    for (const [index, { data }] of series.entries()) {
      const labels = data.map((given) => given.label)
      const isWhole = categories.every((category) => labels.includes(category))
      if (!isWhole || labels.length !== categories.length)
        complain(context, 'must have one data point for each category', ['chart', 'series', index, 'data'])
    }
  })
