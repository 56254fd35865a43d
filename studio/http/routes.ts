import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/accounts.ts'
import { answerFailing } from '../faults/spoiling.ts'
import type { Studio } from '../studio.ts'
import type { Endpoint } from './endpoint.ts'
import { refuseIn, tooMany } from './errors.ts'
import { discardUploads, readForm } from './form.ts'
import type { Reply } from './reply.ts'

const send = (reply: FastifyReply, { status, body }: Reply): FastifyReply => reply.code(status).send(body)

/** What an account in no good order gets, whatever it asks for. */
const accountProblem = ({ fails, isBusy }: Account, { errors }: Endpoint): Reply | undefined => {
  if (fails) return errors.refuse(500, errors.broken)
  return isBusy ? tooMany : undefined
}

/** The key stands bare in the header: no `Bearer` before it. */
const accountOf = async (
  key: string | undefined,
  { errors }: Endpoint,
  { accounts }: Studio,
): Promise<{ readonly account: Account } | { readonly problem: Reply }> => {
  if (key === undefined || key === '') return { problem: errors.refuse(401, 'Authentication failed') }
  const account = await accounts.byKey(key)
  return account === undefined ? { problem: errors.refuse(403, 'Authentication failed') } : { account }
}

const asParameters = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {}

/** The parameters of a request; undefined for a form, which nobody has read yet. */
const readParametersOf = ({ query, body }: FastifyRequest, { encoding }: Endpoint) =>
  encoding === 'form' ? undefined : asParameters(encoding === 'query' ? query : body)

const parametersOf = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  { clipFolder }: Studio,
): Promise<Readonly<Record<string, unknown>>> =>
  readParametersOf(request, endpoint) ?? (await readForm(request, clipFolder))

const noteRefusal = (studio: Studio, { method, path }: Endpoint, { status, body }: Reply): void => {
  if (status < 400) return
  const { message, error } = body
  const detail = `${status} ${message ?? error ?? body.messsage ?? body.detail}`
  studio.refusals.note({ kind: 'refused', method, path, detail })
}

/**
 * Deprecated since 1970: the interface description names no date, and the header cannot do
 * without one (https://www.rfc-editor.org/rfc/rfc9745). The service is not known to send it;
 * the studio does, so that it shows.
 */
const deprecatedSince = '@0'

/** Serves one endpoint: the key first, then the parameters, then its answer. */
export const serveEndpoint = (app: FastifyInstance, endpoint: Endpoint, studio: Studio): void => {
  const reply = (to: FastifyReply, answer: Reply): FastifyReply => {
    noteRefusal(studio, endpoint, answer)
    if (endpoint.deprecated) to.header('deprecation', deprecatedSince)
    return send(to, answer)
  }
  const { method, path, errors } = endpoint
  /** The caller's key is looked at again: it may be a while since its request began to arrive. */
  const answer = async (request: FastifyRequest, to: FastifyReply): Promise<FastifyReply> => {
    const found = await accountOf(request.headers.authorization, endpoint, studio)
    if ('problem' in found) return reply(to, found.problem)
    const { account } = found
    await studio.counters.called(account.key, `${method} ${path}`)
    const fault = studio.faults.takeAnswer(path)
    const act = async (): Promise<Reply> => {
      const given = await parametersOf(request, endpoint, studio)
      const answer = accountProblem(account, endpoint) ?? (await endpoint.respond(given, { studio, account }))
      if (answer.status >= 400) await discardUploads(given)
      studio.record.asked({ method, path, given, status: answer.status, answer: answer.body }, fault)
      return answer
    }
    if (fault === undefined) return reply(to, await act())
    if (fault.after === 'before') {
      const given = readParametersOf(request, endpoint)
      studio.record.asked({ method, path, ...(given && { given }) }, fault)
    }
    return await answerFailing({ reply: to, fault, endpoint, studio, act })
  }
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    // Before the body is read: who has no key is not listened to.
    onRequest: async (request, to) => {
      const found = await accountOf(request.headers.authorization, endpoint, studio)
      return 'problem' in found ? reply(to, found.problem) : undefined
    },
    handler: answer,
    errorHandler: (error, _request, to) => {
      const isCallers = (error.statusCode ?? 500) < 500
      const answer = isCallers ? errors.refuse(400, error.message) : errors.refuse(500, errors.broken)
      studio.record.asked({ method, path, status: answer.status, answer: answer.body })
      return reply(to, answer)
    },
  })
}

/** Answers what no endpoint answers. */
export const serveTheRest = (app: FastifyInstance, studio: Studio): void => {
  app.setNotFoundHandler(({ method, url }, to) => {
    const [path = url] = url.split('?')
    studio.refusals.note({ kind: 'unknown_route', method, path, detail: 'no such endpoint' })
    return send(to, refuseIn('E3')(404, 'Not Found'))
  })
}
