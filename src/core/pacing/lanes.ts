/** At most `burst` calls at once, `perMinute` of which become available again each minute; counted per lane. */
export interface Rate {
  lane: string
  burst: number
  perMinute: number
  /** Stays open when a call that also counts here is told to wait, because a narrower limit caused that. */
  staysOpen?: true
}

interface Lane {
  left: number
  asOfMs: number
  closedUntilMs: number
  /** The times at which deferred calls return, earliest first. */
  promisedMs: readonly number[]
}

/** A stored lane: after a time it is the same as an unused one. */
interface KeptLane extends Lane {
  unusedFromMs: number
}

/** The calls ahead of another one. */
export interface Ahead {
  /** How many wait ahead of it, by lane. */
  waiting: ReadonlyMap<string, number>
  /** Whether deferred calls that return before its turn go first. */
  heedsPromises: boolean
}

/** How much room each lane has over time. */
export interface Lanes {
  /** Milliseconds until all of these have room for one more call after those ahead of it; 0 is now. */
  roomInMs(rates: readonly Rate[], ahead: Ahead): number
  /** Reserves the room that `roomInMs` found for a call that is deferred until then. */
  promise(rates: readonly Rate[], ahead: Ahead): void
  /** Counts one call against each. */
  take(rates: readonly Rate[]): void
  /**
   * The other side wants no such calls for this long. After that one call goes first, because it may be told to
   * wait again.
   */
  closeFor(rates: readonly Rate[], spanMs: number): void
}

const minuteMs = 60_000

const burstShare = 0.2

/**
 * A rate that allows at most this many calls in any span: a share of them at once, and the rest as room becomes
 * available during it.
 */
export const withinAny = (
  spanMs: number,
  most: number,
  atOnce = burstShare,
): Pick<Rate, 'burst' | 'perMinute'> => {
  const burst = Math.max(1, most * atOnce)
  const perSpan = Math.max(most - burst, most * burstShare)
  return { burst, perMinute: (perSpan * minuteMs) / spanMs }
}

const lanesMin = 1_000

/** Unused lanes; `lanes` stores them while that matters. */
export const createLanes = (now: () => number, lanes = new Map<string, KeptLane>()): Lanes => {
  let sweptAt = lanesMin
  const sweep = (): void => {
    for (const [name, { unusedFromMs }] of lanes) if (unusedFromMs <= now()) lanes.delete(name)
    sweptAt = Math.max(lanesMin, 2 * lanes.size)
  }
  const keep = ({ lane, burst, perMinute }: Rate, kept: Lane): void => {
    if (lanes.size >= sweptAt) sweep()
    const fullAtMs = kept.asOfMs + ((burst - kept.left) * minuteMs) / perMinute
    const unusedFromMs = Math.max(fullAtMs, kept.closedUntilMs, ...kept.promisedMs)
    lanes.set(lane, { ...kept, unusedFromMs })
  }
  const laneAt = ({ lane, burst, perMinute }: Rate): Lane => {
    const known: Lane = lanes.get(lane) ?? { left: burst, asOfMs: now(), closedUntilMs: 0, promisedMs: [] }
    const { left, asOfMs } = known
    const grown = left + (Math.max(now() - asOfMs, 0) * perMinute) / minuteMs
    return { ...known, left: Math.min(burst, grown), asOfMs: Math.max(asOfMs, now()) }
  }
  /** When all of these have room. */
  const roomAtMs = (rates: readonly Rate[], { waiting, heedsPromises }: Ahead): number => {
    let latestMs = Number.NEGATIVE_INFINITY
    for (const rate of rates) {
      const { left, closedUntilMs, promisedMs } = laneAt(rate)
      const eachMs = minuteMs / rate.perMinute
      const before = waiting.get(rate.lane) ?? 0
      let atMs = Math.max(closedUntilMs, now()) + Math.max(1 + before - left, 0) * eachMs
      for (const promised of heedsPromises ? promisedMs : [])
        if (promised > now() && promised <= atMs) atMs += eachMs
      latestMs = Math.max(latestMs, atMs)
    }
    return latestMs
  }
  return {
    roomInMs: (rates, ahead) => Math.ceil(roomAtMs(rates, ahead) - now()),
    promise(rates, ahead) {
      const atMs = roomAtMs(rates, ahead)
      // A call that waits for one lane does not hold back others in a lane that has room sooner.
      for (const rate of rates.filter((narrow) => roomAtMs([narrow], ahead) === atMs)) {
        const lane = laneAt(rate)
        const promisedMs = [...lane.promisedMs, atMs].filter((promised) => promised > now())
        keep(rate, { ...lane, promisedMs: promisedMs.toSorted((one, other) => one - other) })
      }
    },
    take(rates) {
      for (const rate of rates) {
        const lane = laneAt(rate)
        // A call that took no turn was made all the same: one burst of them is made up for, not more.
        keep(rate, { ...lane, left: Math.max(lane.left - 1, -rate.burst) })
      }
    },
    closeFor(rates, spanMs) {
      for (const rate of rates) {
        const lane = laneAt(rate)
        const closedUntilMs = Math.max(lane.closedUntilMs, now() + spanMs)
        keep(rate, { ...lane, left: 1, asOfMs: closedUntilMs, closedUntilMs })
      }
    },
  }
}
