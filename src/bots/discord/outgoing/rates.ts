import type { RESTOptions } from 'discord.js'
import { type Rate, withinAny } from '../../../core/pacing/lanes.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'

/**
 * The limit that a request counts against. `late_edit`: edits of messages over an hour old. `reply`: everything
 * done with one interaction's own token.
 */
export type RateKind = 'create' | 'edit' | 'late_edit' | 'look' | 'reply' | 'other'

/**
 * Discord reports its limits only in headers; for messages, five in five seconds were observed for each channel
 * and kind of request: https://github.com/discord/discord-api-docs/issues/2761. The burst and the refill of
 * five seconds add up to that, so one process alone never hits the limit. All processes count together, and the
 * headers tell each of them what all have left: a lane without capacity stays closed until it has some again.
 * Only simultaneous requests of several processes can still exceed it; Discord then says when to come back.
 */
const perChannel = { burst: 2, perMinute: 36 } as const
/** Progress updates leave capacity for a job's final message, which comes once. */
const progressPerChannel = { burst: 1, perMinute: 12 } as const

/** Three in twenty seconds, as observed: https://github.com/circuitsacul/starboard-4/issues/118 */
const lateEdits = { burst: 1, perMinute: 6 } as const

/**
 * Fifty a second for the whole bot. Interactions are exempt, so answers need no capacity here:
 * https://docs.discord.com/developers/topics/rate-limits#global-rate-limit The rest is for processes that the others
 * do not know yet, and for unpaced requests beyond their part.
 */
const perSecond = 45
const perSecondUnheard = 5

/**
 * How much of it unpaced requests with the bot's token can use up: look-ups and answers to mentions, also of people who
 * may make nothing. Discord decides on those beyond, so that results never wait until people stop asking.
 */
const unpacedPart = 0.5

/**
 * One process's share of the limit for the whole bot, or `unpaced`, the part of it that unpaced requests can use up;
 * `among` is undefined if the number of callers is unknown.
 */
export const everything = (
  among: number | undefined,
  lane: 'everything' | 'unpaced' = 'everything',
): Rate => {
  const most = among === undefined ? perSecondUnheard : perSecond / among
  return { lane, ...withinAny(1_000, lane === 'unpaced' ? most * unpacedPart : most), staysOpen: true }
}

/** Five in two seconds for each token: https://github.com/discord/discord-api-docs/issues/2701 */
const perToken = { burst: 2, perMinute: 60 } as const

const news = (place: string): Rate => ({ lane: `news ${place}`, ...progressPerChannel, staysOpen: true })

/**
 * The rates that a request of this kind in this place counts against, its own lane first. `everything` is not
 * among them, because it does not apply to answers with an interaction's own token.
 */
export const ratesOf = (kind: RateKind, place: string, urgency: Urgency): readonly Rate[] => {
  const lane = `${kind} ${place}`
  switch (kind) {
    case 'reply':
    case 'other':
      return [{ lane, ...perToken }]
    case 'late_edit':
      return [
        { lane, ...lateEdits },
        { lane: `edit ${place}`, ...perChannel, staysOpen: true },
      ]
    case 'create':
    case 'edit':
    case 'look':
      return [{ lane, ...perChannel }, ...(urgency === 'progress' ? [news(place)] : [])]
  }
}

/** How discord.js sends a request. */
export type MakeRequest = RESTOptions['makeRequest']

/** Receives the limits that Discord reports. */
export interface ToldLimits {
  /** Requests of this kind in this place must pause for `spanMs`. */
  spent(kind: RateKind, place: string, spanMs: number): void
  /** The limit for the whole bot was reached: Discord accepts no request with its token for `spanMs`. */
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

/**
 * Reads the limits in each Discord answer, and passes them on.
 * https://docs.discord.com/developers/topics/rate-limits#header-format
 */
export const readingLimits =
  (makeRequest: MakeRequest, told: ToldLimits): MakeRequest =>
  async (url, init) => {
    const answer = await makeRequest(url, init)
    const { status, headers } = answer
    const counted = countedBy(init.method ?? 'GET', url)
    if (counted !== undefined && headers.get('x-ratelimit-remaining') === '0') {
      const spentMs = Math.ceil(Number(headers.get('x-ratelimit-reset-after')) * 1_000)
      if (spentMs > 0) told.spent(counted.kind, counted.place, spentMs)
    }
    // https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
    if (status === 429 && headers.get('x-ratelimit-global') !== null) {
      const closedMs = Number(headers.get('retry-after')) * 1_000
      if (closedMs > 0) told.allClosed(closedMs)
    }
    return answer
  }

/**
 * Hides Discord's limits from discord.js, except the retry time of a 429: its own queue could delay a worker
 * beyond its step.
 */
export const withoutLimits =
  (makeRequest: MakeRequest): MakeRequest =>
  async (url, init) => {
    const answer = await makeRequest(url, init)
    const headers = new Headers()
    for (const [name, value] of answer.headers)
      if (!name.startsWith('x-ratelimit-')) headers.append(name, value)
    return Object.defineProperty(answer, 'headers', { value: headers })
  }
