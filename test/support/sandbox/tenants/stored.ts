import { Redis } from 'ioredis'

/**
 * What passes by itself or is counted for those who try: allowances, forms, the queue, jobs with something left to do,
 * and what processes tell each other.
 */
const passing =
  /^\{(?:chat:|key:|tunesmith\})|:(?:allowance|draft|drafts-of|checkpoint|where|audit|open)\b|^\{operator\}:(?:active|probe)/

/** The last words of a job are sent again a little later, in case the first did not arrive; nothing else changes then. */
const saidAgain = new Set(['wake', 'epoch', 'did|told', 'old_news_until', 'repeat_due'])

const isJob = (key: string): boolean => key.includes(':job:')

const textAt = async (redis: Redis, key: string): Promise<string> => {
  if (!isJob(key)) return (await redis.dumpBuffer(key))?.toString('base64') ?? ''
  const fields = Object.entries(await redis.hgetall(key)).filter(([name]) => !saidAgain.has(name))
  return JSON.stringify(fields.toSorted())
}

/** Everything that a bot keeps of its servers and members, by key. */
export const storedIn = async (redisUrl: string): Promise<ReadonlyMap<string, string>> => {
  const redis = new Redis(redisUrl)
  try {
    const keys = (await redis.keys('*')).filter((key) => !passing.test(key)).toSorted()
    const texts = await Promise.all(keys.map((key) => textAt(redis, key)))
    return new Map(keys.map((key, index) => [key, texts[index] ?? '']))
  } finally {
    redis.disconnect()
  }
}

/** The keys that were written, added or removed in between. */
export const changedKeys = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
