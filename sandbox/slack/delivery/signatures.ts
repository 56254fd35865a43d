import { createHmac } from 'node:crypto'
import type { SignatureFault } from '../faults/schema.ts'
import type { World } from '../state.ts'

export type Content = { readonly contentType: string; readonly body: string }

const macOf = (secret: string, timestamp: string, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

const headersAt = (world: World, content: Content, offsetSeconds = 0): Headers => {
  // Tests move the clock of the platforms, and never that of the bot, which compares.
  const timestamp = String(Math.floor(Date.now() / 1000) + offsetSeconds)
  return new Headers({
    'content-type': content.contentType,
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': macOf(world.app.signingSecret, timestamp, content.body),
  })
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const signedHeaders = (world: World, content: Content): Headers => headersAt(world, content)

/** The page has an app refuse what differs from its own time by more than five minutes, either way. */
const tooFarSeconds = 6 * 60

/** Headers that no app may take. A name that is sent twice arrives with both values, after HTTP's rules. */
export const forgedHeaders = (
  world: World,
  content: Content,
  fault: SignatureFault['signature'],
): Headers => {
  const headers = headersAt(world, content)
  const signature = headers.get('x-slack-signature') ?? ''
  switch (fault) {
    case 'wrong':
      headers.set(
        'x-slack-signature',
        macOf('another secret', String(headers.get('x-slack-request-timestamp')), content.body),
      )
      return headers
    case 'old':
      return headersAt(world, content, -tooFarSeconds)
    case 'future':
      return headersAt(world, content, tooFarSeconds)
    case 'missing':
      headers.delete('x-slack-signature')
      return headers
    case 'doubled':
      headers.append('x-slack-signature', signature)
      return headers
  }
}
