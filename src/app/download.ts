import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { asAddress } from '../audio-api/answer.ts'
import { codingOf, uncoded } from '../audio-api/transport.ts'
import { fileKind } from '../core/clip/clip-kind.ts'
import type { Download, IsGone } from '../core/clip/download.ts'
import { AppError, isProgramFault } from '../core/errors.ts'
import { createPublicAgent, isOwnOrigin, type NetworkView } from './public-agent.ts'

interface DownloadOptions extends NetworkView {
  /** Origins that files may be read from, such as "https://cdn.example.com". */
  origins: readonly string[]
  /** Those of them whose names lead into the operator's own network. */
  privateOrigins?: readonly string[]
  timeoutMs?: number
}

const defaultTimeoutMs = 60_000
const lookTimeoutMs = 10_000

const tooLarge = (bytesMax: number) =>
  new AppError('file_too_large', `the file has more than ${bytesMax} bytes`)

const unreachable = (reason: string, cause?: unknown) =>
  new AppError('service_unreachable', reason, { cause, retryable: true })

/** A large file is in memory once if its length is known; otherwise its parts are briefly held as well. */
const readWhole = async (
  body: AsyncIterable<Uint8Array>,
  told: number,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const whole = Buffer.allocUnsafeSlow(told)
  const beyond: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    const { byteLength } = chunk
    if (bytes + byteLength > bytesMax) throw tooLarge(bytesMax)
    if (bytes + byteLength <= told) whole.set(chunk, bytes)
    else beyond.push(chunk)
    bytes += byteLength
  }
  if (told === 0) return Buffer.concat(beyond)
  if (bytes !== told) throw unreachable(`the file has ${bytes} bytes of the ${told} that were told`)
  return whole
}

/** Abandons an unread answer; undici reports that by an error event, which would end the process if unhandled. */
const discard = (body: Readable): void => {
  body.on('error', () => undefined)
  body.destroy()
}

/** https://www.iana.org/assignments/http-parameters/#content-coding; some stores put names of their own there. */
const compressions: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']

/** A host answers so for an expired link too, for a file that has not arrived yet, or while it distrusts a caller. */
const goneStatuses: readonly number[] = [401, 403, 404, 410]

const refused = (reason: string) => new AppError('file_refused', reason)

const notAllowed = (url: string): AppError => {
  const address = asAddress(url)
  return new AppError('file_refused', 'the file is on a host that AUDIO_FILE_HOSTS does not list', {
    originNotAllowed: address === undefined ? undefined : new URL(address).origin,
  })
}

const pictures: readonly string[] = ['avif', 'bmp', 'gif', 'heic', 'jpeg', 'jpg', 'png', 'webp']
/** Text files of results, which are neither XML nor JSON. */
const texts: readonly string[] = ['csv', 'lrc', 'srt', 'txt', 'vtt']

const extensionOf = (url: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''

/** Whether files with this extension never consist of text. */
const isBinary = (extension: string): boolean => {
  const kind = fileKind({ name: `file.${extension}` })
  if (typeof kind === 'object') return kind.refused !== 'playlist'
  return kind === 'sound' || pictures.includes(extension)
}

const htmlType = /^(text\/html|application\/xhtml)/
const xmlType = /^(application|text)\/([\w.-]+\+)?xml$/
const jsonType = /^(application|text)\/([\w.-]+\+)?json$/

/**
 * What a host sent in place of a file, by the type it states: "a page", "XML" or "JSON"; undefined if this can be
 * the file. Hosts state a success for some errors.
 */
const documentByType = (url: string, contentType: string | string[] | undefined): string | undefined => {
  const [type = ''] = `${contentType ?? ''}`.trim().toLowerCase().split(/[;\s]/, 1)
  if (htmlType.test(type)) return 'a page'
  const isXml = xmlType.test(type)
  if (!isXml && !jsonType.test(type)) return undefined
  const extension = extensionOf(url)
  const isNeither = extension === '' || isBinary(extension) || texts.includes(extension)
  if (isXml) return isNeither || extension === 'json' ? 'XML' : undefined
  return isNeither ? 'JSON' : undefined
}

const headBytes = 512

/**
 * Whether a file that should be sound or a picture is text, whatever type its host stated: formats of sound and
 * pictures have control characters, or bytes that are not UTF-8, in their first bytes.
 */
const isTextInstead = (url: string, bytes: Uint8Array): boolean => {
  const head = bytes.subarray(0, headBytes)
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return false
  }
  return isBinary(extensionOf(url))
}

/** Why a file was refused, by the status of its host's answer. */
const refusedBy = (status: number): AppError => {
  const reason = `the file's host answered HTTP ${status}`
  if (goneStatuses.includes(status)) return new AppError('file_gone', reason, { retryable: true })
  return status < 500 && status !== 429 ? refused(reason) : unreachable(reason)
}

/**
 * Reads files from the allowed origins only; redirects are refused, so an allowed host can't send us elsewhere. Nor can
 * its name: it must lead to public addresses, unless the operator says otherwise.
 */
export const createDownload = ({
  origins,
  privateOrigins = [],
  timeoutMs = defaultTimeoutMs,
  ...view
}: DownloadOptions): Download & {
  isGone: IsGone
  close(): Promise<void>
} => {
  const [inside, outside] = [new Agent({ allowH2: false }), createPublicAgent(view)]
  const agents = new Map(
    origins.map((origin) => [origin, isOwnOrigin(origin, privateOrigins) ? inside : outside]),
  )
  const download: Download = async (url, bytesMax) => {
    const agent = agents.get(URL.canParse(url) ? new URL(url).origin : '')
    if (agent === undefined) throw notAllowed(url)
    try {
      const { statusCode, headers, body } = await request(url, {
        headers: { 'accept-encoding': uncoded },
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const told = Number(headers['content-length'] ?? 0)
      if (statusCode !== 200 || told > bytesMax) {
        discard(body)
        throw statusCode === 200 ? tooLarge(bytesMax) : refusedBy(statusCode)
      }
      const document = documentByType(url, headers['content-type'])
      if (document !== undefined) {
        discard(body)
        throw unreachable(`the file's host answered with ${document}`)
      }
      const coding = codingOf(headers)
      if (coding !== undefined && compressions.includes(coding)) {
        discard(body)
        throw unreachable(`the file's host sent it compressed (content-encoding: ${coding})`)
      }
      const bytes = await readWhole(body, told, bytesMax)
      if (bytes.length === 0) throw unreachable('the file is empty')
      if (isTextInstead(url, bytes)) throw unreachable("the file's host answered with text")
      return bytes
    } catch (error) {
      if (error instanceof AppError || isProgramFault(error)) throw error
      throw unreachable('the file could not be read', error)
    }
  }
  const isGone: IsGone = async (url) => {
    const agent = agents.get(URL.canParse(url) ? new URL(url).origin : '')
    if (agent === undefined) return false
    try {
      const signal = AbortSignal.timeout(Math.min(timeoutMs, lookTimeoutMs))
      const { statusCode, body } = await request(url, {
        headers: { 'accept-encoding': uncoded },
        dispatcher: agent,
        signal,
      })
      discard(body)
      return goneStatuses.includes(statusCode)
    } catch {
      return false
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all([inside.close(), outside.close()])
  }
  return Object.assign(download, { isGone, close })
}
