import type { webApi } from '@slack/bolt'
import type { FetchFile } from '../../../core/clip/download.ts'
import type { Effect } from '../../../core/effect.ts'
import type { Log } from '../../../core/log.ts'
import type { Picture, Sound, Written } from '../../../core/message/message.ts'
import { postError } from './errors.ts'
import { pictureUpload, soundUpload } from './message-files.ts'
import { openDirectMessages } from './notify.ts'
import { createUploads, type UploadedFile } from './uploads.ts'

interface HandOverOptions {
  web: webApi.WebClient
  /** See `SlackOptions`. */
  fetchFile: FetchFile | undefined
  effect: Effect
  log: Log
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** What is at hand, and only for a direct message: ephemeral messages have no files. */
export type HandedOver = Written | Sound | Picture

/** Sends what is at hand to one member as files. Returns whether they arrived. */
export type HandOver = (member: string, files: readonly HandedOver[]) => Promise<boolean>

interface HandedFile {
  name: string
  title: string
  altText: string | undefined
  data: Uint8Array<ArrayBuffer>
}

const fileOf = (block: HandedOver): HandedFile => {
  if (block.kind === 'written') {
    const { name, data } = block
    return { name, title: name, altText: undefined, data }
  }
  const { name, title, altText } = block.kind === 'sound' ? soundUpload(block) : pictureUpload(block)
  return { name, title, altText, data: new Uint8Array(block.data) }
}

/**
 * Ephemeral messages carry no files, so these come in a direct message. A member who asks twice gets them
 * twice. https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
export const createHandOver = (options: HandOverOptions): HandOver => {
  const { web, log } = options
  const uploads = createUploads(options)
  const bring = async (block: HandedOver): Promise<UploadedFile> => {
    const { title, ...file } = fileOf(block)
    return { id: await uploads.send(file), title }
  }
  return async (member, files) => {
    try {
      const place = await openDirectMessages(web, member)
      const brought: UploadedFile[] = []
      for (const file of files) brought.push(await bring(file))
      await uploads.share(brought, place)
      return true
    } catch (error) {
      log.warn('a file could not be handed to a member', { error: postError(error) })
      return false
    }
  }
}
