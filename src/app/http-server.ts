import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { AppError } from '../core/errors.ts'
import { type FileRoute, serveFiles } from './file-route.ts'

/** One thing that must be well for the process to do its work. */
export interface HealthCheck {
  name: string
  /** Resolves to undefined when all is well, else to the reason why not. */
  problem(): Promise<string | undefined>
}

/** A chat. What is doubted is named as a problem, but does not make it unwell. */
export interface ChatCheck extends HealthCheck {
  doubt?(): string | undefined
}

/** Requests below a path that somebody else answers, with their bodies unread. */
export interface Mount {
  /** Without a slash at its end. */
  path: string
  handle(request: IncomingMessage, response: ServerResponse): void
}

/** What hears the audio service's callbacks. */
export interface CallbackRoute {
  /** Without a slash at its end. */
  path: string
  /** Whether a callback would be kept; otherwise it is refused, so that it comes again. Always unless told. */
  isOpen?: () => boolean
  /** Is told what stands behind the path, and the body. Never rejects. */
  hear(code: string, body: string): Promise<void>
}

const callbackBytesMax = 256 * 1024
const retrySeconds = 10

/**
 * Every call that can be kept is answered alike and at once, whatever comes of it: a stranger learns nothing, and the service,
 * which may give up on whoever answers otherwise, has no reason to. JSON may come as any type, or as none
 * that there is, so the type is not looked at.
 */
const serveCallbacks = async (
  server: FastifyInstance,
  { path, isOpen, hear }: CallbackRoute,
): Promise<void> => {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: callbackBytesMax },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.addHook('onRequest', (request, _reply, next) => {
      request.raw.headers['content-type'] = 'application/octet-stream'
      next()
    })
    scope.get(`${path}/*`, (_request, reply) => reply.code(204).send())
    scope.post<{ Params: { '*': string }; Body: string | undefined }>(`${path}/*`, (request, reply) => {
      if (isOpen?.() === false) return reply.code(503).header('retry-after', retrySeconds).send()
      void hear(request.params['*'], request.body ?? '')
      return reply.code(204).send()
    })
    done()
  })
}

/** Fastify would read the body, but a signature is over the very bytes that came. */
const mount = async (server: FastifyInstance, { path, handle }: Mount): Promise<void> => {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.all(`${path}/*`, (request, reply) => {
      reply.hijack()
      handle(request.raw, reply.raw)
    })
    done()
  })
}

const problemsOf = async (checks: readonly HealthCheck[]) => {
  const results = await Promise.all(
    checks.map(async ({ name, problem }) => ({
      name,
      problem: await problem().catch(() => 'the check failed'),
    })),
  )
  return results.filter((result) => result.problem !== undefined)
}

/** The doubts of chats without a problem. */
const doubtsOf = (chats: readonly ChatCheck[], problems: readonly { name: string }[]) =>
  chats.flatMap(({ name, doubt }) => {
    const problem = problems.some((found) => found.name === name) ? undefined : doubt?.()
    return problem === undefined ? [] : [{ name, problem }]
  })

const otherHost = 'set HTTP_HOST to 0.0.0.0, to ::, or to an address of this machine without brackets'
const otherPort = 'only root can use this port; set HTTP_PORT to one above 1023'

/** https://nodejs.org/api/errors.html#common-system-errors */
const listenMends: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another process, perhaps a second Tunesmith, has it; set another HTTP_PORT'],
  ['EADDRNOTAVAIL', `this machine does not have that address; ${otherHost}`],
  ['ENOTFOUND', `there is no such host; ${otherHost}`],
  ['EAI_AGAIN', `the name could not be looked up; ${otherHost}`],
  ['EINVAL', `that address cannot be listened on; ${otherHost}`],
  ['EAFNOSUPPORT', `this machine does not have that kind of address; ${otherHost}`],
  ['EACCES', otherPort],
  ['EPERM', otherPort],
])

/** Why we cannot listen there, and the fix. */
export const listenError = (host: string, port: number, cause: unknown): AppError => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'refused'
  const mend = listenMends.get(code)
  return new AppError(
    'configuration',
    `HTTP_HOST and HTTP_PORT: cannot listen on ${host}:${port} (${code})${mend === undefined ? '' : `: ${mend}`}.`,
    { cause },
  )
}

/** A slower sender would hold a connection for nothing. */
const requestMsMax = 30_000

/**
 * Answers GET /health/live and GET /health/ready, callbacks, and what is mounted. Returns where it listens
 * and how to close it.
 */
export const startHttpServer = async (options: {
  host: string
  port: number
  checks: readonly HealthCheck[]
  /** One of these has to be well, if there are any; the others are named as `degraded`, and so are doubts. */
  chats?: readonly ChatCheck[]
  mounts: readonly Mount[]
  callbacks?: CallbackRoute | undefined
  files?: FileRoute | undefined
}): Promise<{ url: string; close(): Promise<void> }> => {
  const server = Fastify({ forceCloseConnections: true, requestTimeout: requestMsMax })
  for (const mounted of options.mounts) await mount(server, mounted)
  if (options.callbacks !== undefined) await serveCallbacks(server, options.callbacks)
  if (options.files !== undefined) serveFiles(server, options.files)
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async (_request, reply) => {
    const { checks, chats: all = [] } = options
    const [needed, chats] = await Promise.all([problemsOf(checks), problemsOf(all)])
    const isReady = needed.length === 0 && (chats.length === 0 || chats.length < all.length)
    const degraded = [...chats, ...doubtsOf(all, chats)]
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      problems: [...needed, ...degraded],
      degraded: degraded.map(({ name }) => name),
    })
  })
  const { host, port } = options
  const url = await server.listen({ host, port }).catch((cause: unknown) => {
    throw listenError(host, port, cause)
  })
  return { url, close: () => server.close() }
}
