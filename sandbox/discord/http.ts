import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serveFiles } from './cdn.ts'
import { type AnswerFault, takeFault } from './faults/answers.ts'
import type { IncomingFile } from './files.ts'
import { limits } from './limits.ts'
import { type IncomingBody, parseJson, parseMultipart, refuseLargeRequest } from './multipart.ts'
import { Refused, refused } from './refusal.ts'
import { nameOf, type Route } from './route.ts'
import { recordRefusal, type World } from './state.ts'
import { refuseUnknownParts, unservedAnswer } from './strictness.ts'

/** Above Discord's own limit, so that the refusal is Discord's and not the server's. */
const readableBytes = 4 * limits.requestBytes

const emptyBody: IncomingBody = { payload: undefined, files: [] }

const bodyOf = (request: FastifyRequest): IncomingBody =>
  (request.body as IncomingBody | undefined) ?? emptyBody

const checkToken = (world: World, request: FastifyRequest): void => {
  if (request.headers.authorization !== `Bot ${world.token}`) throw refused('unauthorized')
}

const describeFile = ({ index, name, contentType, bytes }: IncomingFile) => ({
  index,
  name,
  contentType,
  bytes: bytes.length,
})

const parseBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      refuseLargeRequest(body.length)
      return { payload: parseJson(body.toString()), files: [] } satisfies IncomingBody
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      refuseLargeRequest(body.length)
      return parseMultipart(body, request.headers['content-type'] ?? '')
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
    throw refused('unsupportedBody')
  })
}

/** Fails in place of an answer; a cut connection is on the wire too, with no status. */
const failAnswer = (world: World, request: FastifyRequest, reply: FastifyReply, { status }: AnswerFault) => {
  if (status !== 'lost') return reply.code(status).send({ message: `${status}: Server Error`, code: 0 })
  world.wire.record({
    platform: 'discord',
    kind: 'request',
    summary: `${request.method} ${request.url} lost`,
    detail: { method: request.method, path: request.url, body: bodyOf(request).payload },
  })
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

const takeAnswerFault = (world: World, route: Route): AnswerFault | undefined => {
  const { fault, rest } = takeFault(world.answerFaults, nameOf(route))
  world.answerFaults = rest
  return fault
}

const addRoute = (app: FastifyInstance, world: World, route: Route): void => {
  app.route({
    method: route.method,
    url: `/api/v10${route.path}`,
    config: { wireKind: route.wireKind },
    // Before the body is read: who may not ask is told so whatever they send.
    onRequest: async (request) => {
      if (route.authorization === 'bot token') checkToken(world, request)
    },
    handler: async (request, reply) => {
      const fault = takeAnswerFault(world, route)
      if (fault?.after === 'before') return failAnswer(world, request, reply, fault)
      const call = {
        params: request.params as Record<string, string>,
        query: request.query as Record<string, string | undefined>,
        ...bodyOf(request),
      }
      refuseUnknownParts(call, route)
      const answer = await route.handle(call)
      if (fault) return failAnswer(world, request, reply, fault)
      return answer === undefined ? reply.code(204).send() : reply.code(200).send(answer)
    },
  })
}

const asJson = (payload: unknown): unknown => {
  if (typeof payload !== 'string' || payload === '') return undefined
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** Every request and its answer go on the wire; the bot's token does not. */
const recordRequests = (app: FastifyInstance, world: World): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { payload: body, files } = bodyOf(request)
    world.wire.record({
      platform: 'discord',
      kind: (request.routeOptions.config as { wireKind?: 'ack' }).wireKind ?? 'request',
      summary: `${request.method} ${request.url} ${reply.statusCode}`,
      detail: {
        method: request.method,
        path: request.url,
        body,
        files: files.map(describeFile),
        status: reply.statusCode,
        answer: asJson(payload),
      },
    })
    return payload
  })
}

const asRefused = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refused('tooLarge')
  return typeof code === 'string' && code.startsWith('FST_ERR_') ? refused('unsupportedBody') : undefined
}

const answerErrors = (app: FastifyInstance, world: World, routes: readonly Route[]): void => {
  const unserved = unservedAnswer(routes)
  app.setErrorHandler((error, request, reply) => {
    const no = asRefused(error)
    // Anything else is a fault of the stand-in itself, and must not look like Discord's "no".
    const { status, code, message, errors } = no ?? new Refused(500, 0, `Stand-in failed: ${String(error)}`)
    if (!no?.isExcused)
      recordRefusal(world, `${request.method} ${request.url}: ${status} ${code} ${message}`, {
        ...(errors && { errors }),
        body: bodyOf(request).payload,
        ...(!no && { stack: error instanceof Error ? error.stack : undefined }),
      })
    return reply.code(status).send({ message, code, ...(errors && { errors }) })
  })
  app.setNotFoundHandler((request) => {
    throw unserved(request.url)
  })
}

/** The HTTP half of the stand-in: the API, the CDN, and a "no" to everything else. */
export const createHttp = (world: World, routes: readonly Route[]): FastifyInstance => {
  const app = fastify({
    bodyLimit: readableBytes,
    forceCloseConnections: true,
    // The official client writes `@me` as `%40me`, which the router would take for something else.
    rewriteUrl: ({ url = '/' }) => url.replace('/%40me', '/@me'),
  })
  parseBodies(app)
  recordRequests(app, world)
  answerErrors(app, world, routes)
  for (const route of routes) addRoute(app, world, route)
  serveFiles(app, world)
  return app
}
