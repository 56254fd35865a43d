import { createShared } from './waiting.ts'

/**
 * Notes that an entry is used now. If there are more than `countMax` then, the one that was not used for longest is
 * removed and returned.
 */
export const noteUsed = <Value>(
  entries: Map<string, Value>,
  name: string,
  value: Value,
  countMax: number,
): Value | undefined => {
  entries.delete(name)
  entries.set(name, value)
  const [longestUnused] = entries
  if (longestUnused === undefined || entries.size <= countMax) return undefined
  entries.delete(longestUnused[0])
  return longestUnused[1]
}

/** Keeps values by key for a while. */
export interface TimedCache<T> {
  recall(key: string): T | undefined
  remember(key: string, value: T): void
  forget(key: string): void
}

interface Options {
  now: () => number
  spanMs: number
  /** The oldest are evicted. */
  entriesMax: number
}

/** Caches values for a span of time, up to a maximum number. */
export const createTimedCache = <T>({ now, spanMs, entriesMax }: Options): TimedCache<T> => {
  const entries = new Map<string, { value: T; untilMs: number }>()
  return {
    recall(key) {
      const entry = entries.get(key)
      return entry !== undefined && now() < entry.untilMs ? entry.value : undefined
    },
    forget(key) {
      entries.delete(key)
    },
    remember(key, value) {
      noteUsed(entries, key, { value, untilMs: now() + spanMs }, entriesMax)
    },
  }
}

/**
 * Remembers answers by name for a short time; callers share one that is under way. Errors and `undefined` are not
 * remembered.
 */
export const createBriefly = <T>(options: Options) => {
  const known = createTimedCache<T>(options)
  const underWay = createShared<T | undefined>()
  return async (name: string, ask: () => Promise<T | undefined>): Promise<T | undefined> =>
    known.recall(name) ??
    underWay(name, async () => {
      const answer = await ask()
      if (answer !== undefined) known.remember(name, answer)
      return answer
    })
}

const membersMax = 10_000

/** Allows each member `most` uses in a span of time. Returns how long they have to wait, 0 if it is allowed. */
export const createRations = ({ most, spanMs }: { most: number; spanMs: number }) => {
  const used = new Map<string, { untilMs: number; count: number }>()
  return (member: string, atMs: number): number => {
    const known = used.get(member)
    const { untilMs, count } =
      known === undefined || known.untilMs <= atMs ? { untilMs: atMs + spanMs, count: 0 } : known
    if (count >= most) return untilMs - atMs
    noteUsed(used, member, { untilMs, count: count + 1 }, membersMax)
    return 0
  }
}

/** Allows one message per member and minute, so that members can't make the bot flood a channel. */
export const createSeldom = () => {
  const rations = createRations({ most: 1, spanMs: 60_000 })
  return (member: string, atMs: number): boolean => rations(member, atMs) === 0
}
