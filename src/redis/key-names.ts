import { Cluster } from 'ioredis'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'

const keysAtOnce = 1_000

/**
 * The names of all keys that fit a pattern, in parts; a name may come twice. Looks through every key, so it is for rare
 * work in the background.
 */
export const keyNames = async function* (
  redis: StoreConnection,
  pattern: string,
): AsyncGenerator<readonly string[]> {
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    let cursor = '0'
    do {
      const [next, names] = await fromStore(node.scan(cursor, 'MATCH', pattern, 'COUNT', keysAtOnce))
      yield names
      cursor = next
    } while (cursor !== '0')
  }
}
