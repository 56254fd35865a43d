import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServedFile } from '../../core/clip/clip-reading.ts'
import { type EchoAnswer, echoPrefix, sendEcho } from './echo.ts'

/** Serves chat files to the audio service. */
export interface FileRoute {
  /** Without a trailing slash. */
  path: string
  /** The file for the code at the end of the path. Never rejects. */
  open(code: string): Promise<ServedFile>
}

const retrySeconds = 10

const sendFile = (reply: FastifyReply, { clip, discard }: Extract<ServedFile, { status: 'found' }>) => {
  const stream = createReadStream(clip.path)
  stream.once('close', () => void discard())
  return reply
    .headers({
      'content-type': clip.contentType,
      'content-length': clip.bytes,
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(stream)
}

/** Answers GET and HEAD below the path with the file, with 404, or with 503 if another try may help. */
export const serveFiles = (
  server: FastifyInstance,
  { path, open }: FileRoute,
  echo?: EchoAnswer | undefined,
): void => {
  server.get<{ Params: { '*': string } }>(`${path}/*`, async (request, reply) => {
    if (request.params['*'].startsWith(echoPrefix)) return sendEcho(reply, request.params['*'], echo)
    const file = await open(request.params['*'])
    switch (file.status) {
      case 'found':
        return sendFile(reply, file)
      case 'unknown':
        return reply.code(404).send()
      case 'later':
        return reply.code(503).header('retry-after', retrySeconds).send()
    }
  })
}
