import type { Redis } from 'ioredis'

/**
 * The part of a key that decides its slot
 * (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags). Two tags can share a slot, but
 * only by chance.
 */
const tagOf = (key: string | Buffer): string => {
  const text = typeof key === 'string' ? key : key.toString('latin1')
  return /^[^{]*\{([^}]+)\}/.exec(text)?.[1] ?? text
}

/** Identifies an open transaction, which goes over the wire as one piece. */
type Piece = NonNullable<Parameters<Redis['sendCommand']>[1]>

/**
 * Makes a single Redis reject what a cluster rejects: a command, script or transaction whose keys have different
 * tags. Every test that uses a single Redis checks this along the way.
 */
export const refuseCrossSlot = (redis: Redis): Redis => {
  const send = redis.sendCommand.bind(redis)
  const inTransaction = new WeakMap<Piece, Set<string>>()

  redis.sendCommand = (command, piece) => {
    if (piece !== undefined && command.name === 'multi') inTransaction.set(piece, new Set())
    if (piece !== undefined && command.name === 'exec') inTransaction.delete(piece)
    const together = piece && inTransaction.get(piece)
    const keys = command.getKeys()
    if (together === undefined && keys.length < 2) return send(command, piece)
    const tags = together ?? new Set<string>()
    for (const key of keys) tags.add(tagOf(key))
    if (tags.size > 1) {
      if (together) redis.disconnect() // a part of it counts as sent, and no reply would come
      throw new Error(`CROSSSLOT ${command.name} has keys of different tags: ${keys.join(', ')}`)
    }
    return send(command, piece)
  }
  return redis
}
