import { createKeys } from '../../../src/redis/keys.ts'
import { createPlaces } from '../../../src/redis/places.ts'
import { createTestClock } from '../clock.ts'
import { target } from '../commands/invocation.ts'
import { openTestRedis, testPrefix } from '../redis/redis.ts'

interface LineWorldOptions {
  parallel?: number
  lookupsPerMinute?: number
  url?: string
}

/** What most jobs of these tests usually take. */
export const usualSeconds = 60

let worlds = 0

/**
 * The line of one key on a real Redis, in a namespace of its own. Jobs are named
 * by their server: "N1", "N2", "A1".
 */
export const openLineWorld = ({ parallel = 1, lookupsPerMinute = 20, url }: LineWorldOptions = {}) => {
  worlds += 1
  const redis = openTestRedis(url)
  const clock = createTestClock()
  const keys = createKeys(`${testPrefix}line${worlds}:`)
  const startedMs = clock.now()
  const placesOf = (
    places: number,
    lookups = lookupsPerMinute,
    providerKeyId = 'key-1',
    addressId = 'address-1',
  ) =>
    createPlaces({
      redis,
      keys,
      now: clock.now,
      providerKeyId,
      addressId,
      parallel: places,
      lookupsPerMinute: lookups,
    })
  const places = placesOf(parallel)

  /** Within a server, the higher the number the later it was requested. */
  const job = (name: string, epoch = 1) => ({
    id: name,
    epoch,
    target: target({ server: name.slice(0, 1) }),
    createdAtMs: startedMs + Number.parseInt(name.slice(1), 10),
  })
  const inAnHour = () => clock.now() + 3_600_000

  return {
    redis,
    clock,
    keys,
    places,
    placesOf,
    job,
    inAnHour,
    take: (name: string, epoch = 1, untilMs = inAnHour()) =>
      places.take(job(name, epoch), usualSeconds, untilMs),
    release: (name: string, epoch = 1) => places.release(name, epoch),
    leave: (name: string, epoch = 1) => places.leave(job(name, epoch)),
    busy: (name: string, epoch = 1, share = 1) => places.busy(job(name, epoch), usualSeconds, share),
    positionOf: (name: string) => places.positionOf(job(name), usualSeconds),
    leases: () => redis.zrange(keys.leases('key-1'), '0', '-1'),
    /** Everything that lies in the slot of the key besides its look-ups. */
    sizes: async () => ({
      leases: await redis.zcard(keys.leases('key-1')),
      ring: await redis.zcard(keys.ring('key-1')),
      line: await redis.zcard(keys.line('key-1')),
      offers: await redis.zcard(keys.offers('key-1')),
      waiters: await redis.hlen(keys.waiters('key-1')),
    }),
    close: () => redis.disconnect(),
  }
}
export type LineWorld = ReturnType<typeof openLineWorld>

/** What a job is told that got a place at once. */
export const taken = { status: 'taken', called: [] } as const
