import { webApi } from '@slack/bolt'

interface WebOptions {
  token: string
  /** Base of all methods, such as https://slack.com/api/. */
  apiUrl: string
  /** For one call; an answer that comes later is of no use, and a late edit could overwrite a newer one. */
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000

/** What goes wrong is thrown, with Slack's own words; a second copy on the console would escape our log's rules. */
const silent: webApi.Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => webApi.LogLevel.ERROR,
  setName: () => undefined,
}

/**
 * A client of Slack's Web API that tries once: whoever calls knows whether a second try could post twice.
 * https://docs.slack.dev/tools/node-slack-sdk/web-api
 */
export const createWeb = ({ token, apiUrl, timeoutMs = defaultTimeoutMs }: WebOptions): webApi.WebClient =>
  new webApi.WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    allowAbsoluteUrls: false,
    logger: silent,
  })
