import type { StoreConnection } from '../../../src/redis/address.ts'

interface Sent {
  name: string
  resolve: (reply: unknown) => void
  reject: (error: Error) => void
  promise: Promise<unknown>
}

type Send = (command: Sent, ...rest: readonly unknown[]) => unknown

/** What only looks. A script counts as a change. */
const reads =
  /^(?:get|hget|hmget|hgetall|hexists|hlen|hkeys|hscan|zrange|zrangebylex|zrangebyscore|zrevrange|zcard|zscore|xrange|xrevrange|exists|time|mget|smembers)$/

const lost = () => new Error('Connection is closed.')

/**
 * Loses the connection while the change with the number `index`, from 0, is under way: Redis makes it, but its reply is
 * lost, or only what follows it. With `everything`, what only looks has a number, too. `heal` brings the connection back
 * and says whether it was lost.
 */
export const loseAt = (
  redis: StoreConnection,
  index: number,
  from: 'its reply' | 'what follows',
  counted: 'changes' | 'everything' = 'changes',
): { heal(): boolean } => {
  const connection = redis as unknown as { sendCommand: Send }
  const send = connection.sendCommand
  let count = 0
  let isLost = false
  let isTogether = false // a transaction is one change
  let pipeline: unknown // so is a pipeline: it is sent as a whole, or never
  const isCounted = ({ name }: Sent, stream: unknown): boolean =>
    !(isTogether || (stream !== undefined && stream === pipeline)) &&
    (counted === 'everything' || !reads.test(name))
  connection.sendCommand = (command, ...rest) => {
    const [stream] = rest
    if (isLost && (stream === undefined || stream !== pipeline)) {
      command.reject(lost())
      return command.promise
    }
    if (command.name === 'multi') isTogether = true
    if (command.name === 'exec') isTogether = false
    if (!isLost && isCounted(command, stream)) {
      isLost = count === index
      count += 1
      pipeline = stream
    }
    if (isLost && from === 'its reply') command.resolve = () => command.reject(lost())
    return send.call(redis, command, ...rest)
  }
  return {
    heal() {
      connection.sendCommand = send
      return isLost
    },
  }
}
