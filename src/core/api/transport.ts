import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { LocalClip } from '../clip.ts'
import type { ApiBody } from '../feature.ts'
import { openForm } from './form.ts'

/** What came back: status and text of a body that was read to its end, or the reason why there is none. */
export type Exchange =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'not_sent'; reason: string }
  | { kind: 'broken'; reason: string }

export interface Transport {
  get(path: string, query: Readonly<Record<string, string>>): Promise<Exchange>
  /** Sends once, on a connection of its own: a kept-alive one may be closing just as we write to it. */
  postJson(path: string, body: ApiBody): Promise<Exchange>
  /** Sends once, as above; the files are streamed from where they lie. One that cannot be opened is `not_sent`. */
  postForm(path: string, body: ApiBody, files: Readonly<Record<string, LocalClip>>): Promise<Exchange>
  close(): Promise<void>
}

const bodyBytesMax = 1024 * 1024

/** Errors that come before the first byte of a request leaves. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : codeOf(error.cause)
}

const failed = (error: unknown): Exchange => {
  const reason = codeOf(error)
  return unsentCodes.has(reason) ? { kind: 'not_sent', reason } : { kind: 'broken', reason }
}

const readText = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface TransportOptions {
  /** `{base_url}` of the audio service, without a version. */
  baseUrl: string
  apiKey: string
  /** Total time for one exchange, headers and body. */
  timeoutMs: number
  /** The same for one that sends a form. */
  uploadTimeoutMs: number
  /**
   * How long a form's files wait for a refusal that needs no file, such as one for want of money. A server that answers
   * and hangs up while we still write may take its answer along, and then nothing proves that it refused.
   */
  earlyAnswerMs: number
}

/** HTTP to the audio service. The bare key goes to this host only, and no redirect is followed with it. */
export const createTransport = ({
  baseUrl,
  apiKey,
  timeoutMs,
  uploadTimeoutMs,
  earlyAnswerMs,
}: TransportOptions): Transport => {
  const agents = { get: new Agent({ allowH2: false }), post: new Agent({ allowH2: false }) }
  const base = baseUrl.replace(/\/+$/, '')
  const headers = { authorization: apiKey, accept: 'application/json' }
  const exchange = async (url: string, options: Parameters<typeof request>[1]): Promise<Exchange> => {
    try {
      const { statusCode, body } = await request(url, options)
      return { kind: 'answered', status: statusCode, body: await readText(body) }
    } catch (error) {
      return failed(error)
    }
  }
  return {
    get: (path, query) =>
      exchange(`${base}${path}?${new URLSearchParams(query)}`, {
        method: 'GET',
        headers,
        dispatcher: agents.get,
        signal: AbortSignal.timeout(timeoutMs),
      }),
    postJson: (path, body) =>
      exchange(`${base}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        dispatcher: agents.post,
        reset: true,
        signal: AbortSignal.timeout(timeoutMs),
      }),
    postForm: async (path, body, files) => {
      const opening = await openForm(body, files)
      if (opening.status === 'unreadable') return { kind: 'not_sent', reason: codeOf(opening.error) }
      const { contentType, bytes, read, close } = opening.form
      try {
        return await exchange(`${base}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': contentType, 'content-length': String(bytes) },
          body: read(() => pause(earlyAnswerMs)),
          dispatcher: agents.post,
          reset: true,
          signal: AbortSignal.timeout(uploadTimeoutMs),
        })
      } finally {
        await close()
      }
    },
    async close() {
      await Promise.all([agents.get.close(), agents.post.close()])
    },
  }
}
