import {
  type App,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  HTTPResponseAck,
  type Logger,
} from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import { createSignatureDoubt, looksLikeSlacks } from './signature-doubt.ts'
import type { HttpHandler, Transport } from './transport.ts'

interface HttpOptions {
  signingSecret: string
  logger: Logger
  log: Log
  now: () => number
}

interface ReceiveOptions extends HttpOptions {
  signatures: ReturnType<typeof createSignatureDoubt>
}

/** Where Slack sends everything: the request URL of events, commands and interactivity. */
const eventsPath = '/slack/events'

const clockToleranceMs = 5 * 60_000
const warnEveryMs = 60_000

/**
 * Slack names no limit for what it sends. Its largest texts are messages of 40,000 characters, which come twice, as text
 * and as blocks, in at most nine bytes a character.
 * https://api.slack.com/changelog/2018-04-truncating-really-long-messages
 */
const bodyBytesMax = 1024 * 1024

/** Unsigned are only checks of the certificate, of a few bytes. */
const unsignedBytesMax = 1024

/**
 * Whether a request claims to be signed later than now. Bolt only refuses requests that are too old.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
const isFromTheFuture = (request: Parameters<HttpHandler>[0], nowMs: number): boolean => {
  const signedAt = request.headers['x-slack-request-timestamp']
  if (signedAt === undefined) return false
  return !/^\d{1,12}$/.test(String(signedAt)) || Number(signedAt) * 1000 > nowMs + clockToleranceMs
}

const end = ([, response]: Parameters<HttpHandler>, status: number): void => {
  response.writeHead(status).end()
}

const {
  buildSSLCheckResponse,
  buildUrlVerificationResponse,
  defaultProcessEventErrorHandler,
  extractRetryNumFromHTTPRequest,
  extractRetryReasonFromHTTPRequest,
  isRawBodyError,
  parseAndVerifyHTTPRequest,
  parseHTTPRequestBody,
} = HTTPModuleFunctions

/** A body's JSON object; undefined for any other JSON, and for invalid JSON. */
const objectIn = (request: BufferedIncomingMessage): Readonly<Record<string, unknown>> | undefined => {
  try {
    const body: unknown = parseHTTPRequestBody(request)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined
  } catch {
    return undefined
  }
}

const isTooLong = (error: unknown): boolean => isRawBodyError(error) && error.statusCode === 413

/** How much of a request is read before its signature is checked, since anyone can send it; undefined for nothing. */
const bodyLimitOf = (request: Parameters<HttpHandler>[0], nowMs: number): number | undefined => {
  if (looksLikeSlacks(request, nowMs)) return bodyBytesMax
  return request.headers['content-type'] === 'application/x-www-form-urlencoded'
    ? unsignedBytesMax
    : undefined
}

/**
 * Does what Bolt's `HTTPReceiver` does, whose own handler drops its promise: an unexpected body, such as
 * `null`, would end the process. https://docs.slack.dev/tools/bolt-js/concepts/receiver
 */
const receive = async (
  { signingSecret, logger, log, now, signatures }: ReceiveOptions,
  app: App | undefined,
  exchange: Parameters<HttpHandler>,
): Promise<void> => {
  const [incoming, response] = exchange
  const bodyLimit = bodyLimitOf(incoming, now())
  if (bodyLimit === undefined) {
    signatures.refused(incoming, new Error('it has no signature, or an old one'))
    return end(exchange, 401)
  }
  const request = await parseAndVerifyHTTPRequest({ signingSecret, bodyLimit }, incoming).catch(
    (error: unknown) => {
      signatures.refused(incoming, error)
      return isTooLong(error) ? 413 : 401
    },
  )
  if (typeof request === 'number') return end(exchange, request)
  const body = objectIn(request)
  // Bolt does not check the signature of these.
  if (body?.ssl_check !== '1') signatures.passed()
  if (body === undefined) {
    log.warn('a request from Slack is neither a JSON object nor a form, so it is refused')
    return end(exchange, 400)
  }
  // https://docs.slack.dev/interactivity/implementing-slash-commands/#responding_basic_receipt
  if (body.ssl_check === '1') return buildSSLCheckResponse(response)
  if (body.type === 'url_verification') return buildUrlVerificationResponse(response, body)
  const ack = new HTTPResponseAck({
    logger,
    processBeforeResponse: false,
    httpRequest: request,
    httpRequestBody: body,
    httpResponse: response,
  })
  const retryNum = extractRetryNumFromHTTPRequest(incoming)
  const retryReason = extractRetryReasonFromHTTPRequest(incoming)
  try {
    await app?.processEvent({
      body,
      ack: ack.bind(),
      ...(retryNum !== undefined && { retryNum }),
      ...(retryReason !== undefined && { retryReason }),
    })
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const isAnswered = await defaultProcessEventErrorHandler({
      error,
      logger,
      request,
      response,
      storedResponse: undefined,
    })
    if (isAnswered) ack.ack()
  }
}

const isForUs = ([{ method, url = '/' }]: Parameters<HttpHandler>): boolean =>
  method === 'POST' && url.split('?')[0] === eventsPath

/**
 * Signed requests from Slack, passed on by a server that runs elsewhere: nothing listens here.
 * https://docs.slack.dev/apis/events-api/using-http-request-urls
 */
export const createHttpTransport = (options: HttpOptions): Transport => {
  const { log, now } = options
  const signatures = createSignatureDoubt(options)
  const state: { isOpen: boolean; warnedAtMs: number; app: App | undefined } = {
    isOpen: false,
    warnedAtMs: Number.NEGATIVE_INFINITY,
    app: undefined,
  }
  const warnOfClock = (): void => {
    if (now() - state.warnedAtMs < warnEveryMs) return
    state.warnedAtMs = now()
    log.warn(
      "refusing requests that claim to be from Slack and are signed with a future time; is this machine's clock right?",
    )
  }
  return {
    receiver: {
      init(app) {
        state.app = app
      },
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    httpHandler(...exchange) {
      if (!state.isOpen) return end(exchange, 503)
      if (isFromTheFuture(exchange[0], now())) {
        warnOfClock()
        return end(exchange, 401)
      }
      if (!isForUs(exchange)) return end(exchange, 404)
      receive({ ...options, signatures }, state.app, exchange).catch((error: unknown) => {
        log.warn('a request from Slack could not be read', { error })
        if (exchange[1].headersSent) exchange[1].destroy()
        else end(exchange, 400)
      })
    },
    open() {
      state.isOpen = true
      return Promise.resolve()
    },
    isOpen: () => state.isOpen,
    doubt: signatures.doubt,
    refuse() {
      state.isOpen = false
    },
    close: () => Promise.resolve(),
  }
}
