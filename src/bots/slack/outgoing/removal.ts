import type { webApi } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import type { Attempt } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { MessageRef } from '../../../core/target.ts'
import type { RenderedMessage } from '../render/render.ts'
import { isTooEarly, postError } from './errors.ts'
import { broughtFiles } from './files.ts'
import { contentOf } from './job-message.ts'
import { placeOf } from './place.ts'
import type { Uploads } from './uploads.ts'

interface RemovalOptions {
  web: webApi.WebClient
  uploads: Uploads
  log: Log
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'cannot_post'

const remove = async (
  { web }: Pick<RemovalOptions, 'web'>,
  { channel, message }: MessageRef,
): Promise<void> => {
  try {
    await web.chat.delete({ channel, ts: message })
  } catch (error) {
    const failure = postError(error)
    if (failure.code !== 'message_gone') throw failure
  }
}

/**
 * A deleted file no longer names its messages, and leaves them empty, so they go first. If a message can't be
 * deleted, its file still is.
 */
const removeSharing = async (options: Pick<RemovalOptions, 'web'>, ref: MessageRef): Promise<void> => {
  try {
    await remove(options, ref)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

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
  await remove(options, ref)
}

/** Where nothing may be deleted, the message keeps its first line, so that it promises nothing forever. */
const keepFirstLine = async (
  { web }: Pick<RemovalOptions, 'web'>,
  { channel, message }: MessageRef,
  { text, blocks }: RenderedMessage,
): Promise<void> => {
  const [line = ''] = text.split('\n')
  const first = contentOf({ text: line, blocks: blocks.slice(0, 1) })
  await web.chat.update({ channel, ts: message, ...first })
}

/** Whether the same call may succeed later, and is worth waiting for. */
const isWaitedFor = (failure: AppError, { linksAllowed }: Attempt): boolean =>
  failure.code === 'program_fault' ||
  isTooEarly(failure) ||
  (failure.code === 'platform_unavailable' && !linksAllowed)

/**
 * Removes a message whose contents are shown in another one now. The result is there, so a failure is only logged
 * in the end. Throws AppError `platform_unavailable` while another try is worth it.
 */
export const removeReplaced = async (
  options: Pick<RemovalOptions, 'web' | 'log'>,
  ref: MessageRef,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<void> => {
  try {
    await remove(options, ref).catch((error: unknown) => {
      if (!isRefused(error)) throw error
      return keepFirstLine(options, ref, rendered)
    })
  } catch (error) {
    const failure = postError(error)
    if (isWaitedFor(failure, attempt)) throw failure
    if (failure.code !== 'message_gone')
      options.log.warn('a replaced message could not be taken away', { error: failure })
  }
}
