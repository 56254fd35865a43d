import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EndpointName, endpointNames, endpoints } from '../../../sandbox/contract/endpoints.ts'
import { readAll } from './reading.ts'
import type { Given, Recording, Sent } from './recording.ts'

/** A request on its way to the service; a value is text, JSON or a file, as it came. */
export type Call = {
  readonly endpoint: EndpointName
  readonly fields: Readonly<Record<string, unknown>>
  readonly authorization: string | undefined
}

/** An answer on its way back. */
export type Reply = { readonly status: number; readonly type: string; readonly body: Record<string, unknown> }

/** A callback on its way. */
export type Delivery = {
  readonly method: string
  readonly type: string
  readonly body: Record<string, unknown>
}

/** One thing that goes wrong between the service and who asks it. */
export type Spoils = {
  readonly request?: (call: Call) => Call
  readonly reply?: (reply: Reply, call: Call) => Reply
  /** The callback as it is delivered; undefined for one that never is. */
  readonly delivery?: (delivery: Delivery) => Delivery | undefined
  readonly file?: (bytes: Buffer, path: string) => Buffer
}

/** A proxy before a service. */
export type Proxy = { readonly baseUrl: string; readonly close: () => Promise<void> }

const fieldsOf = async (request: IncomingMessage, url: URL): Promise<Record<string, unknown>> => {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const type = request.headers['content-type'] ?? ''
  const bytes = await readAll(request)
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString())
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(form)
}

const endpointOf = (method: string | undefined, path: string): EndpointName | undefined =>
  endpointNames.find((name) => endpoints[name].method === method && endpoints[name].path === path)

type Encoded = readonly [url: string, init: RequestInit]

const encode = ({ endpoint, fields, authorization }: Call, base: string): Encoded => {
  const { method, path, encoding } = endpoints[endpoint]
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const url = new URL(`${base}${path}`)
  switch (encoding) {
    case 'query':
      for (const [field, value] of given) url.searchParams.append(field, String(value))
      return [`${url}`, { method, headers }]
    case 'json': {
      const body = JSON.stringify(Object.fromEntries(given))
      return [`${url}`, { method, headers: { ...headers, 'content-type': 'application/json' }, body }]
    }
    case 'form': {
      const form = new FormData()
      for (const [field, value] of given) {
        if (value instanceof File) form.append(field, value, value.name)
        else form.append(field, String(value))
      }
      return [`${url}`, { method, headers, body: form }]
    }
  }
}

const ask = async (call: Call, base: string): Promise<Given> => {
  const answer = await fetch(...encode(call, base))
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    text: await answer.text(),
  }
}

/** Equal orders have equal keys, no matter who asks and wherever callbacks go. */
const keyOf = ({ endpoint, fields, authorization }: Call, origin: string): string => {
  const plain = Object.entries(fields).map(([name, value]) => {
    if (name === 'webhook_url') return [name, 'somewhere']
    return [name, value instanceof File ? value.name : value]
  })
  return JSON.stringify([endpoint, authorization, plain]).replaceAll(origin, 'service')
}

const record = (body: Record<string, unknown>): Record<string, unknown> => ({ ...(body.conversion ?? {}) })

/**
 * Starts a proxy before a service: what it hands on is spoilt, and else as it was. Work that another proxy
 * had done already is taken from the recording.
 */
export const startSpoilingProxy = async (
  target: string,
  recording: Recording,
  spoils: Spoils,
): Promise<Proxy> => {
  let baseUrl = ''
  const webhookUrls = new Map<unknown, string>()
  const underOwnName = (text: string): string => text.replaceAll(target, baseUrl)

  const passFile = async (path: string, response: ServerResponse): Promise<void> => {
    const answer = await fetch(`${target}${path}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(spoils.file?.(bytes, path) ?? bytes)
  }

  const deliver = async ({ method, type, text }: Sent, to: string): Promise<void> => {
    const whole = { method, type, body: JSON.parse(underOwnName(text)) }
    const delivery = spoils.delivery === undefined ? whole : spoils.delivery(whole)
    if (delivery === undefined) return
    const headers = { 'content-type': delivery.type }
    await fetch(to, { method: delivery.method, headers, body: JSON.stringify(delivery.body) })
  }

  const order = async (call: Call): Promise<Given> => {
    const { webhook_url: to } = call.fields
    const key = keyOf(call, baseUrl)
    const given = await recording.once(key, (webhook_url) =>
      ask(typeof to === 'string' ? { ...call, fields: { ...call.fields, webhook_url } } : call, target),
    )
    if (typeof to !== 'string' || given.status !== 200) return given
    webhookUrls.set(JSON.parse(given.text).task_id, to)
    // A listener that has gone away meanwhile misses nothing that its test still looks at.
    recording.subscribe(key, (sent) => void deliver(sent, to).catch(() => undefined))
    return given
  }

  /** The service was given the recording's address for callbacks; the caller should see its own. */
  const withOwnAddress = (body: Record<string, unknown>): Record<string, unknown> => {
    const conversion = record(body)
    const webhook_url = webhookUrls.get(conversion.task_id)
    return webhook_url === undefined ? body : { ...body, conversion: { ...conversion, webhook_url } }
  }

  const relay = async (call: Call): Promise<Reply> => {
    const spoilt = spoils.request?.(call) ?? call
    const isOrder = endpoints[call.endpoint].method === 'POST'
    const { status, type, text } = await (isOrder ? order(spoilt) : ask(spoilt, target))
    const body = withOwnAddress(JSON.parse(underOwnName(text)))
    return spoils.reply?.({ status, type, body }, call) ?? { status, type, body }
  }

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', baseUrl)
    const endpoint = endpointOf(request.method, url.pathname)
    if (endpoint === undefined) return await passFile(url.pathname, response)
    const { authorization } = request.headers
    const { status, type, body } = await relay({
      endpoint,
      fields: await fieldsOf(request, url),
      authorization,
    })
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
