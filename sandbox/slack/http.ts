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
import { withoutSecrets, withoutTokens } from './secrets.ts'
import { recordRefusal, type World } from './state.ts'
import { findToken, type Token } from './tokens.ts'

/** A song as WAV is some ten megabytes a minute. */
const readableBytes = 256 * 1024 * 1024

const rawBody = (request: FastifyRequest): Buffer<ArrayBuffer> =>
  (request.body as Buffer<ArrayBuffer> | undefined) ?? Buffer.alloc(0)

const queryOf = (request: FastifyRequest): string => request.url.split('?')[1] ?? ''

const isJson = (request: FastifyRequest): boolean =>
  /^application\/json\b/i.test(request.headers['content-type'] ?? '')

/**
 * A token stands in the header or in a form; one in the address or in JSON is none.
 * https://docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps
 */
const tokenOf = (request: FastifyRequest, args: Arguments): string | undefined => {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const isInForm = !isJson(request) && !new URLSearchParams(queryOf(request)).has('token')
  return bearer ?? (isInForm && typeof args.token === 'string' ? args.token : undefined)
}

/** The token of a call, of the kind that the method takes. */
const callToken = (
  world: World,
  wanted: Exclude<Method['token'], 'none'>,
  text: string | undefined,
): Token => {
  const token = findToken(world, text)
  if (wanted === 'any' ? token.kind === 'app' : token.kind !== wanted)
    throw new Refused('not_allowed_token_type')
  return token
}

/** The methods by name, in each workspace. */
type Served = ReadonlyMap<World, ReadonlyMap<string, Method>>

/**
 * The app's own name and secret may stand in the header.
 * https://docs.slack.dev/reference/methods/oauth.v2.access
 */
const basicArguments = (request: FastifyRequest): Arguments => {
  const [, basic = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString()) ?? []
  return id === undefined ? {} : { client_id: id, client_secret: secret }
}

/**
 * The arguments of the method itself: without the token, and without the workspace, which the official client
 * names in every call. A method that does not take JSON finds none of its arguments in it.
 */
const ownArguments = ({ takesJson }: Method, request: FastifyRequest, args: Arguments): Arguments => {
  const { token: _token, team_id: _team, ...rest } = { ...basicArguments(request), ...args }
  return takesJson || !isJson(request) ? rest : {}
}

const methodCalled = (served: Served, world: World, name: string): Method => {
  const method = served.get(world)?.get(name)
  if (!method) throw new Refused('unknown_method', { req_method: name })
  return method
}

/** A call on its way: what it asks of which workspace is known by the name of the method and by the token. */
type Call = {
  readonly name: string
  readonly request: FastifyRequest
  args: Arguments
  /** Where the call is heard: where the app was made, until its token says otherwise. */
  world: World
  token: Token | undefined
}

const answerCall = async (served: Served, call: Call): Promise<object> => {
  const { name, request, args } = call
  const { token: wanted } = methodCalled(served, call.world, name)
  const text = tokenOf(request, args)
  if (wanted !== 'none') call.token = callToken(call.world, wanted, text)
  call.world = call.token?.world ?? call.world
  const method = methodCalled(served, call.world, name)
  requireScope(call.world, method.scopes)
  spendRate(call.world, name, args)
  return {
    ok: true,
    ...(await method.handle(ownArguments(method, request, args), { text, token: call.token })),
  }
}

const scopesOf = ({ world, token }: Call): ReadonlySet<string> =>
  token?.kind === 'user' ? token.scopes : world.installation.scopes

/** Anything else is a fault of the stand-in itself, and must not look like Slack's "no". */
const asRefused = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused('internal_error', { stack: error instanceof Error ? error.stack : String(error) })

const handleCall = async (
  world: World,
  served: Served,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<object> => {
  const { name } = request.params
  const call: Call = { name, request, args: {}, world, token: undefined }
  let answer: object
  try {
    call.args = await parseArguments(queryOf(request), request.headers['content-type'], rawBody(request))
    answer = await answerCall(served, call)
  } catch (error) {
    const no = asRefused(error)
    if (no instanceof RateLimited) reply.code(429).header('retry-after', no.retryAfterSeconds)
    answer = refusalBody(no)
    recordRefusal(world, `${name}: ${no.code}`, { ...no.detail, arguments: withoutSecrets(call.args) })
  }
  world.wire.record({
    platform: 'slack',
    kind: 'request',
    summary: `${name} ${'error' in answer ? answer.error : 'ok'}`,
    detail: { method: name, arguments: withoutSecrets(call.args), answer: withoutTokens(answer) },
  })
  const method = served.get(call.world)?.get(name)
  reply.headers(scopeHeaders(scopesOf(call), method?.accepts ?? method?.scopes ?? []))
  return answer
}

/**
 * The HTTP half of the stand-in: methods, uploads, private files, response URLs, and a "no" to
 * everything else. The methods of every workspace are those of `methodsOf`; which of them a
 * call reaches is up to its token.
 */
export const createHttp = (world: World, methodsOf: (world: World) => readonly Method[]): FastifyInstance => {
  const app = fastify({
    bodyLimit: readableBytes,
    forceCloseConnections: true,
    // A file name may have 255 characters, each up to 12 when percent-encoded.
    routerOptions: { maxParamLength: 255 * 12 },
  })
  const served = new Map(
    world.registration.workspaces.map((each) => [
      each,
      new Map(methodsOf(each).map((method) => [method.name, method])),
    ]),
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  serveCallFaults(app, world)
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'POST'],
    url: '/api/:name',
    handler: (request, reply) => handleCall(world, served, request, reply),
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
