import type { RESTOptions } from 'discord.js'
import type { RateKind } from './rates.ts'

type MakeRequest = RESTOptions['makeRequest']

/** Receives the limits that Discord reports. */
export interface ToldLimits {
  /** Requests of this kind have no room in this place for so long. */
  spent(kind: RateKind, place: string, spanMs: number): void
  /** The limit for the whole bot was reached: Discord takes no request with its token for so long. */
  allClosed(spanMs: number): void
}

const channelPath = /\/channels\/([^/?]+)\/messages/
const answerPath = /\/webhooks\/[^/]+\/([^/]+)\/messages\//

const kinds: Readonly<Record<string, RateKind>> = { POST: 'create', PATCH: 'edit', GET: 'look' }

/** The lane that a request counts against; undefined if only the whole bot's limit applies. */
export const countedBy = (method: string, url: string): { kind: RateKind; place: string } | undefined => {
  const token = answerPath.exec(url)?.[1]
  if (token !== undefined) return { kind: 'reply', place: decodeURIComponent(token) }
  const channel = channelPath.exec(url)?.[1]
  const kind = kinds[method]
  return channel === undefined || kind === undefined ? undefined : { kind, place: channel }
}

/** Whether a request is made with the bot's token, and not with an interaction's own. */
export const isByBot = (url: string): boolean => !/\/(?:webhooks|interactions)\//.test(url)

type Answer = Awaited<ReturnType<MakeRequest>>

const spentMs = ({ headers }: Answer): number =>
  headers.get('x-ratelimit-remaining') === '0'
    ? Math.ceil(Number(headers.get('x-ratelimit-reset-after')) * 1_000)
    : 0

/** https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit */
const allClosedMs = ({ status, headers }: Answer): number =>
  status === 429 && headers.get('x-ratelimit-global') !== null
    ? Number(headers.get('retry-after')) * 1_000
    : 0

/** Without what there is to know about limits, except when to come back after a 429. */
const quietened = (answer: Answer): Answer => {
  const headers = new Headers()
  for (const [name, value] of answer.headers)
    if (!name.startsWith('x-ratelimit-')) headers.append(name, value)
  const { status, statusText, ok, body } = answer
  return {
    status,
    statusText,
    ok,
    body,
    headers,
    get bodyUsed() {
      return answer.bodyUsed
    },
    arrayBuffer: () => answer.arrayBuffer(),
    json: () => answer.json(),
    text: () => answer.text(),
  } as Answer
}

/**
 * Reads the limits in each of Discord's answers, and passes them on.
 * https://docs.discord.com/developers/topics/rate-limits#header-format
 */
export const readingLimits =
  (makeRequest: MakeRequest, told: ToldLimits): MakeRequest =>
  async (url, init) => {
    const answer = await makeRequest(url, init)
    const counted = countedBy(init.method ?? 'GET', url)
    const spanMs = spentMs(answer)
    if (counted !== undefined && spanMs > 0) told.spent(counted.kind, counted.place, spanMs)
    const closedMs = allClosedMs(answer)
    if (closedMs > 0) told.allClosed(closedMs)
    return answer
  }

/**
 * Hides Discord's limits from discord.js, whose own queue would keep a worker waiting for longer than its step can
 * take.
 */
export const withoutLimits =
  (makeRequest: MakeRequest): MakeRequest =>
  async (url, init) =>
    quietened(await makeRequest(url, init))
