import { setTimeout as pause } from 'node:timers/promises'
import { Agent, buildConnector, Client, type Dispatcher, request } from 'undici'
import type { LocalClip } from '../core/clip/clip-reading.ts'
import type { ApiBody } from '../core/endpoints/api-request.ts'
import { AppError, isProgramFault } from '../core/errors.ts'
import { openForm } from './form.ts'

/**
 * The `accept-encoding` of requests whose raw body we read: without the header, any coding is acceptable.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export const uncoded = 'identity'

const lengthMax = 40

/** The coding of an answer's body, such as "gzip"; undefined if it has none. */
export const codingOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined => {
  const coding = `${headers['content-encoding'] ?? ''}`.trim().toLowerCase()
  return coding === '' || coding === uncoded ? undefined : coding.slice(0, lengthMax)
}

/**
 * Status and text of a body that was read to its end, or why there is none. `coding`: the body is compressed,
 * although we accept no coding. `not_built`: a bug or an unusable setting, thrown before anything was sent.
 */
export type Exchange =
  | { kind: 'answered'; status: number; body: string; coding?: string }
  | { kind: 'not_sent'; reason: string }
  | { kind: 'not_built'; reason: string; error: unknown }
  | { kind: 'broken'; reason: string }

export interface Transport {
  get(path: string, query: ApiBody): Promise<Exchange>
  /** Sends a paid GET once, on its own connection and bypassing caches. */
  getOnce(path: string, query: ApiBody): Promise<Exchange>
  /** Sends once, on its own connection: a kept-alive one may be closing just as we write to it. */
  postJson(path: string, body: ApiBody): Promise<Exchange>
  /** Like `postJson`, with files streamed from disk. A file that can't be opened is `not_sent`. */
  postForm(path: string, body: ApiBody, files: Readonly<Record<string, LocalClip>>): Promise<Exchange>
  close(): Promise<void>
}

const bodyBytesMax = 1024 * 1024

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : codeOf(error.cause)
}

/** Why an exchange failed, for the log: a network error code or our own words. */
const reasonOf = (error: unknown): string => (error instanceof AppError ? error.message : codeOf(error))

/** What was thrown before the first byte. undici refuses a header, path or address that nobody can send. */
const unsent = (error: unknown): Exchange => {
  const reason = reasonOf(error)
  return isProgramFault(error) || reason === 'UND_ERR_INVALID_ARG'
    ? { kind: 'not_built', reason, error }
    : { kind: 'not_sent', reason }
}

/** `call` names the request, such as "GET /v1/byId". */
const readText = async (body: AsyncIterable<Uint8Array>, call: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax)
      throw new AppError(
        'service_answer_unreadable',
        `the answer to ${call} has more than ${bodyBytesMax} bytes, so it is not read`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const connectMsMax = 10_000

/** A shorter key could be part of a word, and one of digits a number. */
const keyLengthMin = 8

/** Some servers quote the key in an error that members see. */
const withoutKey = (text: string, key: string): string => {
  if (key.length < keyLengthMin || /^\d{1,15}$/.test(key)) return text
  const inJson = JSON.stringify(key).slice(1, -1)
  let rest = text
  for (const spelling of [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key)])
    rest = rest.replaceAll(spelling, '[secret]')
  return rest
}

const receive = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  call: string,
  apiKey: string,
): Promise<Exchange> => {
  const coding = codingOf(headers)
  return {
    kind: 'answered',
    status: statusCode,
    body: withoutKey(await readText(body, call), apiKey),
    ...(coding !== undefined && { coding }),
  }
}

type RequestOptions = Omit<Dispatcher.RequestOptions, 'path' | 'signal'> & {
  url: URL
  headers: { authorization: string }
}

/**
 * Sends what `build` returns, on its own connection. A request is written only after the connector has handed over
 * a connection, TLS included; an error before that, also of `build`, proves that no byte of it was sent.
 */
const sendOnce = async (timeoutMs: number, build: () => RequestOptions): Promise<Exchange> => {
  const connect = buildConnector({ allowH2: false, timeout: Math.min(timeoutMs, connectMsMax) })
  let isEstablished = false
  let client: Client | undefined
  try {
    const { url, ...options } = build()
    client = new Client(url.origin, {
      connect(to, callback) {
        connect(to, (...result) => {
          isEstablished ||= result[0] === null
          callback(...result)
        })
      },
    })
    const path = `${url.pathname}${url.search}`
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client.request({ ...options, path, signal, reset: true })
    return await receive(response, `${options.method} ${url.pathname}`, options.headers.authorization)
  } catch (error) {
    return isEstablished ? { kind: 'broken', reason: reasonOf(error) } : unsent(error)
  } finally {
    await client?.destroy()
  }
}

interface TransportOptions {
  /** `{base_url}` of the audio service, without a version. */
  baseUrl: string
  apiKey: string
  /** Total time for one paid request, headers and body. */
  timeoutMs: number
  /** Total time for one paid request that sends a form. */
  uploadTimeoutMs: number
  /** Total time for one free request. */
  readTimeoutMs: number
  /**
   * How long a form's files wait for a refusal that needs no file, such as one for lack of credits. If a server
   * answers and hangs up while we are still writing, its answer may be lost, and then nothing proves that it
   * refused.
   */
  earlyAnswerMs: number
}

/** HTTP to the audio service. The key is sent to this host only; redirects are not followed. */
export const createTransport = (options: TransportOptions): Transport => {
  const { apiKey, timeoutMs, uploadTimeoutMs, readTimeoutMs, earlyAnswerMs } = options
  const agent = new Agent({ allowH2: false })
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const headers = { authorization: apiKey, accept: 'application/json', 'accept-encoding': uncoded }
  const urlOf = (path: string, query: ApiBody = {}): URL => {
    const url = new URL(`${base}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
    return url
  }
  return {
    async get(path, query) {
      const signal = AbortSignal.timeout(readTimeoutMs)
      try {
        const url = urlOf(path, query)
        const response = await request(url, { headers, dispatcher: agent, signal })
        return await receive(response, `GET ${url.pathname}`, apiKey)
      } catch (error) {
        return { kind: 'broken', reason: reasonOf(error) }
      }
    },
    getOnce: (path, query) =>
      sendOnce(timeoutMs, () => ({
        url: urlOf(path, query),
        method: 'GET',
        headers: { ...headers, 'cache-control': 'no-store' },
      })),
    postJson: (path, body) =>
      sendOnce(timeoutMs, () => ({
        url: urlOf(path),
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })),
    postForm: async (path, body, files) => {
      const opening = await openForm(body, files)
      if (opening.status === 'unreadable') return unsent(opening.error)
      const { contentType, bytes, read, close } = opening.form
      try {
        return await sendOnce(uploadTimeoutMs, () => ({
          url: urlOf(path),
          method: 'POST',
          headers: { ...headers, 'content-type': contentType, 'content-length': String(bytes) },
          body: read(() => pause(earlyAnswerMs)),
        }))
      } finally {
        await close()
      }
    },
    close: () => agent.close(),
  }
}
