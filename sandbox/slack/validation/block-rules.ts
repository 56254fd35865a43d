import { limits } from '../limits.ts'
import type { Block, InputElement } from './blocks.ts'
import { cellsLength } from './data-blocks.ts'
import type { AnyText } from './objects.ts'
import { type Problem, problemIf } from './problems.ts'
import { richTextLength } from './rich-text.ts'

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>

/** Something in a block that a person can use. */
export type Control =
  | BlockOf<'actions'>['elements'][number]
  | BlockOf<'context_actions'>['elements'][number]
  | InputElement

/** A picture wherever it stands: where it comes from and what it shows. */
export type Picture = Pick<BlockOf<'image'>, 'image_url' | 'slack_file' | 'alt_text'>

/** A control, and where it stands in its block. */
export type PlacedControl = { readonly control: Control; readonly path: readonly PropertyKey[] }

const listed = (name: string, controls: readonly Control[]): readonly PlacedControl[] =>
  controls.map((control, index) => ({ control, path: [name, index] }))

/** The controls of a block, in order. */
export const controlsIn = (block: Block): readonly PlacedControl[] => {
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return listed('elements', block.elements)
    case 'section':
      return block.accessory && block.accessory.type !== 'image'
        ? [{ control: block.accessory, path: ['accessory'] }]
        : []
    case 'input':
      return [{ control: block.element, path: ['element'] }]
    case 'card':
      return listed('actions', block.actions ?? [])
    case 'carousel':
      return block.elements.flatMap((card, index) =>
        controlsIn(card).map(({ control, path }) => ({ control, path: ['elements', index, ...path] })),
      )
    default:
      return []
  }
}

/** The pictures of a block, in order. */
export const picturesIn = (block: Block): readonly Picture[] => {
  switch (block.type) {
    case 'image':
      return [block]
    case 'section':
      return block.accessory?.type === 'image' ? [block.accessory] : []
    case 'context':
      return block.elements.filter((element) => element.type === 'image')
    case 'card':
      return [block.hero_image, block.icon].filter((picture) => picture !== undefined)
    case 'carousel':
      return block.elements.flatMap(picturesIn)
    default:
      return []
  }
}

const plain = (text: string): AnyText => ({ type: 'plain_text', text })

type Chart = BlockOf<'data_visualization'>['chart']

/** A line for each category or segment, with its values in the order of the series. */
const chartLines = (chart: Chart): readonly string[] => {
  if (chart.type === 'pie') return chart.segments.map(({ label, value }) => `${label}: ${value}`)
  const { series, axis_config } = chart
  const { categories, x_label = '', y_label = '' } = axis_config
  const valueAt = (category: string) =>
    series.map(({ data }) => data.find(({ label }) => label === category)?.value).join(', ')
  const names = series.map(({ name }) => name).join(', ')
  return [names, ...categories.map((category) => `${category}: ${valueAt(category)}`), x_label, y_label]
}

/**
 * The texts of a block, in the order in which they are read. Rich text is apart, since it is no text object.
 */
export const textsIn = (block: Block): readonly AnyText[] => {
  switch (block.type) {
    case 'section':
      return [...(block.text ? [block.text] : []), ...(block.fields ?? [])]
    case 'header':
    case 'alert':
      return [block.text]
    case 'context':
      return block.elements.flatMap((element) => (element.type === 'image' ? [] : [element]))
    case 'image':
      return block.title ? [block.title] : []
    case 'input':
      return [block.label, ...(block.hint ? [block.hint] : [])]
    case 'markdown':
      return [{ type: 'mrkdwn', text: block.text }]
    case 'card':
      return [block.title, block.subtitle, block.body].filter((text) => text !== undefined)
    case 'carousel':
      return block.elements.flatMap(textsIn)
    case 'table':
      return block.rows.flat().flatMap((cell) => (cell.type === 'rich_text' ? [] : [plain(cell.text)]))
    case 'data_table': {
      const cells = block.rows.flat().flatMap((cell) => (cell.type === 'rich_text' ? [] : [cell.text]))
      return [block.caption, ...cells].map(plain)
    }
    case 'data_visualization':
      return [block.title, ...chartLines(block.chart)].filter((text) => text !== '').map(plain)
    case 'task_card':
      return [plain(block.title)]
    case 'plan':
      return [plain(block.title), ...(block.tasks ?? []).map(({ title }) => plain(title))]
    default:
      return []
  }
}

type RichText = BlockOf<'rich_text'>

/** The rich texts of a block, in order. */
export const richTextsIn = (block: Block): readonly RichText[] => {
  switch (block.type) {
    case 'rich_text':
      return [block]
    case 'table':
    case 'data_table':
      return block.rows.flat().filter((cell) => cell.type === 'rich_text')
    case 'task_card':
      return [block.details, block.output].filter((text) => text !== undefined)
    case 'plan':
      return (block.tasks ?? []).flatMap(richTextsIn)
    default:
      return []
  }
}

/** How many characters the blocks hold together. */
export const textLength = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (sum, block) =>
      sum +
      textsIn(block).reduce((length, { text }) => length + text.length, 0) +
      richTextsIn(block).reduce((length, { elements }) => length + richTextLength(elements), 0),
    0,
  )

/** Places in a list whose id stands there before already. */
const repeated = (ids: readonly (string | undefined)[]): readonly number[] =>
  ids.flatMap((id, index) => (id !== undefined && ids.indexOf(id) < index ? [index] : []))

const duplicateActions = (block: Block, index: number): readonly Problem[] => {
  const placed = controlsIn(block)
  return repeated(placed.map(({ control }) => control.action_id)).map((place) => ({
    path: [index, ...(placed[place]?.path ?? []), 'action_id'],
    message: `\`action_id\` "${placed[place]?.control.action_id}" already exists in this block`,
  }))
}

/**
 * The first block at which all Markdown so far is too long.
 * https://docs.slack.dev/reference/block-kit/blocks/markdown-block
 */
const markdownProblems = (blocks: readonly Block[]): readonly Problem[] => {
  const lengths = blocks.map((block) => (block.type === 'markdown' ? block.text.length : 0))
  const over = lengths.findIndex(
    (_length, index) =>
      lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0) > limits.markdownBlocks,
  )
  const message = `all markdown blocks must be less than ${limits.markdownBlocks + 1} characters`
  return problemIf(over >= 0, [over, 'text'], message)
}

/**
 * The block from which on all tables together are too long, and a chart too many.
 * https://docs.slack.dev/reference/block-kit/blocks/data-table-block
 */
const dataProblems = (blocks: readonly Block[]): readonly Problem[] => {
  const charts = blocks.flatMap(({ type }, index) => (type === 'data_visualization' ? [index] : []))
  const lengths = blocks.map((block) =>
    block.type === 'table' || block.type === 'data_table' ? cellsLength(block.rows) : 0,
  )
  const over = lengths.findIndex(
    (_length, index) =>
      lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0) > limits.tableText,
  )
  const surplus = charts[limits.chartsPerMessage]
  return [
    ...problemIf(
      over >= 0,
      [over, 'rows'],
      `all tables must be less than ${limits.tableText + 1} characters`,
    ),
    ...problemIf(
      surplus !== undefined,
      [surplus ?? 0],
      `no more than ${limits.chartsPerMessage} data_visualization blocks allowed`,
    ),
  ]
}

/** What blocks must obey together, with paths that start inside the list. */
export const blockProblems = (blocks: readonly Block[]): readonly Problem[] => {
  const focused = blocks
    .flatMap(controlsIn)
    .filter(({ control }) => 'focus_on_load' in control && control.focus_on_load)
  return [
    ...repeated(blocks.map(({ block_id }) => block_id)).map((index) => ({
      path: [index, 'block_id'],
      message: `\`block_id\` "${blocks[index]?.block_id}" already exists`,
    })),
    ...blocks.flatMap(duplicateActions),
    ...markdownProblems(blocks),
    ...dataProblems(blocks),
    ...problemIf(focused.length > 1, [], 'only one element may have focus_on_load'),
  ]
}

/** Whether all texts of a message's blocks together are over what Slack takes. */
export const areBlocksTooLong = (blocks: readonly Block[]): boolean => textLength(blocks) > limits.blocksText
