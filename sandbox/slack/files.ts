import { takeFault } from '../../studio/kit/faults/taking.ts'
import { newId } from './ids.ts'
import { limits } from './limits.ts'
import { postMessage } from './messages.ts'
import { Refused } from './refusal.ts'
import type { StoredFile, World } from './state.ts'
import type { Block } from './validation/blocks.ts'

type NewFile = Pick<StoredFile, 'userId' | 'name' | 'bytes'> &
  Partial<Pick<StoredFile, 'id' | 'title' | 'altText' | 'recordedSeconds' | 'isForApp'>>

/** Keeps a file; nobody but its owner sees it until it is shared. */
export const storeFile = (world: World, file: NewFile): StoredFile => {
  const stored: StoredFile = {
    id: file.id ?? newId(world.random, 'F'),
    userId: file.userId,
    name: file.name,
    title: file.title ?? file.name,
    altText: file.altText,
    bytes: file.bytes,
    createdAtMs: world.clock.now(),
    recordedSeconds: file.recordedSeconds,
    isForApp: file.isForApp ?? false,
    shares: [],
    hidesShares: false,
    isDeleted: false,
  }
  world.files.set(stored.id, stored)
  return stored
}

/** A file that the app may see: its own, one shared where it is a member, or one that a form handed to it. */
export const visibleFile = (world: World, id: string): StoredFile => {
  const file = world.files.get(id)
  const isVisible =
    file?.userId === world.app.userId ||
    file?.isForApp ||
    file?.shares.some(({ channelId }) => world.channels.get(channelId)?.memberIds.has(world.app.userId))
  if (!file || !isVisible) throw new Refused('file_not_found')
  if (file.isDeleted) throw new Refused('file_deleted')
  return file
}

type Sharing = {
  readonly files: readonly StoredFile[]
  readonly channelId: string
  readonly threadTs: string | undefined
  readonly text: string
  readonly blocks: readonly Block[]
}

/**
 * Shares files in a conversation, a moment later: the answer to the upload comes before the message.
 * https://docs.slack.dev/reference/methods/files.completeUploadExternal
 */
export const shareLater = (world: World, sharing: Sharing): void => {
  const fault = takeFault(world.faults.shares)
  const delayMs = fault?.shares === 'late' ? (fault.ms ?? limits.lateShareMs) : limits.shareDelayMs
  if (fault?.shares === 'never') for (const file of sharing.files) file.hidesShares = true
  world.clock.at(world.clock.now() + delayMs, () => {
    postMessage(world, { ...sharing, userId: world.app.userId })
  })
}

/** Takes a file out of the workspace; the messages that shared it keep a tombstone. */
export const deleteFile = (file: StoredFile): void => {
  file.isDeleted = true
}
