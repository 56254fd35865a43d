import { createHmac, timingSafeEqual } from 'node:crypto'
import { type APIAttachment, AttachmentFlags } from 'discord-api-types/v10'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordBreach } from './breaches.ts'
import { limits } from './limits.ts'
import type { StoredFile, World } from './state.ts'

const folderOf = (file: StoredFile) => (file.ephemeral ? 'ephemeral-attachments' : 'attachments')
const pathOf = (file: StoredFile) => `/${folderOf(file)}/${file.channelId}/${file.id}/${file.name}`
const signature = (world: World, path: string, expires: string, issued: string) =>
  createHmac('sha256', world.cdnKey).update(`${path}?ex=${expires}&is=${issued}`).digest('hex')

const inHexSeconds = (ms: number) => Math.floor(ms / 1000).toString(16)

/**
 * A fresh link to a file: signed, and good for a day.
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
export const fileUrl = (world: World, file: StoredFile): string => {
  const nowMs = world.clock.now()
  const expires = inHexSeconds(nowMs + limits.fileUrlLifeMs)
  const issued = inHexSeconds(nowMs)
  const path = pathOf(file)
  return `${world.origin}${path}?ex=${expires}&is=${issued}&hm=${signature(world, path, expires, issued)}&`
}

/**
 * A file as the API shows it, with a fresh link.
 * https://docs.discord.com/developers/resources/message#attachment-object
 */
export const renderFile = (world: World, file: StoredFile): APIAttachment => {
  const url = fileUrl(world, file)
  return {
    id: file.id,
    filename: file.name,
    size: file.bytes.length,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.description !== undefined && { description: file.description }),
    ...(file.title !== undefined && { title: file.title }),
    ...(file.isSpoiler && { flags: AttachmentFlags.IsSpoiler }),
    ...(file.voice && { duration_secs: file.voice.durationSeconds, waveform: file.voice.waveform }),
    ...(file.ephemeral && { ephemeral: true }),
  }
}

const sameText = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

type Signed = { ex?: string; is?: string; hm?: string }

const isCurrent = (world: World, file: StoredFile, { ex = '', is = '', hm = '' }: Signed): boolean =>
  sameText(hm, signature(world, pathOf(file), ex, is)) && Number.parseInt(ex, 16) * 1000 > world.clock.now()

/** The part of a file that a Range header of one span asks for; undefined when there is none to serve. */
const rangeOf = (header: string, size: number): { start: number; end: number } | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

const sendFile = (reply: FastifyReply, file: StoredFile, header: string | undefined) => {
  const size = file.bytes.length
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, size)
  reply.header('content-type', file.contentType).header('accept-ranges', 'bytes')
  if (header === undefined) return reply.header('content-length', size).send(bytes)
  const range = rangeOf(header, size)
  if (!range) return reply.code(416).header('content-range', `bytes */${size}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes.subarray(range.start, range.end + 1))
}

type FileRequest = { Params: { channelId: string; fileId: string; name: string }; Querystring: Signed }

/** Serves uploaded files by their signed links. An old or forged link gets what the real CDN says. */
export const serveFiles = (app: FastifyInstance, world: World): void => {
  for (const folder of ['attachments', 'ephemeral-attachments'])
    app.get<FileRequest>(`/${folder}/:channelId/:fileId/:name`, (request, reply) => {
      const file = world.files.get(request.params.fileId)
      const path = request.url.split('?')[0]
      if (file && decodeURIComponent(path ?? '') === pathOf(file) && isCurrent(world, file, request.query))
        return sendFile(reply, file, request.headers.range)
      recordBreach(world, 'the link is unknown, forged or expired', {
        to: `GET ${path}`,
        detail: { url: request.url },
      })
      return reply.code(404).type('text/plain; charset=utf-8').send('This content is no longer available.')
    })
}
