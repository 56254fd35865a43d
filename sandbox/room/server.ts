import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { build } from 'vite'
import { refuseForeignCallers } from '../control/foreign-callers.ts'
import type { Addresses } from '../world/addresses.ts'
import { serveShelf } from './serve-shelf.ts'

/** A file of the page, ready to be sent. */
interface Asset {
  type: string
  body: string | Uint8Array
}

const pageFolder = fileURLToPath(new URL('page', import.meta.url))

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

const buildPage = async (): Promise<ReadonlyMap<string, Asset>> => {
  const built = await build({
    root: pageFolder,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, assetsInlineLimit: 0 },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [
        `/${file.fileName}`,
        { type: typeOf(file.fileName), body: file.type === 'chunk' ? file.code : file.source },
      ]),
  )
}

let built: ReturnType<typeof buildPage> | undefined

/** Builds the page in memory, once: nothing is written, and nothing of an earlier process is served. */
const builtPage = (): ReturnType<typeof buildPage> => {
  built ??= buildPage()
  return built
}

const fileHostsOf = ({ discord, slack, studio }: Addresses): string =>
  [discord.cdn, slack.filesOrigin, studio.cdnUrl].map((url) => new URL(url).origin).join(' ')

/**
 * What the page may do: run and look as it was built, talk to its own origin, and show files of this run.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy
 */
const policyFor = (addresses: Addresses): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'",
    `img-src 'self' ${fileHostsOf(addresses)}; media-src 'self' ${fileHostsOf(addresses)}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')

const bodyLimitBytes = 64 * 1024 * 1024

/** The room's server, and where it is. */
export interface RunningRoom {
  url: string
  close(): Promise<void>
}

/** Serves the room on this machine, and passes what it asks for on to the control. Port 0 is any free one. */
export const startRoom = async (addresses: Addresses, port: number): Promise<RunningRoom> => {
  const page = await builtPage()
  const policy = policyFor(addresses)
  const app = fastify({ bodyLimit: bodyLimitBytes, forceCloseConnections: true })
  refuseForeignCallers(app)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.all('/control/*', async (request, reply) => {
    const { method, url, headers, body } = request
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const passed = await fetch(`${addresses.control.url}${url.slice('/control'.length)}`, {
      method,
      signal: gone.signal,
      ...(Buffer.isBuffer(body) && {
        body: new Uint8Array(body),
        headers: { 'content-type': headers['content-type'] ?? '' },
      }),
    })
    return reply
      .code(passed.status)
      .type(passed.headers.get('content-type') ?? '')
      .send(Buffer.from(await passed.arrayBuffer()))
  })
  serveShelf(app)
  app.get('*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const asset = page.get(path === '/' ? '/index.html' : path)
    if (asset === undefined) return reply.code(404).send()
    return reply.type(asset.type).send(asset.body)
  })
  const url = await app.listen({ host: '127.0.0.1', port })
  return { url, close: () => app.close() }
}
