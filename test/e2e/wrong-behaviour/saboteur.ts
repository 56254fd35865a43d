import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { type Answer, broken, type Call, payloadOf } from './call.ts'
import type { Change, Ground } from './changes.ts'

/** One wrong behaviour, and the calls that it befalls: the next of that name for which `when` holds. */
export interface Sabotage {
  readonly on: string
  /** How many of them; one unless told. */
  readonly calls?: number
  readonly when?: (payload: unknown, call: Call) => boolean
  readonly does: Change
}

/** Stands between the bot and a platform, and lets pass all but what it was told to spoil. */
export interface Saboteur {
  readonly origin: string
  /** Spoils the next calls that fit. */
  arm(sabotage: Sabotage): void
  /**
   * Lets everything pass from now on; says whether any such call came, once all
   * are done. Throws what went wrong.
   */
  disarm(): Promise<boolean>
  /** Says something in the bot's name over its oldest socket. */
  inject(text: string): void
  close(): Promise<void>
}

export interface SaboteurOptions {
  /** The origin of the stand-in. */
  readonly target: () => string
  readonly ground: Ground
  /** What a request is called. */
  readonly nameOf: (method: string, path: string) => string
  /** What a frame of a socket is called. */
  readonly frameName: (frame: unknown) => string
  /** Parts of the platform's addresses that it hands out and that lead through here. */
  readonly leads: readonly string[]
}

type Armed = { readonly sabotage: Sabotage; readonly uses: Promise<Answer>[]; isOver: boolean }

type Line = SaboteurOptions & {
  armed: Armed | undefined
  origin: string
  readonly sockets: Set<WebSocket>
}

/** Of one hop only, or of the body as it was on that hop. */
const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive']

const withoutHop = (headers: Headers): Headers => {
  const kept = new Headers(headers)
  for (const name of hopHeaders) kept.delete(name)
  return kept
}

const bufferOf = async (response: Response): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await response.arrayBuffer())

const wsOf = (origin: string): string => origin.replace('http', 'ws')

/** Leads what the platform hands out through here. */
const redirected = ({ target, origin, leads }: Line, text: string): string =>
  leads.reduce(
    (changed, lead) =>
      lead === 'ws:'
        ? changed.replaceAll(wsOf(target()), wsOf(origin))
        : changed.replaceAll(`${target()}${lead}`, `${origin}${lead}`),
    text,
  )

const fits = async ({ on, when }: Sabotage, call: Call): Promise<boolean> =>
  call.name === on && (when === undefined || when(await payloadOf(call), call))

const isDone = ({ sabotage: { calls = 1 }, uses, isOver }: Armed): boolean => isOver || uses.length >= calls

/** Sends a call on, spoilt if it is one of those. */
const pass = async (line: Line, call: Call, send: (call: Call) => Promise<Answer>): Promise<Answer> => {
  const { armed, ground } = line
  if (armed === undefined || !(await fits(armed.sabotage, call)) || isDone(armed)) return send(call)
  const use = armed.sabotage.does(call, send, ground)
  armed.uses.push(use)
  return use
}

const forward = async (line: Line, { method, path, headers, body }: Call): Promise<Answer> => {
  const response = await fetch(`${line.target()}${path}`, {
    method,
    headers: withoutHop(headers),
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const bytes = await bufferOf(response)
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? Buffer.from(redirected(line, bytes.toString())) : bytes,
  }
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))

const answerRequest = async (line: Line, request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET', url: path = '/' } = request
  const body = Buffer.from(await buffer(request))
  const call = { name: line.nameOf(method, path), method, path, headers: headersOf(request), body }
  try {
    const answer = await pass(line, call, (changed) => forward(line, changed))
    if (answer === broken) return void request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(withoutHop(answer.headers)))
    response.end(answer.status === 204 ? undefined : answer.body)
  } catch {
    request.socket.destroy()
  }
}

const silence: Answer = { status: 204, headers: new Headers(), body: Buffer.alloc(0) }

const frameCall = ({ frameName }: Line, raw: RawData): Call => {
  const body = Buffer.from(raw.toString())
  const name = frameName(JSON.parse(body.toString()))
  return { name, method: '', path: '', headers: new Headers(), body }
}

/** 1005 and 1006 say that no code came, and cannot be sent. */
const closeLike = (socket: WebSocket, code: number, reason: Buffer): void => {
  if (code === 1005 || code === 1006) socket.terminate()
  else socket.close(code, reason)
}

const relay = async (line: Line, bot: WebSocket, path: string): Promise<void> => {
  const platform = new WebSocket(`${wsOf(line.target())}${path}`)
  const isThere = once(platform, 'open').then(
    () => true,
    () => false,
  )
  /** Frames keep their order, however long one is held. */
  let before: Promise<unknown> = isThere
  const say = async (call: Call): Promise<Answer> => {
    if (platform.readyState === platform.OPEN) platform.send(call.body.toString())
    return silence
  }
  bot.on('message', (raw) => {
    const call = frameCall(line, raw)
    before = before.then(() => pass(line, call, say)).catch(() => undefined)
  })
  platform.on('message', (raw) => bot.send(redirected(line, raw.toString())))
  bot.on('close', (code, reason) => closeLike(platform, code, reason))
  platform.on('close', (code, reason) => closeLike(bot, code, reason))
  for (const socket of [bot, platform]) socket.on('error', () => socket.terminate())
  platform.on('close', () => line.sockets.delete(platform))
  if (await isThere) line.sockets.add(platform)
  else bot.terminate()
}

/** Starts a saboteur on a free port of this machine. */
export const startSaboteur = async (options: SaboteurOptions): Promise<Saboteur> => {
  const line: Line = { ...options, armed: undefined, origin: '', sockets: new Set() }
  const server = createServer((request, response) => void answerRequest(line, request, response))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (bot, { url = '/' }) => void relay(line, bot, url))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: line.origin,
    arm: (sabotage) => {
      line.armed = { sabotage, uses: [], isOver: false }
    },
    disarm: async () => {
      const { armed } = line
      if (armed) armed.isOver = true
      const done = await Promise.all(armed?.uses ?? [])
      return done.length > 0
    },
    inject: (text) => {
      const [oldest] = line.sockets
      if (!oldest) throw new Error('There is no socket to say it over')
      oldest.send(text)
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
