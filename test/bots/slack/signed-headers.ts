import { createHmac } from 'node:crypto'

interface Signing {
  secret: string
  timestamp: string
  body: string
  contentType?: string
}

/** Headers of a request signed by Slack: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const signedHeaders = ({ secret, timestamp, body, contentType = 'application/json' }: Signing) => ({
  'content-type': contentType,
  'x-slack-request-timestamp': timestamp,
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`,
})
