import { createHmac } from 'node:crypto'
import { type Envelope, type Reception, recordRefusal, type World } from '../state.ts'
import { awaitAck, normalBody } from './waiting.ts'

type Content = { readonly contentType: string; readonly body: string }

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

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const signedHeaders = (world: World, { contentType, body }: Content): Record<string, string> => {
  const timestamp = String(Math.floor(world.clock.now() / 1000))
  const mac = createHmac('sha256', world.app.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': contentType,
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${mac}`,
  }
}

type Answer = { readonly status: number; readonly text: string }

const post = async (world: World, url: string, content: Content, signal: AbortSignal): Promise<Answer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: signedHeaders(world, content),
    body: content.body,
    redirect: 'manual',
    signal,
  })
  return { status: response.status, text: await response.text() }
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
  if (world.verifiedUrl === url) return true
  const challenge = `challenge-${world.nextTs()}`
  const body = { token: world.app.verificationToken, challenge, type: 'url_verification' }
  const { status, text } = await post(world, url, jsonOf(body), signal)
  if (status !== 200 || challengeOf(text) !== challenge) return false
  world.verifiedUrl = url
  return true
}

const failure = (world: World, { title }: Envelope, why: string): Reception => {
  recordRefusal(world, `${title}: ${why}`, {})
  return { kind: 'failed', error: 'dispatch_failed' }
}

const attempt = async (
  world: World,
  url: string,
  envelope: Envelope,
  signal: AbortSignal,
): Promise<Reception> => {
  try {
    if (!(await verify(world, url, signal)))
      return failure(world, envelope, 'the request URL did not return the challenge')
    const { status, text } = await post(world, url, contentOf(envelope), signal)
    if (!envelope.acceptsResponse && bodyOf(text) !== undefined)
      recordRefusal(world, `${envelope.title}: the acknowledgement may not say anything`, { text })
    if (status !== 200) return failure(world, envelope, `the request URL answered ${status}`)
    return { kind: 'acknowledged', body: bodyOf(text) }
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', error: 'operation_timeout' }
    return failure(world, envelope, `the request URL cannot be reached: ${String(error)}`)
  }
}

/** Posts an envelope, signed, to the app's request URL. https://docs.slack.dev/apis/events-api/using-http-request-urls */
export const postEnvelope = (world: World, url: string, envelope: Envelope): Promise<Reception> => {
  const controller = new AbortController()
  const waiting = awaitAck(world, envelope)
  void attempt(world, url, envelope, controller.signal).then(waiting.settle)
  return waiting.reception.finally(() => controller.abort())
}
