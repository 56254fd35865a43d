import { type Rate, withinAny } from '../../../core/pacing/lanes.ts'
import type { Urgency } from '../../../core/pacing/pacer.ts'

/**
 * What a request counts against. `late_edit`: of a message that is over an hour old. `reply`: all that
 * one interaction's own token opens.
 */
export type RateKind = 'create' | 'edit' | 'late_edit' | 'look' | 'reply' | 'other'

/**
 * Discord tells its limits in headers alone; of messages they were seen to be five in five seconds for
 * each channel and kind of request: https://github.com/discord/discord-api-docs/issues/2761. What may go
 * at once and what comes back in five seconds make up that, so that one process never meets the limit.
 * All processes count together, and the headers tell each of them what all have left: a lane without room
 * is closed until there is some again. Only what several have on its way at once can still be too much;
 * then Discord says when to come back.
 */
const perChannel = { burst: 2, perMinute: 36 } as const
/** News on the way leaves room for what ends a job, which comes once. */
const progressPerChannel = { burst: 1, perMinute: 12 } as const

/** Three in twenty seconds, as observed: https://github.com/circuitsacul/starboard-4/issues/118 */
const lateEdits = { burst: 1, perMinute: 6 } as const

/**
 * Fifty a second for the whole bot, interactions aside, so answers need no room of their own:
 * https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
 * The rest is left for requests that wait for no turn, and for processes that the others do not know yet.
 */
const perSecond = 45
const perSecondUnheard = 5

/** The share that one process has of the limit for the whole bot; `among` is undefined if the number of callers is unknown. */
export const everything = (among: number | undefined): Rate => ({
  lane: 'everything',
  ...withinAny(1_000, among === undefined ? perSecondUnheard : perSecond / among),
  staysOpen: true,
})

/** Five in two seconds for each token: https://github.com/discord/discord-api-docs/issues/2701 */
const perToken = { burst: 2, perMinute: 60 } as const

const news = (place: string): Rate => ({ lane: `news ${place}`, ...progressPerChannel, staysOpen: true })

/**
 * The rates that a request of this kind in this place counts against, its own lane first. `everything` is not among
 * them, because it does not apply to answers with an interaction's own token.
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
