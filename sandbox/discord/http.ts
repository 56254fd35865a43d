import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serveFiles } from './cdn.ts'
import { actUnlessFailing } from './faults/failing.ts'
import type { IncomingFile } from './files.ts'
import { limits } from './limits.ts'
import { type IncomingBody, parseJson, parseMultipart } from './multipart.ts'
import { requestLimitOf } from './places.ts'
import { countAnswer, refuseBanned } from './rates/invalid-requests.ts'
import { spendRates } from './rates/limiting.ts'
import { RateLimited, rateLimitAnswer } from './rates/rate-limited.ts'
import { Refused, refused } from './refusal.ts'
import type { Route } from './route.ts'
import { recordRefusal, type World } from './state.ts'
import { refuseUnknownParts, unservedAnswer } from './strictness.ts'

/** Above Discord's own limit, so that the refusal is Discord's and not the server's. */
const readableBytes = 2 * limits.fileBytesTier3

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

/** Refuses a request as a whole when it is over the limit. */
const refuseLargeRequest = (world: World, { length }: Buffer): void => {
  if (length > requestLimitOf(world)) throw refused('tooLarge')
}

const parseBodies = (app: FastifyInstance, world: World): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      refuseLargeRequest(world, body)
      return { payload: parseJson(body.toString()), files: [] } satisfies IncomingBody
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      refuseLargeRequest(world, body)
      return parseMultipart(body, request.headers['content-type'] ?? '')
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
    throw refused('unsupportedBody')
  })
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
    handler: (request, reply) => {
      const call = {
        params: request.params as Record<string, string>,
        query: request.query as Record<string, string | undefined>,
        ...bodyOf(request),
      }
      reply.headers(spendRates(world, route, call))
      return actUnlessFailing({ world, request, reply }, route, async () => {
        refuseUnknownParts(call, route)
        return route.handle(call)
      })
    },
  })
}

/** What was asked of the API, as opposed to the CDN. */
const isOfApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

/** A banned caller is told so for any request; every answer of the API counts towards a ban. */
const banAfterInvalidRequests = (app: FastifyInstance, world: World): void => {
  app.addHook('onRequest', async (request) => {
    if (isOfApi(request)) refuseBanned(world)
  })
  app.addHook('onSend', async (request, reply) => {
    const isShared = reply.getHeader('x-ratelimit-scope') === 'shared'
    if (isOfApi(request)) countAnswer(world, reply.statusCode, isShared)
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

/** A caller that leaves before the end of its request gets no answer, and was refused nothing. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

const answerErrors = (app: FastifyInstance, world: World, routes: readonly Route[]): void => {
  const unserved = unservedAnswer(routes)
  app.setErrorHandler((error, request, reply) => {
    if (hasLeft(request)) return reply.hijack()
    const no = asRefused(error)
    // Anything else is a fault of the stand-in itself, and must not look like Discord's "no".
    const { status, code, message, errors } = no ?? new Refused(500, 0, `Stand-in failed: ${String(error)}`)
    if (!no?.isExcused)
      recordRefusal(world, `${request.method} ${request.url}: ${status} ${code} ${message}`, {
        ...(errors && { errors }),
        body: bodyOf(request).payload,
        ...(!no && { stack: error instanceof Error ? error.stack : undefined }),
      })
    if (!(no instanceof RateLimited))
      return reply.code(status).send({ message, code, ...(errors && { errors }) })
    const answer = rateLimitAnswer(no)
    return reply.code(status).headers(answer.headers).send(answer.body)
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
    // A file name may have 255 characters, each up to 12 when percent-encoded.
    routerOptions: { maxParamLength: 255 * 12 },
    // The official client writes `@me` as `%40me`, which the router would take for something else.
    rewriteUrl: ({ url = '/' }) => url.replace('/%40me', '/@me'),
  })
  parseBodies(app, world)
  banAfterInvalidRequests(app, world)
  recordRequests(app, world)
  answerErrors(app, world, routes)
  for (const route of routes) addRoute(app, world, route)
  serveFiles(app, world)
  return app
}
