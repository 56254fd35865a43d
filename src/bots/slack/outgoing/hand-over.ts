import type { webApi } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import type { Log } from '../../../core/log.ts'
import type { Document } from '../../../core/message/message.ts'
import { postError } from './errors.ts'
import { openDirectMessages } from './notify.ts'
import { createUploads, type UploadedFile } from './uploads.ts'

interface HandOverOptions {
  web: webApi.WebClient
  effect: Effect
  log: Log
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** Sends texts that we wrote to one member as files. Returns whether they arrived. */
export type HandOver = (member: string, files: readonly Document[]) => Promise<boolean>

/**
 * Ephemeral messages carry no files, so these come in a direct message. A member who asks twice gets them
 * twice. https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
export const createHandOver = (options: HandOverOptions): HandOver => {
  const { web, log } = options
  const uploads = createUploads(options)
  const bring = async ({ name, text }: Document): Promise<UploadedFile> => ({
    id: await uploads.send({ name, altText: undefined, data: Buffer.from(text) }),
    title: name,
  })
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
