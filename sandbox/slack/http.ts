import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Arguments, parseArguments } from './bodies.ts'
import { recordBreach } from './breaches.ts'
import { serveCallFaults } from './faults/calls.ts'
import { serveFiles } from './file-routes.ts'
import { type Method, requireScope, scopeHeaders } from './method.ts'
import { serveOAuth } from './oauth.ts'
import { RateLimited, spendRate } from './rates.ts'
import { Refused, refusalBody } from './refusal.ts'
import { serveResponseUrls } from './response-urls.ts'
import { recordRefusal, type World } from './state.ts'

/** A song as WAV is some ten megabytes a minute. */
const readableBytes = 256 * 1024 * 1024

const rawBody = (request: FastifyRequest): Buffer<ArrayBuffer> =>
  (request.body as Buffer<ArrayBuffer> | undefined) ?? Buffer.alloc(0)

const tokenOf = (request: FastifyRequest, args: Arguments): string | undefined => {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return bearer ?? (typeof args.token === 'string' ? args.token : undefined)
}

/** https://docs.slack.dev/authentication/tokens */
const checkToken = (world: World, wanted: Method['token'], token: string | undefined): void => {
  if (token === undefined || token === '') throw new Refused('not_authed')
  const kinds = { [world.app.botToken]: 'bot', [world.app.appToken]: 'app' } as const
  const kind = kinds[token]
  if (kind === undefined) throw new Refused('invalid_auth')
  const revocation = world.faults.revoked.get(token)
  if (revocation !== undefined) throw new Refused(revocation)
  if (kind !== wanted) throw new Refused('not_allowed_token_type')
}

const isJson = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/json') ?? false

/** The app's own name and secret may stand in the header. https://docs.slack.dev/reference/methods/oauth.v2.access */
const basicArguments = (request: FastifyRequest): Arguments => {
  const [, basic = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString()) ?? []
  return id === undefined ? {} : { client_id: id, client_secret: secret }
}

/**
 * The arguments of the method itself: without the token, and without the workspace, which the official client names
 * in every call. A method that does not take JSON finds none of its arguments in it.
 */
const ownArguments = ({ takesJson }: Method, request: FastifyRequest, args: Arguments): Arguments => {
  const { token: _token, team_id: _team, ...rest } = { ...basicArguments(request), ...args }
  return takesJson || !isJson(request) ? rest : {}
}

const answerCall = async (
  world: World,
  method: Method | undefined,
  request: FastifyRequest,
  args: Arguments,
): Promise<object> => {
  if (!method)
    throw new Refused('unknown_method', { req_method: request.url.split('?')[0]?.replace('/api/', '') })
  if (method.token !== 'none') checkToken(world, method.token, tokenOf(request, args))
  requireScope(world, method.scopes)
  spendRate(world, method.name, args)
  return { ok: true, ...(await method.handle(ownArguments(method, request, args))) }
}

const withoutSecrets = ({ token: _, client_secret: __, ...args }: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      value instanceof Blob ? `${value.size} bytes` : value,
    ]),
  )

const withoutToken = (answer: object): object =>
  'access_token' in answer ? { ...answer, access_token: '…' } : answer

/** Anything else is a fault of the stand-in itself, and must not look like Slack's "no". */
const asRefused = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused('internal_error', { stack: error instanceof Error ? error.stack : String(error) })

const handleCall = async (
  world: World,
  methods: ReadonlyMap<string, Method>,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<object> => {
  const { name } = request.params
  const method = methods.get(name)
  let args: Arguments = {}
  let answer: object
  try {
    args = await parseArguments(
      request.url.split('?')[1] ?? '',
      request.headers['content-type'],
      rawBody(request),
    )
    answer = await answerCall(world, method, request, args)
  } catch (error) {
    const no = asRefused(error)
    if (no instanceof RateLimited) reply.code(429).header('retry-after', no.retryAfterSeconds)
    answer = refusalBody(no)
    recordRefusal(world, `${name}: ${no.code}`, { ...no.detail, arguments: withoutSecrets(args) })
  }
  world.wire.record({
    platform: 'slack',
    kind: 'request',
    summary: `${name} ${'error' in answer ? answer.error : 'ok'}`,
    detail: { method: name, arguments: withoutSecrets(args), answer: withoutToken(answer) },
  })
  reply.headers(scopeHeaders(world, method?.scopes ?? []))
  return answer
}

/** The HTTP half of the stand-in: methods, uploads, private files, response URLs, and a "no" to everything else. */
export const createHttp = (world: World, methods: readonly Method[]): FastifyInstance => {
  const app = fastify({ bodyLimit: readableBytes, forceCloseConnections: true })
  const byName = new Map(methods.map((method) => [method.name, method]))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  serveCallFaults(app, world)
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:name',
    handler: (request, reply) => handleCall(world, byName, request, reply),
  })
  serveFiles(app, world)
  serveResponseUrls(app, world)
  serveOAuth(app, world)
  app.setNotFoundHandler((request, reply) => {
    recordBreach(world, 'nothing is there', { to: `${request.method} ${request.url.split('?')[0]}` })
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send('<!DOCTYPE html><title>There is nothing here</title>')
  })
  return app
}
