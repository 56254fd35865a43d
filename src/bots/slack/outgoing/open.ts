import { clipReadMs, type UploadedClip } from '../../../core/clip/clip.ts'
import { type FetchFile, isAtOrigin } from '../../../core/clip/download.ts'
import { AppError } from '../../../core/errors.ts'
import type { OneBot } from '../../../core/job/platform.ts'
import { declared, sayDeclared } from '../../../core/text/say.ts'
import { unavailable } from './errors.ts'
import { type Token, tokenNow } from './token.ts'

interface OpenOptions {
  token: Token
  /** Origins of Slack's private files, such as "https://files.slack.com": the only ones that receive the token. */
  fileOrigins: readonly string[]
  /** See `SlackOptions`. */
  fetchFile?: FetchFile | undefined
  /** For the whole file. */
  timeoutMs?: number
}

const elsewhereText = declared("That file isn't stored in Slack, so I can't read it. Upload it here.")
const forbiddenText = declared(
  "Slack won't let me read that file. I may not be in the channel where it was posted. Upload it here. If that fails too, ask an admin to give Tunesmith the files:read permission.",
)
const goneText = declared('That file is no longer in Slack. Upload it again.')

const refused = (reason: string, declaredText: string): AppError =>
  new AppError('file_refused', `Slack: ${reason}`, { memberText: sayDeclared(declaredText) })

/** For a file in a workspace that removed the app. */
export const goneFile = (): AppError => refused('the app is not installed there', goneText)

/**
 * Slack sends callers without access to a sign-in page: by a redirect, or as a page with status 200.
 * https://docs.slack.dev/reference/objects/file-object#authentication
 */
const isLoginPage = ({ status, headers }: Response): boolean =>
  (status >= 300 && status < 400) || (headers.get('content-type') ?? '').startsWith('text/html')

const faultOf = (response: Response): AppError | undefined => {
  const { status } = response
  if (status >= 500 || status === 429) return unavailable(`HTTP ${status} to a file`)
  if (status === 404 || status === 410) return refused(`HTTP ${status} to a file`, goneText)
  if (isLoginPage(response) || status === 401 || status === 403)
    return refused('the token may not read the file', forbiddenText)
  return response.ok ? undefined : refused(`HTTP ${status} to a file`, goneText)
}

const noAnswer = (error: unknown): never => {
  if (error instanceof AppError) throw refused(error.message, elsewhereText)
  throw unavailable('a file could not be read', error)
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    noAnswer(error)
  }
}

/**
 * Reads members' files with the bot's own rights. The address came with an event, so its host is checked first.
 */
export const createOpen = (options: OpenOptions): OneBot['open'] => {
  const { token, fileOrigins, fetchFile = fetch, timeoutMs = clipReadMs } = options
  return async ({ url, name }: UploadedClip) => {
    if (!isAtOrigin(url, fileOrigins))
      throw refused('the file is on a host that SLACK_FILE_HOSTS does not list', elsewhereText)
    const response = await fetchFile(url, {
      headers: { authorization: `Bearer ${await tokenNow(token)}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(noAnswer)
    const fault = faultOf(response)
    if (fault !== undefined || response.body === null) {
      await response.body?.cancel()
      throw fault ?? unavailable('a file without contents')
    }
    return { name, chunks: chunksOf(response.body) }
  }
}
