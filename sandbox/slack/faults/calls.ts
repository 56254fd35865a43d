import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { limits } from '../limits.ts'
import type { World } from '../state.ts'
import type { CallFault } from './schema.ts'

/** By the pattern of a route, what a fault calls it; methods go by their names. */
const routes: Readonly<Record<string, string>> = {
  '/upload/v1/:secret': 'upload',
  '/files-pri/:place/:name': 'download',
  '/files-pri/download/:place/:name': 'download',
  '/commands/:team/:number/:secret': 'response_url',
}

const targetOf = ({ routeOptions, params }: FastifyRequest): string | undefined =>
  routeOptions.url === '/api/:name' ? (params as { name: string }).name : routes[routeOptions.url ?? '']

/** A fault that has met its request, and when a slow answer is due. */
type Hit = { readonly fault: CallFault; readonly dueAtMs: number }

const waitFor = (world: World, { dueAtMs }: Hit): Promise<void> =>
  new Promise((resolve) => world.clock.at(dueAtMs, resolve))

type Answer = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** https://docs.slack.dev/apis/web-api/rate-limits/#responding-to-rate-limiting-conditions */
const answerOf = ({ answer, retryAfterSeconds = 1 }: CallFault): Answer => {
  const retry = { 'retry-after': String(retryAfterSeconds) }
  if (answer === 'no json')
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!DOCTYPE html><title>Slack</title>',
    }
  const [, digits] = /^http (\d+)$/.exec(answer) ?? []
  if (digits !== undefined)
    return {
      status: Number(digits),
      headers: { 'content-type': 'text/html', ...(digits === '429' && retry) },
      body: `<!DOCTYPE html><title>${digits}</title>`,
    }
  const isLimited = answer === 'ratelimited'
  return {
    status: isLimited ? 429 : 200,
    headers: { ...json, ...(isLimited && retry) },
    body: JSON.stringify({ ok: false, error: answer }),
  }
}

/** A request that is never answered: its connection is cut, or stays open until somebody ends it. */
const abandon = ({ answer }: CallFault, request: FastifyRequest, reply: FastifyReply): void => {
  reply.hijack()
  if (answer === 'lost') request.raw.socket.destroy()
}

const isAbandoned = ({ answer }: CallFault) => answer === 'lost' || answer === 'never'

const failBefore = async (
  world: World,
  hit: Hit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { fault } = hit
  if (fault.answer === 'slow') return waitFor(world, hit)
  if (isAbandoned(fault)) {
    abandon(fault, request, reply)
    return reply
  }
  const { status, headers, body } = answerOf(fault)
  return reply.code(status).headers(headers).send(body)
}

const failAfter = async (
  world: World,
  hit: Hit,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  const { fault } = hit
  if (fault.answer === 'slow') {
    await waitFor(world, hit)
    return payload
  }
  if (fault.answer === 'lost') request.raw.socket.destroy()
  if (isAbandoned(fault)) return new Promise(() => {})
  const { status, headers, body } = answerOf(fault)
  reply.code(status).headers(headers)
  return body
}

/**
 * Lets requests fail as the faults say: before the stand-in acts, or between the deed and its answer. A fault
 * is on the wire as a request and never as a refusal: nothing of it is the app's doing.
 */
export const serveCallFaults = (app: FastifyInstance, world: World): void => {
  const afterwards = new WeakMap<FastifyRequest, Hit>()
  app.addHook('preHandler', async (request, reply): Promise<unknown> => {
    const target = targetOf(request)
    const fault = takeFault(world.faults.calls, ({ method }) => method === target)
    if (!fault) return undefined
    const summary = `${target} fault: ${fault.answer} ${fault.after === 'acting' ? 'after acting' : 'before'}`
    world.wire.record({ platform: 'slack', kind: 'request', summary, detail: {} })
    const hit = { fault, dueAtMs: world.clock.now() + (fault.ms ?? limits.slowAnswerMs) }
    if (fault.after === 'before') return failBefore(world, hit, request, reply)
    afterwards.set(request, hit)
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const hit = afterwards.get(request)
    return hit ? failAfter(world, hit, request, reply, payload) : payload
  })
}
