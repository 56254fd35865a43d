import type { webApi } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import { type Attempt, noticeToldNote } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { MessageRef } from '../../../core/target.ts'
import type { RenderedMessage } from '../render/render.ts'
import { escaped, richText, section } from '../render/rich-text.ts'
import { isTooEarly, postError } from './errors.ts'
import { broughtFiles } from './files.ts'
import { deleteMessage } from './job-message.ts'
import { placeOf } from './place.ts'
import { updateMessage } from './post-once.ts'
import type { Uploads } from './uploads.ts'

interface RemovalOptions {
  web: webApi.WebClient
  uploads: Uploads
  log: Log
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'cannot_post'

/**
 * A deleted file no longer names its messages, and leaves them empty, so they go first. If a message can't be
 * deleted, its file still is.
 */
const removeSharing = async (options: Pick<RemovalOptions, 'web'>, ref: MessageRef): Promise<void> => {
  try {
    await deleteMessage(options.web, ref)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** The note with the message that was kept for its thread. */
const keptNote = 'kept'

/** The result's own message goes last: as long as it exists, its button can be pressed again. */
export const removeAll = async (
  options: RemovalOptions,
  ref: MessageRef,
  notes: Attempt['notes'],
): Promise<void> => {
  const { uploads } = options
  const removed = new Set([ref.message])
  for (const file of broughtFiles(notes)) {
    const sharing = await uploads.sharing(file, placeOf(ref))
    if (sharing === undefined) continue
    for (const message of sharing.filter((shared) => !removed.has(shared))) {
      await removeSharing(options, { ...ref, message })
      removed.add(message)
    }
    await uploads.remove(file)
  }
  const { [keptNote]: kept = '' } = notes
  if (kept !== '') await removeSharing(options, { ...ref, message: kept })
  await deleteMessage(options.web, ref)
}

/** A message of a job, and the one that shows its contents now. */
interface Replacement {
  replaced: MessageRef
  successor: MessageRef
}

/** Whether the same call may succeed later, and is worth waiting for. */
const isWaitedFor = (failure: AppError, { linksAllowed }: Attempt): boolean =>
  failure.code === 'program_fault' ||
  isTooEarly(failure) ||
  (failure.code === 'platform_unavailable' && !linksAllowed)

/** Where it can't be deleted, the message keeps its first line, so that it promises nothing forever. */
const keepFirstLine = async (
  options: Pick<RemovalOptions, 'web' | 'log'>,
  ref: MessageRef,
  { text, blocks }: RenderedMessage,
  address?: string,
): Promise<void> => {
  const [line = ''] = text.split('\n')
  const link = address === undefined ? [] : richText(section({ type: 'link', url: address }))
  await updateMessage(options, ref, {
    text: address === undefined ? line : `${line}\n${escaped(address)}`,
    blocks: [...blocks.slice(0, 1), ...link],
    uploads: [],
  })
}

/**
 * A ready notice is in the thread of this message, and links to it: it leads on to its successor.
 * https://docs.slack.dev/reference/methods/chat.getPermalink
 */
const leadOn = async (
  options: Pick<RemovalOptions, 'web' | 'log'>,
  { replaced, successor: { channel, message } }: Replacement,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<void> => {
  const address = await options.web.chat
    .getPermalink({ channel, message_ts: message })
    .then(({ permalink }) => permalink)
    .catch((error: unknown) => {
      const failure = postError(error)
      if (isWaitedFor(failure, attempt)) throw failure
      options.log.info('the address of a message is not known', { reason: failure.message })
      return undefined
    })
  await keepFirstLine(options, replaced, rendered, address)
}

const removeOrKeep = async (
  options: Pick<RemovalOptions, 'web' | 'log'>,
  ref: MessageRef,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<void> => {
  try {
    await deleteMessage(options.web, ref)
  } catch (error) {
    if (isWaitedFor(postError(error), attempt)) throw error
    await keepFirstLine(options, ref, rendered)
  }
}

/**
 * Removes a message whose contents are shown in another one now, unless its requester was told of it: then it links
 * to the other one. The result is there, so a failure is only logged in the end. Throws AppError
 * `platform_unavailable` while another try is worth it.
 */
export const removeReplaced = async (
  options: Pick<RemovalOptions, 'web' | 'log'>,
  replacement: Replacement,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<void> => {
  const { replaced } = replacement
  const isLinkedTo = (attempt.notes[noticeToldNote] ?? '') !== ''
  if (isLinkedTo) await attempt.note(keptNote, replaced.message)
  try {
    await (isLinkedTo
      ? leadOn(options, replacement, rendered, attempt)
      : removeOrKeep(options, replaced, rendered, attempt))
  } catch (error) {
    const failure = postError(error)
    if (isWaitedFor(failure, attempt)) throw failure
    if (failure.code !== 'message_gone')
      options.log.warn('a replaced message could not be removed', { error: failure })
  }
}
