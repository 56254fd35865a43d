import { z } from 'zod'
import { type Rated, type RatingCount, type Ratings, ratingValues } from '../core/job/ratings.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const rateScript = plainScript('rate')
const forgetScript = plainScript('forget-ratings')

interface RatingsOptions {
  redis: StoreConnection
  keys: Keys
  /** How long a member's ratings are kept after their last one; undefined: forever. The counts stay. */
  retentionMs: number | undefined
}

const stored = z.object({ value: z.enum(ratingValues) })

/** The name under which something is counted, such as "model music v7" or "voice 3f2a". */
const nameOf = (rated: Rated): string =>
  rated.kind === 'voice' ? `voice ${rated.id}` : `model ${rated.feature} ${rated.model ?? ''}`.trim()

const countPattern = /^(good|bad) (model|voice) (\S+)(?: (\S+))?$/

/** Skips what another version of this program may have written. */
const countsIn = (hash: Readonly<Record<string, string>>): readonly RatingCount[] => {
  const counts = new Map<string, RatingCount>()
  for (const [field, count] of Object.entries(hash)) {
    const [, value, kind, first = '', model] = countPattern.exec(field) ?? []
    if (value === undefined) continue
    const rated: Rated = kind === 'voice' ? { kind, id: first } : { kind: 'model', feature: first, model }
    const name = nameOf(rated)
    const { good = 0, bad = 0 } = counts.get(name) ?? {}
    const times = Number(count)
    counts.set(name, {
      rated,
      good: value === 'good' ? times : good,
      bad: value === 'bad' ? times : bad,
    })
  }
  return [...counts.values()]
}

/** Ratings in Redis: a hash of each member's own, and one with the counts of the account. */
export const createRatings = ({ redis, keys, retentionMs = 0 }: RatingsOptions): Ratings => ({
  async rate(account, member, { take, value }, rated) {
    const names = JSON.stringify(rated.map(nameOf))
    const [status] = await runScript(
      redis,
      rateScript,
      [keys.ratingsOf(account, member), keys.ratings(account)],
      [take, value, names, String(retentionMs)],
    )
    return status === 'same' ? 'same' : 'rated'
  },
  counts: async (account) => countsIn(await fromStore(redis.hgetall(keys.ratings(account)))),
  async of(account, member) {
    const hash = await fromStore(redis.hgetall(keys.ratingsOf(account, member)))
    return Object.entries(hash).flatMap(([take, text]) => {
      const rating = stored.safeParse(parseJson(text)).data
      return rating === undefined ? [] : [{ take, value: rating.value }]
    })
  },
  async forget(account, member) {
    await runScript(redis, forgetScript, [keys.ratingsOf(account, member), keys.ratings(account)], [])
  },
})
