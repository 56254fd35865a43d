import { createHash } from 'node:crypto'
import type { StoreConnection } from '../../../src/redis/address.ts'
import { openTestRedis } from '../redis/redis.ts'
import { openStoreWorld } from '../redis/store-world.ts'
import type { Model } from './model.ts'
import type { History } from './model-deeds.ts'
import type { ModelWorld } from './model-store.ts'

/** A connection whose scripts may be changed, and whose requests may be overtaken. */
export interface ModelConnection {
  redis: StoreConnection
  /**
   * Once, after a request has read the settings and before its script runs. Answers
   * with what runs it where none came.
   */
  overtakeRequest: (run: () => Promise<unknown>) => () => Promise<void>
}

/** How the script begins that takes an account's hold. */
const requestScript = '-- REQUEST: '

const digestOf = (source: string): string => createHash('sha1').update(source).digest('hex')

/** Opens a connection of its own. `tamper` makes a wrong script of a right one. */
export const connectModel = (url: string, tamper = (source: string): string => source): ModelConnection => {
  const redis = openTestRedis(url)
  const plain = { evalsha: redis.evalsha.bind(redis), eval: redis.eval.bind(redis) }
  const known = new Map<string, { digest: string; isRequest: boolean }>()
  let overtaking: (() => Promise<unknown>) | undefined
  const overtake = async (): Promise<void> => {
    const run = overtaking
    overtaking = undefined
    await run?.()
  }
  const unknown = new Error('NOSCRIPT the source has to be seen first')
  Object.assign(redis, {
    evalsha: async (digest: string, ...rest: [number, ...string[]]) => {
      const script = known.get(digest)
      if (script === undefined) throw unknown
      if (script.isRequest) await overtake()
      return plain.evalsha(script.digest, ...rest)
    },
    eval: async (source: string, ...rest: [number, ...string[]]) => {
      const isRequest = source.includes(requestScript)
      if (isRequest) await overtake()
      const wrong = tamper(source)
      known.set(digestOf(source), { digest: digestOf(wrong), isRequest })
      return plain.eval(wrong, ...rest)
    },
  })
  return {
    redis,
    overtakeRequest(run) {
      overtaking = run
      return overtake
    },
  }
}

/** A store of its own on the connection, by the model's clock. */
export const openModelWorld = (
  connection: ModelConnection,
  model: Model,
  { newServerCredits, operatorLimit }: History,
): ModelWorld => ({
  ...openStoreWorld({
    redis: connection.redis,
    now: () => model.nowMs,
    newServerCredits,
    ...(operatorLimit === undefined ? {} : { operatorLimit }),
  }),
  overtakeRequest: connection.overtakeRequest,
})
