import { setTimeout as delay } from 'node:timers/promises'

/** One request of a check, in the words of HTTP. */
export type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /**
   * After the base of the API: "/channels/1" or "chat.postMessage"; or a whole
   * address that the platform handed out.
   */
  readonly path: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly bytes?: string
  /** The bot's own unless told. */
  readonly token?: 'none' | 'wrong'
}

/** What came back, whatever it was. */
export type Answer = {
  readonly status: number
  /** The JSON, or the text where it is none. */
  readonly body: unknown
  readonly headers: Headers
}

/** Somewhere that requests can be sent to: the real platform, or what stands in for it. */
export interface Place {
  readonly channelId: string
  /** Ids that earlier answers left for later requests, by name. */
  readonly kept: Map<string, string>
  send(request: Request): Promise<Answer>
}

/** How a platform is reached, and with which token. */
export type Reach = {
  /** Ends where the paths of the checks begin. */
  readonly base: string
  /** The value of the Authorization header. */
  readonly authorization: string
  readonly wrongAuthorization: string
  readonly channelId: string
  /** Lets time pass before a request that came too soon is sent again. */
  readonly wait: (ms: number) => unknown
}

/** Discord wants every client to say who it is. https://docs.discord.com/developers/reference#user-agent */
const userAgent = 'DiscordBot (tunesmith, 0.1.0)'
const mostAttempts = 5

const bodyOf = ({ json, form, bytes }: Request): RequestInit => {
  if (json !== undefined)
    return { body: JSON.stringify(json), headers: { 'content-type': 'application/json; charset=utf-8' } }
  if (form !== undefined) return { body: new URLSearchParams(form) }
  return bytes === undefined ? {} : { body: bytes }
}

const authorizationOf = (reach: Reach, { token }: Request): Record<string, string> => {
  if (token === 'none') return {}
  return { authorization: token === 'wrong' ? reach.wrongAuthorization : reach.authorization }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const ask = async (reach: Reach, request: Request): Promise<Answer> => {
  const { headers, ...body } = bodyOf(request)
  const url = request.path.startsWith('http') ? request.path : `${reach.base}${request.path}`
  const response = await fetch(url, {
    method: request.method,
    ...body,
    headers: { 'user-agent': userAgent, ...headers, ...authorizationOf(reach, request) },
  })
  return { status: response.status, body: asJson(await response.text()), headers: response.headers }
}

const retryAfterMs = ({ headers }: Answer): number => Number(headers.get('retry-after') ?? 1) * 1000

/** A place that waits its turn where the platform asks for it, a few times. */
export const reachPlace = (reach: Reach): Place => ({
  channelId: reach.channelId,
  kept: new Map(),
  send: async (request) => {
    let answer = await ask(reach, request)
    for (let attempt = 1; answer.status === 429 && attempt < mostAttempts; attempt += 1) {
      await reach.wait(retryAfterMs(answer))
      answer = await ask(reach, request)
    }
    return answer
  },
})

/** Waits in real time. */
export const waitForReal = (ms: number): Promise<void> => delay(ms)
