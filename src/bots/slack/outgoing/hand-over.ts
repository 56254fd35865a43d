import type { webApi } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import type { Log } from '../../../core/log.ts'
import type { Document, Sound } from '../../../core/message/message.ts'
import { postError } from './errors.ts'
import { soundUpload } from './message-files.ts'
import { openDirectMessages } from './notify.ts'
import { createUploads, type UploadedFile } from './uploads.ts'

interface HandOverOptions {
  web: webApi.WebClient
  effect: Effect
  log: Log
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** Sends what is at hand to one member as files. Returns whether they arrived. */
export type HandOver = (member: string, files: readonly (Document | Sound)[]) => Promise<boolean>

const uploadOf = (file: Document | Sound): { name: string; title: string; data: Uint8Array<ArrayBuffer> } => {
  if (file.kind === 'document') return { name: file.name, title: file.name, data: Buffer.from(file.text) }
  const { name, title } = soundUpload(file)
  return { name, title, data: new Uint8Array(file.data) }
}

/**
 * Ephemeral messages carry no files, so these come in a direct message. A member who asks twice gets them
 * twice. https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
export const createHandOver = (options: HandOverOptions): HandOver => {
  const { web, log } = options
  const uploads = createUploads(options)
  const bring = async (file: Document | Sound): Promise<UploadedFile> => {
    const { name, title, data } = uploadOf(file)
    return { id: await uploads.send({ name, altText: undefined, data }), title }
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
