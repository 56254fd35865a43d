import type { GatewayReceivePayload } from 'discord-api-types/v10'
import { WebSocket } from 'ws'
import { limits } from '../../../sandbox/discord/limits.ts'
import { namedBodyCheck } from '../../../sandbox/discord/open-api/named-file.ts'
import { type DiscordOptions, type DiscordStandIn, startDiscord } from '../../../sandbox/discord/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { createInbox } from '../inbox.ts'
import { createPatience } from './patience.ts'

/** Numbers of https://docs.discord.com/developers/events/gateway#list-of-intents */
export const intents = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  messageContent: 1 << 15,
}

export type File = { name: string; type?: string; bytes: Uint8Array }
export type Answer = { status: number; body: Record<string, unknown> }

/**
 * A bot without any library: what it sends is exactly what the test says. For
 * rates it waits by moving the clock.
 */
export type RawBot = {
  clock: Clock
  wire: Wire
  discord: DiscordStandIn
  /** A call to the API with the bot's token; files make it multipart. */
  call(method: string, path: string, body?: unknown, files?: readonly File[]): Promise<Answer>
  /** The same with another Authorization header, or none. */
  callAs(authorization: string | undefined, method: string, path: string, body?: unknown): Promise<Answer>
  connect(query?: string): Promise<RawGateway>
  /** Connected and identified, as that shard where one is named. */
  identified(bits?: number, shard?: readonly [number, number]): Promise<RawGateway>
  refusals(): readonly string[]
  /** The same bot an hour later, as if it had just come: without connections, and refused nothing yet. */
  anew(): RawBot
  stop(): Promise<void>
}

export type RawGateway = {
  send(payload: unknown): void
  sendText(text: string): void
  /**
   * The next payload with one of these ops, or the next dispatch of these names.
   * Others before it are passed over.
   */
  next(...what: readonly (number | string)[]): Promise<GatewayReceivePayload>
  /** Everything received so far. */
  received: readonly GatewayReceivePayload[]
  closed: Promise<number>
  /** Says goodbye with that code. */
  close(code: number): void
  end(): void
}

const matches = (what: readonly (number | string)[], { op, t }: GatewayReceivePayload) =>
  what.includes(op) || (t !== null && t !== undefined && what.includes(t))

const connectTo = async (url: string): Promise<RawGateway> => {
  const socket = new WebSocket(url)
  const inbox = createInbox<GatewayReceivePayload>(socket)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    send: (payload) => socket.send(JSON.stringify(payload)),
    sendText: (text) => socket.send(text),
    next: (...what) => inbox.next((payload) => matches(what, payload)),
    received: inbox.received,
    closed,
    close: (code) => socket.close(code),
    end: () => socket.terminate(),
  }
}

const boundary = 'the-end-of-a-part'

/** One part of a form, as browsers write it: https://html.spec.whatwg.org/#multipart-form-data */
const partOf = (name: string, headers: string, bytes: Uint8Array): readonly Uint8Array[] => [
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n`),
  bytes,
  Buffer.from('\r\n'),
]

const fileHeaders = ({ name, type }: File): string => {
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return `; filename="${quoted}"\r\nContent-Type: ${type ?? 'application/octet-stream'}`
}

/** Written at once: a FormData is read in small steps, which takes seconds where a file is as large as can be. */
const formOf = (body: unknown, files: readonly File[]): RequestInit => {
  const parts = [
    ...partOf('payload_json', '', Buffer.from(JSON.stringify(body))),
    ...files.flatMap((file, index) => partOf(`files[${index}]`, fileHeaders(file), file.bytes)),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return {
    body: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const bodyOf = (body: unknown, files: readonly File[]): RequestInit => {
  if (files.length > 0) return formOf(body, files)
  return body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

type Request = {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly init: RequestInit
}

const send = async (
  base: string,
  patience: ReturnType<typeof createPatience>,
  { method, path, authorization, init }: Request,
): Promise<Answer> => {
  const headers = { ...init.headers, ...(authorization !== undefined && { authorization }) }
  patience.wait(method, path)
  const response = await fetch(`${base}${path}`, { ...init, method, headers })
  patience.learn(method, path, response.headers)
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** What a bot says to be let in. */
export const identify = (token: string, bits: number) => ({
  op: 2,
  d: { token, intents: bits, properties: { os: 'linux', browser: 'test', device: 'test' }, compress: false },
})

/** What a gateway that got READY resumes by. */
export const sessionIdOf = ({ received }: RawGateway): string => {
  const ready = received.find(({ t }) => t === 'READY')
  if (!ready) throw new Error('The gateway got no READY')
  return (ready.d as unknown as { session_id: string }).session_id
}

/** Longer than anything is waited for: rates, answers, and the life of an interaction. */
const restMs = 60 * 60_000

/** Read once for all stand-ins of a test file, since that takes its time. */
const bodyCheck = await namedBodyCheck()

/** A stand-in with a bot that has no library. */
export const startRawBot = async (options: Partial<DiscordOptions> = {}): Promise<RawBot> => {
  const clock = startClock()
  const wire = createWire(clock)
  const discord = await startDiscord({ clock, wire, ...bodyCheck, ...options })
  const open = new Set<RawGateway>()
  let sessions = 0
  const base = `${discord.addresses.api}/v10`
  const patience = createPatience(clock)
  const connect = async (query = 'v=10&encoding=json') => {
    const gateway = await connectTo(`${discord.addresses.gateway}/?${query}`)
    open.add(gateway)
    return gateway
  }
  const leave = () => {
    for (const gateway of open) gateway.end()
    open.clear()
  }
  const bot: RawBot = {
    clock,
    wire,
    discord,
    call: (method, path, body, files = []) =>
      send(base, patience, {
        method,
        path,
        authorization: `Bot ${discord.addresses.token}`,
        init: bodyOf(body, files),
      }),
    callAs: (authorization, method, path, body) =>
      send(base, patience, { method, path, authorization, init: bodyOf(body, []) }),
    connect,
    identified: async (bits = intents.guilds, shard) => {
      const gateway = await connect()
      // As many seconds as Discord wants between two sessions.
      if (open.size > 1 || sessions > 0) clock.advance(limits.identifyWindowMs)
      sessions += 1
      const hello = identify(discord.addresses.token, bits)
      gateway.send({ ...hello, d: { ...hello.d, ...(shard && { shard }) } })
      await gateway.next('READY')
      return gateway
    },
    refusals: () => wire.refusals().map(({ summary }) => summary),
    anew: () => {
      leave()
      clock.advance(restMs)
      const before = bot.refusals().length
      return { ...bot, refusals: () => bot.refusals().slice(before) }
    },
    stop: async () => {
      leave()
      await discord.close()
      clock.stop()
    },
  }
  return bot
}

/** The errors of an answer by path, as "options.0.name: CODE". */
export const errorsIn = (tree: unknown, at = ''): readonly string[] =>
  Object.entries(tree as Record<string, unknown>).flatMap(([key, value]) =>
    key === '_errors'
      ? (value as { code: string }[]).map(({ code }) => `${at}: ${code}`)
      : errorsIn(value, at === '' ? key : `${at}.${key}`),
  )

/** So many things, each made from its number. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
