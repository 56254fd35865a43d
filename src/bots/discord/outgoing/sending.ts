import { REST, type RESTOptions } from 'discord.js'
import type { Log } from '../../../core/log.ts'
import type { JoinCallers } from '../../../core/pacing/share.ts'
import { type CountingCalls, createCalls } from './calls.ts'
import { createGuard, type Guard } from './guard.ts'
import { readingLimits, type ToldLimits, withoutLimits } from './told-limits.ts'

interface SendingOptions {
  token: string
  rest: Partial<RESTOptions> & Pick<RESTOptions, 'makeRequest'>
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call Discord with the same token. */
  join: JoinCallers
}

/** Each request gives up earlier by itself. */
const timeoutMs = 180_000

/**
 * Everything that is posted and edited. discord.js neither repeats a request, for a repeat could
 * post twice, nor waits out a limit, for a worker's step is over by then: both is done by
 * whoever knows what the request is.
 */
export const createSending = ({
  token,
  rest,
  log,
  now,
  wait,
  join,
}: SendingOptions): { calls: CountingCalls; problem: Guard['problem'] } => {
  const guard = createGuard({ log, now })
  const connect = (told: ToldLimits) => {
    const sender = new REST({
      ...rest,
      makeRequest: withoutLimits(readingLimits(rest.makeRequest, told)),
      rejectOnRateLimit: () => true,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      timeout: timeoutMs,
      retries: 0,
    })
    return () => sender.setToken(token)
  }
  return { calls: createCalls({ connect, guard, now, wait, join }), problem: guard.problem }
}
