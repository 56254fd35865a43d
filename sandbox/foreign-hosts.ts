import type { FastifyInstance } from 'fastify'

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * A page on the internet can make a browser call this port under a name of its own; such a Host is not ours.
 */
export const refuseForeignHosts = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (!loopbackHosts.has(host))
      return reply.code(403).send({ error: 'Only this machine may call, by its own name' })
  })
}
