import { Command, type Redis } from 'ioredis'

/** The slot of a cluster that a key lies in. */
const slotOf = (key: string | Buffer): number => new Command('get', [key]).getSlot()

/** What stands for an open transaction: its commands go over the wire as one piece. */
type Piece = NonNullable<Parameters<Redis['sendCommand']>[1]>

/**
 * Has a single Redis refuse what a cluster does: a command, a script among them, or a transaction whose keys lie
 * in different slots. So whatever is shown with one Redis is shown to be fit for a cluster in this respect.
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
