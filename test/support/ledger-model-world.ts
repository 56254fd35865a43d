import { createHash } from 'node:crypto'
import type { StoreConnection } from '../../src/core/redis/connection.ts'
import type { Model } from './ledger-model.ts'
import type { History } from './ledger-model-deeds.ts'
import type { ModelWorld } from './ledger-model-store.ts'
import { openTestRedis } from './redis.ts'
import { openStoreWorld } from './store-world.ts'

/** A connection whose scripts may be changed, and which can be overtaken before the next one. */
export interface ModelConnection {
  redis: StoreConnection
  beforeNextScript: (run: () => Promise<unknown>) => void
}

const digestOf = (source: string): string => createHash('sha1').update(source).digest('hex')

/** Opens a connection of its own. `tamper` makes a wrong script of a right one. */
export const connectModel = (url: string, tamper = (source: string): string => source): ModelConnection => {
  const redis = openTestRedis(url)
  const plain = { evalsha: redis.evalsha.bind(redis), eval: redis.eval.bind(redis) }
  const digests = new Map<string, string>()
  let overtaking: (() => Promise<unknown>) | undefined
  const overtake = async (): Promise<void> => {
    const run = overtaking
    overtaking = undefined
    await run?.()
  }
  const unknown = new Error('NOSCRIPT the source has to be seen first')
  Object.assign(redis, {
    evalsha: async (digest: string, ...rest: [number, ...string[]]) => {
      const known = digests.get(digest)
      if (known === undefined) throw unknown
      await overtake()
      return plain.evalsha(known, ...rest)
    },
    eval: async (source: string, ...rest: [number, ...string[]]) => {
      await overtake()
      const wrong = tamper(source)
      digests.set(digestOf(source), digestOf(wrong))
      return plain.eval(wrong, ...rest)
    },
  })
  return {
    redis,
    beforeNextScript(run) {
      overtaking = run
    },
  }
}

/** A store of its own on the connection, by the model's clock. */
export const openModelWorld = (
  connection: ModelConnection,
  model: Model,
  { newServerCredits }: Pick<History, 'newServerCredits'>,
): ModelWorld => ({
  ...openStoreWorld({ redis: connection.redis, now: () => model.nowMs, newServerCredits }),
  beforeNextScript: connection.beforeNextScript,
})
