import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailing } from '../faults/files.ts'
import type { Studio } from '../studio.ts'

/** Lets the sending of a file fail on request, and records it. */
type Surroundings = Pick<Studio, 'faults' | 'clock' | 'record'>

const mediaTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.aac': 'audio/aac',
  '.webm': 'audio/webm',
  // No type is registered for MIDI files; browsers and systems use this one.
  '.mid': 'audio/midi',
  '.csv': 'text/csv; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  // Nobody has registered a type for SubRip.
  '.srt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
}

/** A run of bytes, both ends included. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * Reads a Range header with a single range; 'unsatisfiable' when it lies outside, undefined when there is
 * none that counts, so that the whole is sent (https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2).
 */
export const readRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return first < size && first <= last ? { first, last } : 'unsatisfiable'
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { faults, clock, record }: Surroundings,
): Promise<unknown> => {
  const size = await sizeOf(path)
  const mediaType = mediaTypes[extname(path)]
  const file = { method: request.method, path: request.url }
  if (size === undefined || mediaType === undefined) {
    record.asked({ ...file, status: 404 })
    return reply.code(404).type('text/plain').send('Not Found')
  }
  const fault = faults.takeFile(extname(path).slice(1), request.url.includes('?signature='))
  if (fault !== undefined) {
    record.asked(file, fault)
    return await sendFailing({ reply, fault, path, mediaType, clock })
  }
  const range = readRange(request.headers.range, size)
  record.asked({ ...file, status: range === undefined ? 200 : range === 'unsatisfiable' ? 416 : 206 })
  reply.type(mediaType).header('accept-ranges', 'bytes')
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { first, last } = range ?? { first: 0, last: size - 1 }
  reply.header('content-length', last - first + 1)
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  return reply.send(createReadStream(path, { start: first, end: last }))
}

/** Serves the results in the folder under `/cdn/`, to anybody who has the address. */
export const serveResults = (app: FastifyInstance, folder: string, studio: Surroundings): void => {
  app.get<{ Params: { name: string } }>('/cdn/:name', async (request, reply) => {
    const { name } = request.params
    const path = join(folder, /^[\w-]+\.\w+$/.test(name) ? name : 'unknown')
    return await sendFile(request, reply, path, studio)
  })
}
