import { z } from 'zod'
import { checkText, readBlocks } from '../contents.ts'
import { deleteFile, shareLater, storeFile, visibleFile } from '../files.ts'
import { newId, randomText } from '../ids.ts'
import { limits } from '../limits.ts'
import { integer, jsonArgument, type Method, method, parseJsonArgument } from '../method.ts'
import { reportPings } from '../pings.ts'
import { findWritable, threadOf } from '../places.ts'
import { Refused } from '../refusal.ts'
import { renderFile, renderSharedFile } from '../render-file.ts'
import type { StoredFile, UploadTicket, World } from '../state.ts'
import { readBy } from '../validation/problems.ts'

const write = ['files:write']

/**
 * JSON is refused by Slack's servers though the page lists it: https://github.com/Octember/earshot/pull/10
 * https://docs.slack.dev/reference/methods/files.getUploadURLExternal
 */
const uploadUrlMethod = (world: World): Method =>
  method(
    'files.getUploadURLExternal',
    {
      filename: z.string().min(1),
      length: integer,
      alt_txt: z.string().optional(),
      alt_text: z.string().optional(),
    },
    (args) => {
      const altText = args.alt_txt ?? args.alt_text
      if (args.length === 0) throw new Refused('missing_argument')
      if (args.length < 0) throw new Refused('invalid_arguments')
      if (args.length > limits.fileBytes) throw new Refused('file_upload_size_restricted')
      if (altText !== undefined && altText.length > limits.fileAltText) throw new Refused('alt_txt_too_large')
      const ticket: UploadTicket = {
        fileId: newId(world.random, 'F'),
        secret: randomText(world.random, 48),
        name: args.filename,
        length: args.length,
        altText,
        diesAtMs: world.clock.now() + limits.uploadLifeMs,
        bytes: undefined,
      }
      world.uploads.set(ticket.secret, ticket)
      return { upload_url: `${world.origin}/upload/v1/${ticket.secret}`, file_id: ticket.fileId }
    },
    { scopes: write, takesJson: false },
  )

const entries = z
  .array(
    z.strictObject({
      id: z.string().min(1),
      title: z.string().optional(),
      highlight_type: z.string().optional(),
    }),
  )
  .min(1)

/** A ticket whose bytes have come, taken out of the list: it is good for one file. */
const redeem = (world: World, { id, title }: z.output<typeof entries>[number]): (() => StoredFile) => {
  const ticket = [...world.uploads.values()].find(({ fileId }) => fileId === id)
  if (!ticket?.bytes) throw new Refused('file_not_found')
  const { bytes } = ticket
  return () => {
    world.uploads.delete(ticket.secret)
    return storeFile(world, {
      id,
      userId: world.app.userId,
      name: ticket.name,
      title: title ?? ticket.name,
      altText: ticket.altText,
      bytes,
    })
  }
}

/** No person's id stands for a conversation here. https://github.com/slackapi/bolt-js/issues/2115 */
const conversationId = z.string().regex(/^[CGDZ][A-Z0-9]{8,}$/)

const completeArguments = {
  files: jsonArgument,
  channel_id: conversationId.optional(),
  thread_ts: z.string().optional(),
  initial_comment: z.string().optional(),
  blocks: jsonArgument,
}

/** https://docs.slack.dev/reference/methods/files.completeUploadExternal */
const completeMethod = (world: World): Method =>
  method(
    'files.completeUploadExternal',
    completeArguments,
    (args) => {
      const listed = readBy(
        entries,
        parseJsonArgument(args.files, 'invalid_arguments'),
        'invalid_arguments',
        ['files'],
      )
      const channel = args.channel_id === undefined ? undefined : findWritable(world, args.channel_id)
      if (!channel && args.thread_ts !== undefined) throw new Refused('invalid_arguments')
      const threadTs = channel && threadOf(world, channel, args.thread_ts)
      checkText(args.initial_comment)
      const blocks = readBlocks(world, args.blocks) ?? []
      // Once the first is taken a second of the same id is not there any more.
      if (new Set(listed.map(({ id }) => id)).size < listed.length) throw new Refused('file_not_found')
      // From here on nothing is refused any more: every file is taken or none.
      const files = listed.map((entry) => redeem(world, entry)).map((store) => store())
      const words = {
        text: args.initial_comment ?? '',
        blocks: args.initial_comment === undefined ? blocks : [],
      }
      reportPings(world, words)
      if (channel) shareLater(world, { ...words, files, channelId: channel.id, threadTs })
      return { files: files.map((file) => renderFile(world, file)) }
    },
    { scopes: write },
  )

/** https://docs.slack.dev/reference/methods/files.info */
const infoMethod = (world: World): Method =>
  method(
    'files.info',
    {
      file: z.string(),
      count: integer.optional(),
      cursor: z.string().optional(),
      limit: integer.optional(),
      page: integer.optional(),
    },
    ({ file }) => ({
      file: renderSharedFile(world, visibleFile(world, file)),
      comments: [],
      response_metadata: { next_cursor: '' },
    }),
    { scopes: ['files:read'] },
  )

/** https://docs.slack.dev/reference/methods/files.delete */
const deleteMethod = (world: World): Method =>
  method(
    'files.delete',
    { file: z.string() },
    ({ file: id }) => {
      const file = visibleFile(world, id)
      if (file.userId !== world.app.userId) throw new Refused('cant_delete_file')
      deleteFile(file)
      return {}
    },
    { scopes: write },
  )

/** The methods about files. */
export const fileMethods = (world: World): readonly Method[] => [
  uploadUrlMethod(world),
  completeMethod(world),
  infoMethod(world),
  deleteMethod(world),
]
