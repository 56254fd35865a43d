import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from './endpoint.ts'
import { readForm } from './form.ts'
import { type Reply, refuseWithMessage } from './reply.ts'
import type { Studio } from './studio.ts'

const send = (reply: FastifyReply, { status, body }: Reply): FastifyReply => reply.code(status).send(body)

/** The key stands bare in the header: no `Bearer` before it. */
const keyProblem = (given: string | undefined, apiKey: string, { refuse }: Endpoint): Reply | undefined => {
  if (given === undefined || given === '') return refuse(401, 'Authentication failed')
  return given === apiKey ? undefined : refuse(403, 'Authentication failed')
}

const asParameters = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {}

const parametersOf = async (
  request: FastifyRequest,
  { encoding }: Endpoint,
  { clipFolder }: Studio,
): Promise<Readonly<Record<string, unknown>>> => {
  switch (encoding) {
    case 'query':
      return asParameters(request.query)
    case 'json':
      return asParameters(request.body)
    case 'form':
      return await readForm(request, clipFolder)
  }
}

const noteRefusal = (studio: Studio, { method, path }: Endpoint, { status, body }: Reply): void => {
  if (status < 400) return
  const { message, error } = body
  const detail = `${status} ${message ?? error}`
  studio.refusals.note({ kind: 'refused', method, path, detail })
}

/** Serves one endpoint: the key first, then the parameters, then its answer. */
export const serveEndpoint = (
  app: FastifyInstance,
  endpoint: Endpoint,
  studio: Studio,
  apiKey: string,
): void => {
  const reply = (to: FastifyReply, answer: Reply): FastifyReply => {
    noteRefusal(studio, endpoint, answer)
    return send(to, answer)
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: async (request, to) => {
      const problem = keyProblem(request.headers.authorization, apiKey, endpoint)
      return problem === undefined ? undefined : reply(to, problem)
    },
    handler: async (request, to) =>
      reply(to, endpoint.respond(await parametersOf(request, endpoint, studio), studio)),
    errorHandler: (error, _request, to) => {
      const isCallers = (error.statusCode ?? 500) < 500
      return reply(
        to,
        endpoint.refuse(isCallers ? 400 : 500, isCallers ? error.message : 'Internal Server Error'),
      )
    },
  })
}

/** Answers what no endpoint answers. */
export const serveTheRest = (app: FastifyInstance, studio: Studio): void => {
  app.setNotFoundHandler(({ method, url }, to) => {
    const [path = url] = url.split('?')
    studio.refusals.note({ kind: 'unknown_route', method, path, detail: 'no such endpoint' })
    return send(to, refuseWithMessage(404, 'Not Found'))
  })
}
