import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { faultSpans } from '../limits.ts'
import type { IncomingBody } from '../multipart.ts'
import { nameOf, type Route } from '../route.ts'
import type { World } from '../state.ts'
import { type AnswerFault, failureBody } from './answers.ts'
import { excuseInteraction } from './excuse.ts'

type Exchange = { readonly world: World; readonly request: FastifyRequest; readonly reply: FastifyReply }

/** A request that has no answer yet, or never will, is on the wire without a status. */
const record = ({ world, request }: Exchange, how: 'lost' | 'never' | 'slow'): void => {
  const { payload } = (request.body as IncomingBody | undefined) ?? {}
  world.wire.record({
    platform: 'discord',
    kind: 'request',
    summary: `${request.method} ${request.url} ${how}`,
    detail: { method: request.method, path: request.url, body: payload },
  })
}

const page = '<!DOCTYPE html><title>Discord</title>'

const wait = ({ clock }: World, ms: number): Promise<void> =>
  new Promise((resolve) => clock.at(clock.now() + ms, resolve))

/** Fails in place of an answer, or holds it back. Whether there still is one to send. */
const fail = async (exchange: Exchange, { status, code, ms }: AnswerFault): Promise<boolean> => {
  const { world, request, reply } = exchange
  switch (status) {
    case 'lost':
    case 'never':
      record(exchange, status)
      reply.hijack()
      if (status === 'lost') request.raw.socket.destroy()
      return false
    case 'slow':
      record(exchange, status)
      await wait(world, ms ?? faultSpans.slowAnswerMs)
      return true
    case 'no json':
      await reply.code(200).type('text/html').send(page)
      return false
    default:
      await reply.code(status).send(failureBody(status, code))
      return false
  }
}

/**
 * Answers a request by `act`, or fails as a fault of its route says: before it, or
 * between the deed and its answer.
 */
export const actUnlessFailing = async (
  exchange: Exchange,
  route: Route,
  act: () => Promise<unknown>,
): Promise<FastifyReply> => {
  const { world, request, reply } = exchange
  const fault = takeFault(world.answerFaults, (candidate) => candidate.route === nameOf(route))
  if (fault) excuseInteraction(world, (request.params as { token?: string }).token)
  if (fault?.after === 'before' && !(await fail(exchange, fault))) return reply
  const answer = await act()
  if (fault?.after === 'acting' && !(await fail(exchange, fault))) return reply
  return answer === undefined ? reply.code(204).send() : reply.code(200).send(answer)
}
