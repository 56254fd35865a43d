import { z } from 'zod'
import type { Clock } from '../../studio/kit/clock.ts'
import type { RemoteFaults } from '../../studio/kit/faults/faults.ts'
import { InvalidFault } from '../../studio/kit/faults/invalid-fault.ts'
import { parse, spanMs } from '../../studio/kit/faults/reading.ts'
import type { RedisServer } from '../../studio/kit/redis/redis.ts'
import type { Wire } from '../wire.ts'

const schema = z.discriminatedUnion('redis', [
  /** The server is killed and started again on its data: it is there again by the answer. */
  z.strictObject({ redis: z.literal('restart') }),
  /** The server takes connections and answers nothing, for so long or until faults are cleared. */
  z.strictObject({ redis: z.literal('pause'), ms: spanMs.optional() }),
])

type RedisFaultOptions = {
  readonly redis: Pick<RedisServer, 'pid' | 'restart' | 'pause' | 'resume'>
  readonly clock: Clock
  readonly wire: Pick<Wire, 'record'>
  /** Hears of every process that takes the place of one before. */
  readonly onStart: (pid: number) => void
}

/** Lets the sandbox's Redis fail; one that is not the sandbox's own is left alone. */
export const createRedisFaults = ({ redis, clock, wire, onStart }: RedisFaultOptions): RemoteFaults => {
  let cancel = (): void => {}
  const mend = (): void => {
    cancel()
    redis.resume()
  }
  return {
    add: async (value) => {
      const fault = parse(schema, value)
      if (redis.pid === undefined) throw new InvalidFault('target', 'is a Redis that others run')
      mend()
      wire.record({ platform: 'redis', kind: 'event', summary: `redis fault: ${fault.redis}`, detail: fault })
      if (fault.redis === 'restart') {
        await redis.restart()
        if (redis.pid !== undefined) onStart(redis.pid)
        return
      }
      redis.pause()
      if (fault.ms !== undefined) cancel = clock.at(clock.now() + fault.ms, mend)
    },
    clear: async () => mend(),
  }
}
