import type { REST, RESTOptions } from 'discord.js'
import type { EffectName } from '../../../core/effect.ts'
import type { Rate } from '../../../core/pacing/lanes.ts'
import { createPacer, turnWaitMs, type Urgency } from '../../../core/pacing/pacer.ts'
import { createShare, type JoinCallers } from '../../../core/pacing/share.ts'
import { retryAfterMsOf } from './errors.ts'
import type { Guard } from './guard.ts'
import { everything, type RateKind, ratesOf } from './rates.ts'
import { countedBy, isByBot, readingLimits, type ToldLimits } from './told-limits.ts'

type MakeRequest = RESTOptions['makeRequest']

interface CallsOptions {
  /** Makes the client; it hands on what Discord says of its limits. */
  connect: (told: ToldLimits) => () => REST
  guard: Guard
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call Discord with the same token. */
  join: JoinCallers
}

/** What is asked for, and where it is counted. */
export interface Call {
  kind: RateKind
  /** The channel, or whatever else Discord counts by. */
  place: string
  urgency: Urgency
  /** What a newer call of the same subject replaces while it waits. */
  subject?: string
}

/**
 * Makes a request once when its turn has come. Throws what discord.js throws, and
 * what the pacer and the guard throw.
 */
export interface Calls {
  make(call: Call, request: (rest: REST) => Promise<unknown>): Promise<unknown>
  /** From now on nothing waits any more. */
  close(): void
}

/** Paced calls, which also count requests that another client makes. */
export interface CountingCalls extends Calls {
  /** Counts the requests of a client that waits for no turns, and reads the limits in Discord's answers to it. */
  counted(makeRequest: MakeRequest): MakeRequest
}

/** Everything that is posted, edited and looked up, in the order of its urgency and within the rates. */
export const createCalls = ({ connect, guard, now, wait, join }: CallsOptions): CountingCalls => {
  const pacer = createPacer<unknown>({ now, wait, retryAfterMsOf })
  const closeAll = (spanMs: number) => pacer.closeFor([everything(share.among())], spanMs)
  const share = createShare({ join, now, onClosed: closeAll })
  const told: ToldLimits = {
    spent: (kind, place, spanMs) => pacer.closeFor(ratesOf(kind, place, 'result').slice(0, 1), spanMs),
    allClosed(spanMs) {
      closeAll(spanMs)
      share.closeFor(spanMs)
    },
  }
  const rest = connect(told)
  const heldByAll = (kind: RateKind): readonly Rate[] => (kind === 'reply' ? [] : [everything(share.among())])
  return {
    async make({ kind, place, urgency, subject }, request) {
      const untilMs = now() + turnWaitMs[urgency]
      if (kind !== 'reply') await share.heard()
      const rates = [...ratesOf(kind, place, urgency), ...heldByAll(kind)]
      const by = kind === 'reply' ? 'interaction' : 'bot'
      return pacer.run({ rates, urgency, subject, untilMs }, () => guard.watch(by, () => request(rest())))
    },
    counted: (makeRequest) =>
      readingLimits((url, init) => {
        const at = countedBy(init.method ?? 'GET', url)
        if (at !== undefined) pacer.count(ratesOf(at.kind, at.place, 'result'))
        if (isByBot(url)) pacer.count(heldByAll('other'))
        return makeRequest(url, init)
      }, told),
    close: () => pacer.close(),
  }
}

/** What a POST does, by what its route begins and ends with; a message in a channel otherwise. */
const effectOfPost = (path: string): EffectName => {
  if (/\/interactions\/[^/]+\/[^/]+\/callback$/.test(path)) return 'discord.answer'
  if (path.includes('/webhooks/')) return 'discord.answerLater'
  return path.endsWith('/users/@me/channels') ? 'discord.openDirectMessage' : 'discord.post'
}

/** The effect of a call of Discord's REST interface. https://docs.discord.com/developers/reference */
export const effectOfCall = (method: string, url: string): EffectName => {
  const path = new URL(url).pathname
  switch (method) {
    case 'POST':
      return effectOfPost(path)
    case 'PATCH':
      return path.includes('/webhooks/') ? 'discord.editAnswer' : 'discord.edit'
    case 'DELETE':
      return 'discord.remove'
    case 'PUT':
      return 'discord.publish'
    default:
      return 'discord.look'
  }
}
