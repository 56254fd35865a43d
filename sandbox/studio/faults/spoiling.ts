import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../http/endpoint.ts'
import type { Reply } from '../http/reply.ts'
import type { Studio } from '../studio.ts'
import { hasEnded } from '../tasks/task.ts'
import { type AnswerFault, refusalOf } from './answers.ts'
import { breakOff, drip, hangUp, neverAnswer, page, type Whole } from './bytes.ts'

/** A request that a fault has met. `act` does what was asked for, and gives the answer. */
type Exchange = {
  readonly reply: FastifyReply
  readonly fault: AnswerFault
  readonly endpoint: Endpoint
  readonly studio: Studio
  readonly act: () => Promise<Reply>
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const html = { 'content-type': 'text/html; charset=utf-8' }

const wholeOf = ({ status, body }: Reply): Whole => ({
  status,
  headers: json,
  body: Buffer.from(JSON.stringify(body)),
})

const send = ({ reply }: Exchange, { status, headers, body }: Whole): FastifyReply =>
  reply.code(status).headers(headers).send(body)

const wait = ({ clock }: Studio, ms: number): Promise<void> =>
  new Promise((resolve) => clock.at(clock.now() + ms, resolve))

const taskEnded = async ({ tasks, outbox }: Studio, { body }: Reply): Promise<void> => {
  const taskId = String(body.task_id)
  if ((await tasks.until(taskId, hasEnded)) !== undefined) await outbox.tried(taskId)
}

const half = (whole: Whole): Whole => ({
  ...whole,
  body: whole.body.subarray(0, Math.floor(whole.body.length / 2)),
})

const withoutTaskId = ({ status, body: { task_id: _, ...body } }: Reply): Reply => ({ status, body })

/** Answers with the real answer, but not as it should. */
const spoil = async (exchange: Exchange, answer: Reply): Promise<FastifyReply> => {
  const { reply, fault, studio } = exchange
  const whole = wholeOf(answer)
  switch (fault.answer) {
    case 'slow':
      await wait(studio, fault.ms)
      return send(exchange, whole)
    case 'after the end':
      await taskEnded(studio, answer)
      return send(exchange, whole)
    case 'truncated':
      return send(exchange, half(whole))
    case 'no task id':
      return send(exchange, wholeOf(withoutTaskId(answer)))
    case 'drip':
      drip(reply, whole, studio.clock, fault.ms)
      return reply
    case 'reset':
      breakOff(reply, whole, 'reset')
      return reply
    default:
      return await replace(exchange)
  }
}

/** Answers with something else, or not at all. */
const replace = async (exchange: Exchange): Promise<FastifyReply> => {
  const { reply, fault, endpoint } = exchange
  switch (fault.answer) {
    case 'lost':
      hangUp(reply)
      return reply
    case 'never':
      neverAnswer(reply)
      return reply
    case 'html':
      return send(exchange, { status: 200, headers: html, body: page('Welcome') })
    case 'empty':
      return send(exchange, { status: 200, headers: json, body: Buffer.alloc(0) })
    case 'redirect':
      return send(exchange, { status: 307, headers: { location: fault.location }, body: Buffer.alloc(0) })
    case 'page':
      return send(exchange, { status: fault.status, headers: html, body: page(`${fault.status}`) })
    default:
      return send(exchange, wholeOf(refusalOf(fault, endpoint)))
  }
}

/** Answers a request as a fault wants it. What was asked for happens or does not, as the fault says. */
export const answerFailing = async (exchange: Exchange): Promise<FastifyReply> => {
  if (exchange.fault.after === 'before') return await replace(exchange)
  return await spoil(exchange, await exchange.act())
}
