import { Command, type Redis } from 'ioredis'

/** A key's slot in a cluster. */
const slotOf = (key: string | Buffer): number => new Command('get', [key]).getSlot()

/** Identifies an open transaction, which goes over the wire as one piece. */
type Piece = NonNullable<Parameters<Redis['sendCommand']>[1]>

/**
 * Makes a single Redis reject what a cluster rejects: a command, script or transaction whose keys are in different
 * slots. Every test that uses a single Redis checks this along the way.
 */
export const refuseCrossSlot = (redis: Redis): Redis => {
  const send = redis.sendCommand.bind(redis)
  const inTransaction = new WeakMap<Piece, Set<number>>()

  redis.sendCommand = (command, piece) => {
    if (piece !== undefined && command.name === 'multi') inTransaction.set(piece, new Set())
    if (piece !== undefined && command.name === 'exec') inTransaction.delete(piece)
    const together = piece && inTransaction.get(piece)
    const slots = together ?? new Set<number>()
    for (const key of command.getKeys()) slots.add(slotOf(key))
    if (slots.size > 1) {
      if (together) redis.disconnect() // a part of it counts as sent, and no reply would come
      throw new Error(
        `CROSSSLOT ${command.name} has keys of different slots: ${command.getKeys().join(', ')}`,
      )
    }
    return send(command, piece)
  }
  return redis
}
