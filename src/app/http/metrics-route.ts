import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Serves the metrics to those who show the token. */
export interface MetricsRoute {
  token: string
  /** In Prometheus' text format. Never rejects. */
  text(): Promise<string>
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
const contentType = 'text/plain; version=0.0.4; charset=utf-8'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Answers GET /metrics, or 401 without the token. */
export const serveMetrics = (server: FastifyInstance, { token, text }: MetricsRoute): void => {
  const expected = digest(`Bearer ${token}`)
  server.get('/metrics', async (request, reply) => {
    const isRight = timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    if (!isRight) return reply.code(401).header('www-authenticate', 'Bearer realm="metrics"').send()
    return reply
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(await text())
  })
}
