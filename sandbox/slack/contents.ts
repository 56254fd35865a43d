import { z } from 'zod'
import { isPicture } from './file-types.ts'
import { limits } from './limits.ts'
import { parseJsonArgument } from './method.ts'
import { Refused } from './refusal.ts'
import type { Metadata, World } from './state.ts'
import { areBlocksTooLong, blockProblems, type Picture, picturesIn } from './validation/block-rules.ts'
import { type Block, type MessageBlock, messageBlock } from './validation/blocks.ts'
import { type Problem, problemsIn, refuseProblems } from './validation/problems.ts'
import { withIds } from './views.ts'

const blockList = z.array(messageBlock).max(limits.blocksPerMessage)

const isShowable = (world: World, { slack_file }: Picture): boolean => {
  if (!slack_file) return true
  const file = [...world.files.values()].find(
    ({ id }) =>
      id === slack_file.id || slack_file.url?.includes(`-${id}/`) || slack_file.url?.includes(`/${id}/`),
  )
  return file !== undefined && !file.isDeleted && isPicture(file.name)
}

/** Pictures in blocks that are files, but none that can be shown. */
export const pictureProblems = (world: World, blocks: readonly Block[]): readonly Problem[] =>
  blocks.flatMap((block, index) =>
    picturesIn(block).some((picture) => !isShowable(world, picture))
      ? [{ path: [index, 'slack_file'], message: 'invalid slack file' }]
      : [],
  )

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))

/** Reads the blocks of a message, or throws Slack's refusal; undefined when none were given. */
export const readBlocks = (world: World, given: unknown): readonly MessageBlock[] | undefined => {
  if (given === undefined) return undefined
  const value = parseJsonArgument(given, 'invalid_blocks_format')
  if (!isListOfObjects(value)) throw new Refused('invalid_blocks_format')
  refuseProblems('invalid_blocks', problemsIn(blockList, value, ['blocks']))
  const blocks = blockList.parse(value)
  const problems = [...blockProblems(blocks), ...pictureProblems(world, blocks)]
  refuseProblems(
    'invalid_blocks',
    problems.map((problem) => ({ ...problem, path: ['blocks', ...problem.path] })),
  )
  // https://docs.slack.dev/reference/block-kit/blocks/table-block: a table comes as an attachment.
  if (blocks.filter(({ type }) => type === 'table').length > limits.tablesPerMessage)
    throw new Refused('invalid_attachments', { messages: ['[ERROR] only_one_table_allowed'] })
  if (areBlocksTooLong(blocks)) throw new Refused('msg_blocks_too_long')
  return withIds(world, blocks)
}

const metadata = z.strictObject({
  event_type: z.string().min(1).max(255),
  event_payload: z.record(z.string(), z.unknown()),
})

/** Reads a message's metadata. https://docs.slack.dev/messaging/message-metadata */
export const readMetadata = (given: unknown): Metadata | undefined => {
  if (given === undefined) return undefined
  const value = parseJsonArgument(given, 'invalid_metadata_format')
  if (!isListOfObjects([value])) throw new Refused('invalid_metadata_format')
  refuseProblems('invalid_metadata_schema', problemsIn(metadata, value, ['metadata']))
  return metadata.parse(value)
}

/** Legacy attachments are not served; an empty list says that there are none. */
export const refuseAttachments = (given: unknown): void => {
  const value = parseJsonArgument(given, 'invalid_attachments')
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return
  throw new Refused('invalid_attachments', { messages: ['[ERROR] the stand-in does not serve attachments'] })
}

/** Refuses a text that is over what Slack takes. */
export const checkText = (text: string | undefined, max: number = limits.text): void => {
  if (text !== undefined && text.length > max) throw new Refused('msg_too_long')
}
