import { demand, shown } from './row.ts'
import { isRecord, parseJson } from './values.ts'
import { createGate } from './waiting.ts'

/** What the service answered. */
export type Answer = {
  readonly status: number
  readonly contentType: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends requests, a few at a time. Throws Differs where the answer is no JSON object. */
export type Wire = {
  readonly send: (outgoing: { readonly url: string; readonly init: RequestInit }) => Promise<Answer>
  /** As `send`, and sends again where the service asks to slow down (429), for as long as patience lasts. */
  readonly sendPatiently: (
    make: () => { readonly url: string; readonly init: RequestInit },
  ) => Promise<Answer>
  /** The bytes under an address, fetched without the key. */
  readonly download: (url: string) => Promise<{ readonly status: number; readonly bytes: Uint8Array }>
}

/** What the wire is made of; the network and the waiting are handed in. */
export type WireOptions = {
  readonly fetch: typeof fetch
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Milliseconds, for what lasts. */
  readonly now: () => number
  readonly patienceMs: number
}

const requestsAtOnce = 8
const firstPauseMs = 500
const longestPauseMs = 30_000

const readAnswer = async (response: Response, url: string): Promise<Answer> => {
  const body = parseJson(await response.text())
  demand(
    isRecord(body),
    `${new URL(url).pathname} answers ${response.status} with no JSON object: ${shown(body)}`,
  )
  return { status: response.status, contentType: response.headers.get('content-type') ?? '', body }
}

/** Waits for as long as the service says, or else twice as long as before. */
const pauseOf = (answer: Response, attempt: number): number => {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? seconds * 1000 : Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
}

/** Makes the way to the service. */
export const createWire = ({ fetch, sleep, now, patienceMs }: WireOptions): Wire => {
  const gate = createGate(requestsAtOnce)
  const passing = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const leave = await gate.enter()
    return await work().finally(leave)
  }
  const attempt = ({ url, init }: ReturnType<Parameters<Wire['sendPatiently']>[0]>) =>
    passing(async () => {
      const response = await fetch(url, { redirect: 'error', ...init })
      return { response, answer: await readAnswer(response, url) }
    })
  return {
    send: async (outgoing) => (await attempt(outgoing)).answer,
    sendPatiently: async (make) => {
      const deadlineMs = now() + patienceMs
      for (let attempts = 0; ; attempts += 1) {
        const { response, answer } = await attempt(make())
        if (answer.status !== 429 || now() > deadlineMs) return answer
        await sleep(pauseOf(response, attempts))
      }
    },
    download: (url) =>
      passing(async () => {
        const response = await fetch(url)
        return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
      }),
  }
}
