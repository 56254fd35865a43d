import type { Rate } from '../../core/pacing/lanes.ts'
import type { Urgency } from '../../core/pacing/line.ts'

/** What a request counts against. `reply`: all that one interaction's own token opens. */
export type RateKind = 'create' | 'edit' | 'look' | 'reply' | 'other'

/**
 * Discord tells its limits in headers alone; of messages they were seen to be five in five seconds for each channel and
 * kind of request: https://github.com/discord/discord-api-docs/issues/2761. All processes count together, and the headers
 * tell each of them what all have left: a lane without room is closed until there is some again, so that no more is over
 * the limit than what several processes have on its way at once. For that Discord says when to come back.
 */
const perChannel = { burst: 4, perMinute: 48 } as const
/** News on the way leaves room for what ends a job, which comes once. */
const progressPerChannel = { burst: 2, perMinute: 24 } as const

/** Fifty a second for the whole bot: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit */
const everything: Rate = { lane: 'everything', burst: 10, perMinute: 600 }

/** Five in two seconds for each token: https://github.com/discord/discord-api-docs/issues/2701 */
const perToken = { burst: 2, perMinute: 60 } as const

const news = (place: string): Rate => ({ lane: `news ${place}`, ...progressPerChannel })

/** What a request of this kind in this place counts against, its own lane first. */
export const ratesOf = (kind: RateKind, place: string, urgency: Urgency): readonly Rate[] => {
  const lane = `${kind} ${place}`
  switch (kind) {
    case 'reply': // is outside of the limit for all
      return [{ lane, ...perToken }]
    case 'other':
      return [{ lane, ...perToken }, everything]
    case 'create':
    case 'edit':
    case 'look':
      return [{ lane, ...perChannel }, everything, ...(urgency === 'progress' ? [news(place)] : [])]
  }
}
