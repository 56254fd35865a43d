import type { FastifyInstance } from 'fastify'

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * A page on the internet can make a browser call this port: under a name of its own, which such a Host is, or
 * without seeing the answer, which its Origin tells.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Origin
 */
export const refuseForeignCallers = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const { host = '', origin } = headers
    if (!loopbackHosts.has(host.replace(/:\d+$/, '')))
      return reply.code(403).send({ error: 'Only this machine may call, by its own name' })
    if (origin !== undefined && origin !== `http://${host}`)
      return reply.code(403).send({ error: 'Pages from elsewhere may not call' })
  })
}
