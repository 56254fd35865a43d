import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Role } from '../command-line/read-task.ts'
import { bodyBytesMax, limitUnread } from './body-budget.ts'
import { type EchoAnswer, echoPrefix, sendEcho } from './echo.ts'
import { type FileRoute, serveFiles } from './file-route.ts'
import { type MetricsRoute, serveMetrics } from './metrics-route.ts'

/** A condition for the process to do its work. */
export interface HealthCheck {
  name: string
  /** Resolves to undefined if all is well, otherwise to the reason. */
  problem(): Promise<string | undefined>
}

/** A chat. Its doubts are listed as problems, but do not make it unhealthy. */
export interface ChatCheck extends HealthCheck {
  doubt?(): string | undefined
}

/** Requests below a path that another handler answers, with unread bodies. */
export interface Mount {
  /** Without a trailing slash. */
  path: string
  handle(request: IncomingMessage, response: ServerResponse): void
}

/** Handles the audio service's callbacks. */
export interface CallbackRoute {
  /** Without a trailing slash. */
  path: string
  /** Whether a callback would be kept; otherwise it is refused, so that it is repeated. Open by default. */
  isOpen?: () => boolean
  /** Whether a code belongs to a job. The body of any other callback is not read. */
  isKnown(code: string): boolean
  /** Receives the code at the end of the path, and the body. Never rejects. */
  hear(code: string, body: string): Promise<void>
}

/** Adds the operator's pages to a server that is not listening yet. */
export type DashboardRoute = (server: FastifyInstance) => Promise<void>

interface Call {
  Params: { '*': string }
  Body: string | undefined
}

const callbackBytesMax = 256 * 1024
const retrySeconds = 10

/**
 * Every call that can be kept gets the same answer at once, whatever its outcome: a stranger learns nothing,
 * and the service, which may give up on endpoints that answer otherwise, has no reason to. JSON may come with
 * any content type, even an invalid one, so the type is ignored.
 */
const serveCallbacks = async (
  server: FastifyInstance,
  { path, isOpen, isKnown, hear }: CallbackRoute,
  echo: EchoAnswer | undefined,
): Promise<void> => {
  const answerUnread = ({ params }: FastifyRequest<Call>, reply: FastifyReply, next: () => void): void => {
    const code = params['*']
    if (code.startsWith(echoPrefix)) sendEcho(reply, code, echo)
    else if (isOpen?.() === false) reply.code(503).header('retry-after', retrySeconds).send()
    else if (!isKnown(code)) reply.code(204).send()
    else next()
  }
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
    scope.post<Call>(`${path}/*`, { onRequest: answerUnread }, ({ params, body = '' }, reply) => {
      void hear(params['*'], body)
      return reply.code(204).send()
    })
    done()
  })
}

/** Fastify would read the body, but a signature covers the exact bytes received. */
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

/** Why we can't listen there, and the fix. */
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

/** Each may hold a small body in memory before its signature is checked: see `limitUnread`. */
const defaultConnectionsMax = 1_000

/** What makes a process ready. */
export interface ReadinessOptions {
  checks: readonly HealthCheck[]
  /** At least one must be healthy, if there are any; the others are listed as `degraded`, and so are doubts. */
  chats?: readonly ChatCheck[]
  /** What is listed as `degraded` and never makes it unhealthy. */
  degradedOnly?: readonly HealthCheck[]
}

/** Whether a process can do its work, and what it can't do. */
export interface Readiness {
  isReady: boolean
  problems: readonly { name: string; problem: string | undefined }[]
  degraded: readonly string[]
}

/** Asks all checks at once. */
export const readinessOf = async (options: ReadinessOptions): Promise<Readiness> => {
  const { checks, chats: all = [], degradedOnly: others = [] } = options
  const [needed, chats, degradedOnly] = await Promise.all([checks, all, others].map(problemsOf))
  const degraded = [...(chats ?? []), ...doubtsOf(all, chats ?? []), ...(degradedOnly ?? [])]
  return {
    isReady: needed?.length === 0 && (all.length === 0 || (chats ?? []).length < all.length),
    problems: [...(needed ?? []), ...degraded],
    degraded: degraded.map(({ name }) => name),
  }
}

/**
 * Answers GET /health/live, GET /health/ready and GET /metrics, callbacks, the dashboard, and what is mounted. Returns its
 * address and how to close it.
 */
export const startHttpServer = async (options: {
  host: string
  port: number
  role: Role
  readiness(): Promise<Readiness>
  mounts: readonly Mount[]
  callbacks?: CallbackRoute | undefined
  files?: FileRoute | undefined
  metrics?: MetricsRoute | undefined
  dashboard?: DashboardRoute | undefined
  /** Proves to the doctor that this installation answers. */
  echo?: EchoAnswer | undefined
  /** More are closed at once. */
  connectionsMax?: number
  /** The most bytes of bodies that are arriving, over all connections; small ones don't count. */
  unreadBytesMax?: number
}): Promise<{ url: string; close(): Promise<void> }> => {
  const server = Fastify({
    forceCloseConnections: true,
    requestTimeout: requestMsMax,
    bodyLimit: bodyBytesMax,
  })
  const { host, port, role, connectionsMax = defaultConnectionsMax } = options
  server.server.maxConnections = connectionsMax
  limitUnread(server, options.unreadBytesMax)
  for (const mounted of options.mounts) await mount(server, mounted)
  if (options.callbacks !== undefined) await serveCallbacks(server, options.callbacks, options.echo)
  if (options.files !== undefined) serveFiles(server, options.files, options.echo)
  if (options.metrics !== undefined) serveMetrics(server, options.metrics)
  await options.dashboard?.(server)
  server.get('/health/live', () => ({ status: 'live', role }))
  server.get('/health/ready', async (_request, reply) => {
    const { isReady, problems, degraded } = await options.readiness()
    const status = isReady ? 'ready' : 'not ready'
    return reply.code(isReady ? 200 : 503).send({ status, role, problems, degraded })
  })
  const url = await server.listen({ host, port }).catch((cause: unknown) => {
    throw listenError(host, port, cause)
  })
  return { url, close: () => server.close() }
}
