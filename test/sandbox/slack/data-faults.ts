import { type Fault, long } from './block-faults.ts'
import { times } from './support.ts'

const rawText = (text: string) => ({ type: 'raw_text', text })
export const dataTable = (row: readonly object[] = [rawText('Ada')], more: object = {}) => ({
  type: 'data_table',
  caption: 'Spend',
  rows: [row.map(() => rawText('Member')), row],
  ...more,
})
export const point = (label: string, value = 1) => ({ label, value })
/** A chart of one day, with another field of its own if given. */
export const chart = (more: object = {}, title = 'By day') => ({
  type: 'data_visualization',
  title,
  chart: {
    type: 'bar',
    series: [{ name: 'Used', data: [point('Mon')] }],
    axis_config: { categories: ['Mon'] },
    ...more,
  },
})
/** A chart with so many days and series. */
export const chartOf = (days: number, series = 1) =>
  chart({
    series: times(series, (index) => ({
      name: `S${index}`,
      data: times(days, (day) => point(`${day}`)),
    })),
    axis_config: { categories: times(days, (day) => `${day}`) },
  })
/** Faults of charts and data tables, which only messages have. */
export const inDataBlocks: readonly Fault[] = [
  // https://docs.slack.dev/reference/block-kit/blocks/data-table-block
  [
    'a data table without rows below its header',
    dataTable([], { rows: [[rawText('x')]] }),
    'no fewer than 2 items allowed /rows',
  ],
  [
    'a data table of 102 rows',
    dataTable([], { rows: times(102, () => [rawText('x')]) }),
    'no more than 101 items allowed /rows',
  ],
  [
    'a data table of 21 columns',
    dataTable([], { rows: [times(21, () => rawText('x')), [rawText('x')]] }),
    'no more than 20 items allowed /rows/0',
  ],
  [
    'a data table without caption',
    dataTable(undefined, { caption: undefined }),
    'missing required field: caption ',
  ],
  ['a page of no rows', dataTable(undefined, { page_size: 0 }), 'must be at least 1 /page_size'],
  ['a page of 101 rows', dataTable(undefined, { page_size: 101 }), 'must be at most 100 /page_size'],
  [
    'a column before the first',
    dataTable(undefined, { row_header_column_index: -1 }),
    'must be at least 0 /row_header_column_index',
  ],
  [
    'rich text in the header of a data table',
    dataTable([], { rows: [[{ type: 'rich_text', elements: [] }], [rawText('x')]] }),
    'a header cannot be rich_text /rows/0/0',
  ],
  [
    'a row of a data table that is longer than the header',
    dataTable([], { rows: [[rawText('x')], [rawText('x'), rawText('x')]] }),
    'all rows must have the same number of cells /rows/1',
  ],
  [
    '10001 letters in a data table',
    dataTable([rawText(long(9995))]),
    'must be less than 10001 characters /rows',
  ],
  // https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
  ['a chart without title', chart({}, ''), 'must be more than 0 characters /title'],
  ['a chart with a title of 51 letters', chart({}, long(51)), 'must be less than 51 characters /title'],
  ['a chart of no known type', chart({ type: 'radar' }), 'unsupported type: radar /chart/type'],
  ['a chart without series', chart({ series: [] }), 'no fewer than 1 items allowed /chart/series'],
  ['a chart of 7 series', chartOf(1, 7), 'no more than 6 items allowed /chart/series'],
  [
    'two series of one name',
    chart({ series: times(2, () => ({ name: 'Used', data: [point('Mon')] })) }),
    'names of series must be unique /chart/series',
  ],
  [
    'a series with a name of 21 letters',
    chart({ series: [{ name: long(21), data: [point('Mon')] }] }),
    'must be less than 21 characters /chart/series/0/name',
  ],
  [
    'one category twice',
    chart({
      series: [{ name: 'Used', data: [point('Mon'), point('Mon')] }],
      axis_config: { categories: ['Mon', 'Mon'] },
    }),
    'categories must be unique /chart/axis_config/categories',
  ],
  [
    'a category without a point',
    chart({ axis_config: { categories: ['Mon', 'Tue'] } }),
    'must have one data point for each category /chart/series/0/data',
  ],
  [
    'a point without a category',
    chart({ series: [{ name: 'Used', data: [point('Tue')] }] }),
    'must have one data point for each category /chart/series/0/data',
  ],
  [
    'an axis label of 51 letters',
    chart({ axis_config: { categories: ['Mon'], y_label: long(51) } }),
    'must be less than 51 characters /chart/axis_config/y_label',
  ],
  [
    'a segment of nothing',
    { ...chart(), chart: { type: 'pie', segments: [point('Ada', 0)] } },
    'must be greater than 0 /chart/segments/0/value',
  ],
]
