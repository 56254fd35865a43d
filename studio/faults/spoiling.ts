import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../http/endpoint.ts'
import type { Reply } from '../http/reply.ts'
import type { Studio } from '../studio.ts'
import { hasEnded } from '../tasks/task.ts'
import { type AnswerFault, refusalOf } from './answers.ts'
import { breakOff, drip, half, hangUp, neverAnswer, page, sendWhole, type Whole, wait } from './bytes.ts'

/** A request that a fault has met. `act` handles the request and returns the answer. */
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

const taskEnded = async ({ tasks, outbox }: Studio, { body }: Reply): Promise<void> => {
  const taskId = String(body.task_id)
  if ((await tasks.until(taskId, hasEnded)) !== undefined) await outbox.tried(taskId)
}

const withoutTaskId = ({ status, body: { task_id: _, ...body } }: Reply): Reply => ({ status, body })

const withTextForSuccess = ({ status, body }: Reply): Reply => ({
  status,
  body: { ...body, success: String(body.success) },
})

const inData = ({ status, body }: Reply): Reply => ({ status, body: { data: body } })

/** Answers with the real answer, but not as it should. */
const spoil = async (exchange: Exchange, answer: Reply): Promise<FastifyReply> => {
  const { reply, fault, studio } = exchange
  const whole = wholeOf(answer)
  switch (fault.answer) {
    case 'slow':
      await wait(studio.clock, fault.ms)
      return sendWhole(reply, whole)
    case 'after the end':
      await taskEnded(studio, answer)
      return sendWhole(reply, whole)
    case 'truncated':
      return sendWhole(reply, { ...whole, body: half(whole.body) })
    case 'no task id':
      return sendWhole(reply, wholeOf(withoutTaskId(answer)))
    case 'success as text':
      return sendWhole(reply, wholeOf(withTextForSuccess(answer)))
    case 'in data':
      return sendWhole(reply, wholeOf(inData(answer)))
    case 'drip':
      return drip(reply, whole, studio.clock, fault.ms)
    case 'reset':
      return breakOff(reply, whole, 'reset')
    default:
      return replace(exchange)
  }
}

/** Answers with something else, or not at all. */
const replace = ({ reply, fault, endpoint }: Exchange): FastifyReply => {
  switch (fault.answer) {
    case 'lost':
      return hangUp(reply)
    case 'never':
      return neverAnswer(reply)
    case 'html':
      return sendWhole(reply, { status: 200, headers: html, body: page('Welcome') })
    case 'empty':
      return sendWhole(reply, { status: 200, headers: json, body: Buffer.alloc(0) })
    case 'redirect':
      return sendWhole(reply, { status: 307, headers: { location: fault.location }, body: Buffer.alloc(0) })
    case 'page':
      return sendWhole(reply, { status: fault.status, headers: html, body: page(`${fault.status}`) })
    default:
      return sendWhole(reply, wholeOf(refusalOf(fault, endpoint)))
  }
}

/** Answers a request as a fault wants it. The fault decides whether the request is carried out. */
export const answerFailing = async (exchange: Exchange): Promise<FastifyReply> => {
  if (exchange.fault.after === 'before') return replace(exchange)
  return await spoil(exchange, await exchange.act())
}
