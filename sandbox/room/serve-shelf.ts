import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { shelf } from './shelf.ts'

const program = new URL('shelf-thread.ts', import.meta.url)

const makeInThread = async (name: string): Promise<Uint8Array> => {
  const thread = new Worker(program)
  try {
    thread.postMessage(name)
    const [bytes]: Uint8Array[] = await once(thread, 'message')
    if (bytes === undefined) throw new Error(`${name} is not on the shelf`)
    return bytes
  } finally {
    await thread.terminate()
  }
}

/** `GET /shelf` lists the example clips, and `GET /shelf/NAME` is one of them, made on the first request. */
export const serveShelf = (app: FastifyInstance): void => {
  const made = new Map<string, Promise<Uint8Array>>()
  app.get('/shelf', () => shelf.map(({ name, about }) => ({ name, about })))
  app.get<{ Params: { name: string } }>('/shelf/:name', async (request, reply) => {
    const clip = shelf.find(({ name }) => name === request.params.name)
    if (clip === undefined) return reply.code(404).send()
    const bytes = made.get(clip.name) ?? makeInThread(clip.name)
    made.set(clip.name, bytes)
    bytes.catch(() => made.delete(clip.name))
    return reply.type(clip.type).send(Buffer.from(await bytes))
  })
}
