import type { Clock } from '../kit/clock.ts'

/** The look-ups that a plan allows. */
export type LookUpLimit = {
  /** Counts one more for a key, and says whether it is within so many a minute. */
  readonly spend: (key: string, perMinute: number | null) => boolean
}

const minuteMs = 60_000

type Minute = { readonly sinceMs: number; readonly spent: number }

/** Counts per key, in minutes that begin with its first look-up. One too many does not count. */
export const createLookUpLimit = ({ now }: Pick<Clock, 'now'>): LookUpLimit => {
  const minutes = new Map<string, Minute>()
  return {
    spend: (key, perMinute) => {
      const atMs = now()
      const last = minutes.get(key)
      const minute =
        last === undefined || atMs >= last.sinceMs + minuteMs ? { sinceMs: atMs, spent: 0 } : last
      const isWithin = perMinute === null || minute.spent < perMinute
      minutes.set(key, { ...minute, spent: minute.spent + (isWithin ? 1 : 0) })
      return isWithin
    },
  }
}
