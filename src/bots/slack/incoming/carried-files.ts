import type { webApi } from '@slack/bolt'
import type { PointedMessage } from '../../../core/command/invocation.ts'
import type { Log } from '../../../core/log.ts'
import { postError } from '../outgoing/errors.ts'

/** The parts of a Slack message that may carry files. */
export interface Carrier {
  files?: unknown
  blocks?: unknown
  attachments?: unknown
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Maximum depth of messages nested in a message; Slack's own are never deeper. */
const depthMax = 3

const allFiles = ({ files, blocks, attachments }: Carrier, depth: number): readonly Fields[] => {
  if (depth > depthMax) return []
  const inBlocks = listOf(blocks).flatMap(({ type, file }) =>
    type === 'file' && isFields(file) ? [file] : [],
  )
  const shown = listOf(attachments).flatMap((attachment): readonly Carrier[] => [
    attachment,
    ...listOf(attachment.message_blocks).flatMap(({ message }) => (isFields(message) ? [message] : [])),
  ])
  return [...listOf(files), ...inBlocks, ...shown.flatMap((carrier) => allFiles(carrier, depth + 1))]
}

/**
 * All files of a message: its own, those in its blocks, and both of messages that it forwards or links to. Each
 * appears once, as Slack describes it.
 */
export const filesIn = (message: Carrier): readonly Fields[] => {
  const files = allFiles(message, 0)
  return files.filter(
    ({ id }, index) => id === undefined || files.findIndex((file) => file.id === id) === index,
  )
}

/**
 * The values of the buttons and menus of a message, or of the messages that it forwards.
 * https://docs.slack.dev/reference/block-kit/blocks/actions-block
 */
export const buttonValuesIn = (
  { blocks, attachments }: Carrier,
  { areForwarded }: { readonly areForwarded: boolean },
): readonly string[] => {
  const shown = areForwarded
    ? listOf(attachments)
        .flatMap((attachment) => listOf(attachment.message_blocks))
        .flatMap(({ message }) => (isFields(message) ? listOf(message.blocks) : []))
    : listOf(blocks)
  return shown
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => listOf(elements))
    .flatMap((element) => [element, ...listOf(element.options)])
    .flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
}

const forwardsIn = ({ attachments }: Carrier): readonly Fields[] =>
  listOf(attachments).filter(({ is_share, is_msg_unfurl }) => is_share === true || is_msg_unfurl === true)

/** The texts of a message: its own, and those of messages that it forwards or links to. */
export const textsIn = (message: Carrier & { text?: string | undefined }): readonly string[] =>
  [message, ...forwardsIn(message)].flatMap(({ text }) => (typeof text === 'string' ? [text] : []))

/** The message that a message forwards, if that is all that it brings. */
export const forwardIn = (message: Carrier): PointedMessage['forwardOf'] => {
  const forwards = forwardsIn(message)
  const [first] = forwards
  if (first === undefined || forwards.length > 1 || listOf(message.files).length > 0) return undefined
  const { channel_id: channel, ts } = first
  return typeof channel === 'string' && typeof ts === 'string' ? { channel, message: ts } : undefined
}

/**
 * Whether Slack says only that a file exists, as of files from another workspace.
 * https://docs.slack.dev/apis/slack-connect
 */
const isUntold = ({ file_access, id }: Fields): boolean =>
  file_access === 'check_file_info' && typeof id === 'string'

/** Whether a message has files that Slack has not described. */
export const hasUntoldFiles = (message: Carrier): boolean => filesIn(message).some(isUntold)

/** Further files are skipped. */
const lookUpsMax = 10

const lookUp = async (web: webApi.WebClient, log: Log, file: Fields): Promise<Fields | undefined> => {
  try {
    const { file: told } = await web.files.info({ file: String(file.id) })
    return told === undefined ? undefined : { ...told }
  } catch (error) {
    log.warn('Slack did not return a file', { error: postError(error) })
    return undefined
  }
}

/**
 * The files of a message, after looking up those that Slack has not described; `areTold`: whether all are
 * described.
 */
export const toldFilesIn = async (
  web: webApi.WebClient,
  log: Log,
  message: Carrier,
): Promise<{ files: readonly Fields[]; areTold: boolean }> => {
  const files = filesIn(message)
  const untold = files.filter(isUntold).slice(0, lookUpsMax)
  const answers = await Promise.all(untold.map((file) => lookUp(web, log, file)))
  const told = answers.filter((file) => file !== undefined)
  return {
    files: [...files.filter((file) => !isUntold(file)), ...told],
    areTold: told.length === untold.length,
  }
}
