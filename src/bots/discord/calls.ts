import type { REST } from 'discord.js'
import type { Urgency } from '../../core/pacing/line.ts'
import { createPacer } from '../../core/pacing/pacer.ts'
import { retryAfterMsOf } from './errors.ts'
import type { Guard } from './guard.ts'
import { type RateKind, ratesOf } from './rates.ts'
import type { TellSpent } from './told-limits.ts'

interface CallsOptions {
  /** Makes the client; it hands on what Discord says of its limits. */
  connect: (tellSpent: TellSpent) => () => REST
  guard: Guard
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
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

/** A step of a worker has several calls and ninety seconds. News may as well not be told. */
const waitMs = { answer: 0, result: 10_000, progress: 2_000 } as const satisfies Record<Urgency, number>

/** Everything that is posted, edited and looked up, in the order of its urgency and within the rates. */
export const createCalls = ({ connect, guard, now, wait }: CallsOptions): Calls => {
  const pacer = createPacer<unknown>({ now, wait, retryAfterMsOf })
  const rest = connect((kind, place, spanMs) =>
    pacer.closeFor(ratesOf(kind, place, 'result').slice(0, 1), spanMs),
  )
  return {
    make({ kind, place, urgency, subject }, request) {
      const rates = ratesOf(kind, place, urgency)
      const turn = { rates, urgency, subject, untilMs: now() + waitMs[urgency] }
      const by = kind === 'reply' ? 'interaction' : 'bot'
      return pacer.run(turn, () => guard.watch(by, () => request(rest())))
    },
    close: () => pacer.close(),
  }
}
