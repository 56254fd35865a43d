/** So many at once at most, of which so many come back each minute; counted apart for each lane. */
export interface Rate {
  lane: string
  burst: number
  perMinute: number
  /** Stays open when a call that counts here too is told to wait: that was for something narrower. */
  staysOpen?: true
}

interface Lane {
  left: number
  asOfMs: number
  closedUntilMs: number
}

/** How much room each lane has, as time goes on. */
export interface Lanes {
  /** Milliseconds until each of these has room for one more, after so many that come first; 0 is now. */
  roomInMs(rates: readonly Rate[], ahead: (lane: string) => number): number
  /** Counts one call against each. */
  take(rates: readonly Rate[]): void
  /** The other side wants no such calls for so long; then one goes first, for it may want the same again. */
  closeFor(rates: readonly Rate[], spanMs: number): void
}

const minuteMs = 60_000

/** Lanes that nobody has used yet. */
export const createLanes = (now: () => number): Lanes => {
  const lanes = new Map<string, Lane>()
  const laneAt = ({ lane, burst, perMinute }: Rate): Lane => {
    const { left, asOfMs, closedUntilMs } = lanes.get(lane) ?? {
      left: burst,
      asOfMs: now(),
      closedUntilMs: 0,
    }
    const grown = left + (Math.max(now() - asOfMs, 0) * perMinute) / minuteMs
    return { left: Math.min(burst, grown), asOfMs: Math.max(asOfMs, now()), closedUntilMs }
  }
  return {
    roomInMs(rates, ahead) {
      const waits = rates.map((rate) => {
        const { left, closedUntilMs } = laneAt(rate)
        const lack = Math.max(1 + ahead(rate.lane) - left, 0)
        return Math.max(closedUntilMs - now(), 0) + (lack * minuteMs) / rate.perMinute
      })
      return Math.ceil(Math.max(...waits))
    },
    take(rates) {
      for (const rate of rates) {
        const lane = laneAt(rate)
        lanes.set(rate.lane, { ...lane, left: lane.left - 1 })
      }
    },
    closeFor(rates, spanMs) {
      for (const rate of rates) {
        const closedUntilMs = Math.max(laneAt(rate).closedUntilMs, now() + spanMs)
        lanes.set(rate.lane, { left: 1, asOfMs: closedUntilMs, closedUntilMs })
      }
    },
  }
}
