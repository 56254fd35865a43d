import { HTTPModuleFunctions } from '@slack/bolt'
import { type Log, onChange } from '../../../core/log.ts'
import type { HttpHandler } from './transport.ts'

type Incoming = Pick<Parameters<HttpHandler>[0], 'headers'>

interface DoubtOptions {
  log: Log
  now: () => number
}

/** Whether requests are signed with our secret. */
interface SignatureDoubt {
  /** A request had the right signature. */
  passed(): void
  /** A request was refused before its contents were read. */
  refused(request: Incoming, error: unknown): void
  /** Why the secret may be wrong, and the fix; undefined if there is no sign of it. */
  doubt(): string | undefined
}

const doubtText = `requests that look like Slack's fail the signature check, and none has passed since the start; if the bot does not answer on Slack, copy "Signing Secret" from the app's Basic Information page at https://api.slack.com/apps to SLACK_SIGNING_SECRET, and restart`

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const freshMs = 5 * 60_000

/** Whether a request says that Slack signed it just now. Only its body tells whether that is true. */
export const looksLikeSlacks = ({ headers }: Incoming, nowMs: number): boolean => {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': signedAt } = headers
  return (
    /^v0=[\da-f]{64}$/.test(`${signature}`) &&
    /^\d{1,12}$/.test(`${signedAt}`) &&
    Math.abs(Number(signedAt) * 1000 - nowMs) <= freshMs
  )
}

/**
 * Doubts the signing secret only until a request has passed in this process: that proves it right, and anyone
 * can send forged ones. The doubt is logged once, and once more when a request passes. Other refusals are
 * logged when they begin and every ten minutes, because anyone can cause them too.
 */
export const createSignatureDoubt = ({ log, now }: DoubtOptions): SignatureDoubt => {
  const state = { hasPassed: false, isDoubted: false }
  const tellRefused = onChange(
    (error) => log.warn('refused a request that claims to be from Slack', { error }),
    now,
  )
  return {
    passed() {
      if (state.isDoubted) log.info('a request from Slack passed the signature check')
      state.hasPassed = true
      state.isDoubted = false
    },
    refused(request, error) {
      const isMismatch = !HTTPModuleFunctions.isRawBodyError(error) && looksLikeSlacks(request, now())
      if (state.hasPassed || !isMismatch) return tellRefused(error)
      if (!state.isDoubted) log.warn(doubtText)
      state.isDoubted = true
    },
    doubt: () => (state.isDoubted ? doubtText : undefined),
  }
}
