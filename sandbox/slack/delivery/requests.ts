import { once } from 'node:events'
import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { type Breach, recordBreach } from '../breaches.ts'
import type { Envelope, Reception, Retry, RetryReason, World } from '../state.ts'
import { type Content, forgedHeaders, signedHeaders } from './signatures.ts'
import { awaitAck, normalBody } from './waiting.ts'

const formOf = (fields: Readonly<Record<string, unknown>>): Content => ({
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString(),
})

const jsonOf = (value: unknown): Content => ({ contentType: 'application/json', body: JSON.stringify(value) })

const contentOf = ({ type, payload }: Envelope): Content => {
  switch (type) {
    case 'slash_commands':
      return formOf(payload)
    case 'interactive':
      return formOf({ payload: JSON.stringify(payload) })
    case 'events_api':
      return jsonOf(payload)
  }
}

type Answer = { readonly status: number; readonly text: string; readonly headers: Headers }

type Posting = { readonly content: Content; readonly headers: Headers; readonly signal: AbortSignal }

const send = async (url: string, { content, headers, signal }: Posting): Promise<Answer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: content.body,
    redirect: 'manual',
    signal,
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const post = (world: World, url: string, content: Content, signal: AbortSignal): Promise<Answer> =>
  send(url, { content, headers: signedHeaders(world, content), signal })

/** An envelope on its way to a URL. */
type Dispatch = {
  readonly url: string
  readonly envelope: Envelope
  readonly retry: Retry | undefined
  readonly signal: AbortSignal
}

const postOnce = (world: World, { url, envelope, retry, signal }: Dispatch): Promise<Answer> => {
  const content = contentOf(envelope)
  const headers = signedHeaders(world, content)
  if (retry) {
    headers.set('x-slack-retry-num', String(retry.number))
    headers.set('x-slack-retry-reason', retry.reason)
  }
  return send(url, { content, headers, signal })
}

/**
 * Sends a copy whose signature is not in order ahead of a request, when a fault says so: no app may take it.
 */
const postForgery = async (world: World, { url, envelope, signal }: Dispatch): Promise<void> => {
  const fault = takeFault(world.faults.signatures)
  if (!fault) return
  const content = contentOf(envelope)
  const summary = `${envelope.title} fault: signature ${fault.signature}`
  world.wire.record({ platform: 'slack', kind: 'event', summary, detail: envelope.payload })
  const { status } = await send(url, {
    content,
    headers: forgedHeaders(world, content, fault.signature),
    signal,
  })
  if (status < 300)
    recordBreach(world, 'taken with a signature that is', {
      to: envelope.title,
      more: fault.signature,
      detail: { status },
    })
}

/** A JSON object is taken as one; any other text is the text of a message. */
const bodyOf = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? normalBody(value) : { text }
  } catch {
    return normalBody(text) === undefined ? undefined : { text }
  }
}

const challengeOf = (text: string): unknown => {
  const body = bodyOf(text)
  if (typeof body !== 'object' || body === null) return undefined
  return 'challenge' in body ? body.challenge : 'text' in body ? body.text : undefined
}

/**
 * Slack sends nothing to an address that has not returned a challenge.
 * https://docs.slack.dev/reference/events/url_verification
 */
const verify = async (world: World, url: string, signal: AbortSignal): Promise<boolean> => {
  if (world.registration.verifiedUrl === url) return true
  const challenge = `challenge-${world.nextTs()}`
  const body = { token: world.app.verificationToken, challenge, type: 'url_verification' }
  const { status, text } = await post(world, url, jsonOf(body), signal)
  if (status !== 200 || challengeOf(text) !== challenge) return false
  world.registration.verifiedUrl = url
  return true
}

type Failure = { readonly breach: Breach; readonly more?: string; readonly reason: RetryReason }

const failure = (world: World, { title }: Envelope, { breach, more, reason }: Failure) => {
  recordBreach(world, breach, { to: title, ...(more !== undefined && { more }) })
  return { kind: 'failed', error: 'dispatch_failed', reason } as const
}

const takeAnswer = (world: World, envelope: Envelope, { status, text, headers }: Answer): Reception => {
  if (!envelope.acceptsResponse && bodyOf(text) !== undefined)
    recordBreach(world, 'the acknowledgement may not say anything', { to: envelope.title, detail: { text } })
  if (status === 200) return { kind: 'acknowledged', body: bodyOf(text) }
  const isFinal = headers.get('x-slack-no-retry') === '1'
  const answered = { breach: 'the request URL answered', more: String(status), reason: 'http_error' } as const
  return { ...failure(world, envelope, answered), isFinal }
}

const timeout = { kind: 'failed', error: 'operation_timeout', reason: 'http_timeout' } as const
const unreachable = { kind: 'failed', error: 'dispatch_failed', reason: 'connection_failed' } as const

/**
 * What becomes of a request that the network swallowed: it breaks at once, or nothing is ever heard of it.
 */
const swallow = async ({ network }: World, signal: AbortSignal): Promise<Reception> => {
  if (network.failure() !== 'stall' || signal.aborted) return unreachable
  await once(signal, 'abort')
  return timeout
}

const attempt = async (world: World, dispatch: Dispatch): Promise<Reception> => {
  const { url, envelope, signal } = dispatch
  const sinceMs = world.clock.now()
  if (world.network.failure() !== undefined) return swallow(world, signal)
  try {
    if (!(await verify(world, url, signal))) {
      const silent = { breach: 'the request URL did not return the challenge', reason: 'http_error' } as const
      return { ...failure(world, envelope, silent), isFinal: true }
    }
    await postForgery(world, dispatch)
    const answer = await postOnce(world, dispatch)
    return world.network.failedSince(sinceMs) ? swallow(world, signal) : takeAnswer(world, envelope, answer)
  } catch (error) {
    if (signal.aborted) return timeout
    return failure(world, envelope, {
      breach: 'the request URL cannot be reached:',
      more: String(error),
      reason: 'connection_failed',
    })
  }
}

/**
 * Posts an envelope, signed, to the app's request URL.
 * https://docs.slack.dev/apis/events-api/using-http-request-urls
 */
export const postEnvelope = (
  world: World,
  url: string,
  envelope: Envelope,
  retry?: Retry,
): Promise<Reception> => {
  const controller = new AbortController()
  const waiting = awaitAck(world, envelope)
  void attempt(world, { url, envelope, retry, signal: controller.signal }).then(waiting.settle)
  return waiting.reception.finally(() => controller.abort())
}
