import { DiscordAPIError, type REST, Routes } from 'discord.js'
import { clipReadMs, type UploadedClip } from '../../../core/clip/clip.ts'
import { type FetchFile, isAtOrigin } from '../../../core/clip/download.ts'
import { AppError } from '../../../core/errors.ts'
import type { OneBot } from '../../../core/job/platform.ts'
import { say } from '../../../core/text/say.ts'
import { isRecord } from '../incoming/id.ts'

interface OpenOptions {
  rest: () => REST
  /** The only origins that members' files are read from. */
  fileOrigins: readonly string[]
  /** See `DiscordOptions`. */
  fetchFile?: FetchFile | undefined
  /** How long a host may take until it begins to send. */
  answerTimeoutMs: number
  /** How long the whole file may take. */
  readTimeoutMs?: number
}

const gone = (what: string, cause?: unknown): AppError =>
  new AppError('file_refused', `Discord's file cannot be read: ${what}`, {
    cause,
    memberText: say("I can't read that clip anymore. Upload it again."),
  })

const unavailable = (what: string, cause?: unknown): AppError =>
  new AppError('platform_unavailable', `Discord's file cannot be read right now: ${what}`, {
    cause,
    retryable: true,
  })

const checkOrigin = ({ url }: UploadedClip, fileOrigins: readonly string[]): void => {
  if (!isAtOrigin(url, fileOrigins)) throw gone('its host is not among DISCORD_FILE_HOSTS')
}

/** Requests a file, up to the first byte. Redirects are not followed, because they may lead anywhere. */
const request = async (
  clip: UploadedClip,
  { fileOrigins, fetchFile = fetch, answerTimeoutMs, readTimeoutMs = clipReadMs }: OpenOptions,
): Promise<Response> => {
  checkOrigin(clip, fileOrigins)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerTimeoutMs)
  try {
    const signal = AbortSignal.any([late.signal, AbortSignal.timeout(readTimeoutMs)])
    return await fetchFile(clip.url, { redirect: 'manual', signal })
  } catch (error) {
    throw error instanceof AppError ? gone(error.message, error) : unavailable('no answer', error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Every address in Discord's description of a message: of its files, those in its components, and forwarded
 * ones.
 */
const urlsIn = (told: unknown): readonly string[] => {
  if (Array.isArray(told)) return told.flatMap(urlsIn)
  if (!isRecord(told)) return []
  const own = typeof told.url === 'string' && URL.canParse(told.url) ? [told.url] : []
  return [...own, ...Object.values(told).flatMap(urlsIn)]
}

/**
 * Links are signed and expire; a file's location does not change.
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
const isSameFile = (one: string, other: string): boolean => new URL(one).pathname === new URL(other).pathname

const messageError = (error: unknown): AppError =>
  error instanceof DiscordAPIError && error.status < 500 && error.status !== 401
    ? gone('its message is gone', error)
    : unavailable('its message could not be fetched', error)

/** The same file by the current link in its message. */
const renewed = async (clip: UploadedClip, { rest }: OpenOptions): Promise<UploadedClip> => {
  if (clip.message === undefined) throw gone('its link has expired, and it has no message')
  const { channel, message } = clip.message
  const answer = await rest()
    .get(Routes.channelMessage(channel, message))
    .catch((error: unknown) => Promise.reject(messageError(error)))
  const url = urlsIn(answer).find((candidate) => isSameFile(candidate, clip.url))
  if (url === undefined) throw gone('its message no longer has it')
  return { ...clip, url }
}

const overStatuses: readonly number[] = [403, 404, 410]

const isTransient = (status: number): boolean => status >= 500 || status === 429 || status === 408

async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw unavailable('it broke off', error)
  }
}

/** Reads members' files from Discord's hosts. An expired link is renewed once if the file's message is known. */
export const createOpen =
  (options: OpenOptions): OneBot['open'] =>
  async (clip) => {
    let response = await request(clip, options)
    if (overStatuses.includes(response.status)) {
      await response.body?.cancel()
      response = await request(await renewed(clip, options), options)
    }
    if (response.status === 200 && response.body !== null)
      return { name: clip.name, chunks: chunksOf(response.body) }
    await response.body?.cancel()
    throw isTransient(response.status)
      ? unavailable(`HTTP ${response.status}`)
      : gone(`HTTP ${response.status}`)
  }
