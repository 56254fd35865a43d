import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const value = z.strictObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.unknown().optional(),
  doubleValue: z.number().optional(),
})
const attributes = z.array(z.strictObject({ key: z.string(), value }))
const nanos = z.string().regex(/^\d{19}$/)
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: z.object({ code: z.int().min(0).max(2), message: z.string().optional() }),
})
/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

/** A span that came, with the attributes of the process that sent it. */
export interface ReceivedSpan extends Omit<z.output<typeof spanSchema>, 'attributes'> {
  attributes: Readonly<Record<string, string>>
  from: Readonly<Record<string, string>>
}

const textsOf = (list: z.output<typeof attributes>): Record<string, string> =>
  Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue } }) => [key, String(stringValue ?? intValue)]),
  )

const spansIn = ({ resourceSpans }: z.output<typeof request>): readonly ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        const own = { attributes: textsOf(span.attributes), from: textsOf(resource.attributes) }
        return { ...span, ...own }
      }),
    ),
  )

/** A collector of traces that accepts OTLP as JSON over HTTP, as its specification has it, and nothing else. */
export const startCollector = async () => {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: Readonly<Record<string, unknown>>[] = []
  const faults: string[] = []
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    bodies.push(body)
    headers.push(incoming.headers)
    const read = request.safeParse(JSON.parse(body))
    const isRight =
      incoming.method === 'POST' &&
      incoming.url === '/v1/traces' &&
      incoming.headers['content-type'] === 'application/json'
    if (read.success && isRight) spans.push(...spansIn(read.data))
    else faults.push(`${incoming.method} ${incoming.url}: ${read.error?.message ?? 'a wrong request'}`)
    response.writeHead(read.success && isRight ? 200 : 400, { 'content-type': 'application/json' })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans: (): readonly ReceivedSpan[] => spans,
    bodies: (): readonly string[] => bodies,
    headers: (): readonly Readonly<Record<string, unknown>>[] => headers,
    faults: (): readonly string[] => faults,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
