import { displayName, readMarkup } from './mentions.ts'
import type { World } from './state.ts'
import { richTextsIn, textsIn } from './validation/block-rules.ts'
import type { Block } from './validation/blocks.ts'
import { type RichTextPart, richTextLines } from './validation/rich-text.ts'

type DataTable = Extract<Block, { type: 'data_table' }>
type RichText = Extract<Block, { type: 'rich_text' }>

const readPart = (world: World, part: RichTextPart): string => {
  switch (part.type) {
    case 'text':
      return part.text
    case 'link':
      return part.text ?? part.url
    case 'emoji':
      return `:${part.name}:`
    case 'user':
      return `@${displayName(world, part.user_id)}`
    case 'usergroup':
      return `@${world.groups.get(part.usergroup_id)?.handle ?? part.usergroup_id}`
    case 'channel':
      return `#${world.channels.get(part.channel_id)?.name ?? part.channel_id}`
    case 'broadcast':
      return `@${part.range}`
    case 'date':
      return part.fallback ?? part.format
  }
}

const readRichText = (world: World, { elements }: RichText): readonly string[] =>
  richTextLines(elements).map((parts) => parts.map((part) => readPart(world, part)).join(''))

/** A row of a table on one line. */
const readRow = (world: World, row: DataTable['rows'][number]): string =>
  row.map((cell) => (cell.type === 'rich_text' ? readRichText(world, cell).join(' ') : cell.text)).join(' · ')

/** The lines of a block as a person reads them. */
export const readBlock = (world: World, block: Block): readonly string[] => {
  if (block.type === 'data_table') return [block.caption, ...block.rows.map((row) => readRow(world, row))]
  return [
    ...textsIn(block).map(({ type, text }) => (type === 'mrkdwn' ? readMarkup(world, text) : text)),
    ...richTextsIn(block).flatMap((text) => readRichText(world, text)),
  ]
}
