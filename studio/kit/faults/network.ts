import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { spanMs } from './reading.ts'

/**
 * A failure of the way between a bot and a platform. cut: connections break, new ones at once.
 * stall: they stay, or are accepted, and nothing goes over them; what was sent meanwhile arrives
 * when it is over, as TCP delivers it.
 */
export const networkFault = z.strictObject({
  network: z.enum(['cut', 'stall']),
  /** Until faults are cleared when nothing is said. */
  ms: spanMs.optional(),
})

export type NetworkFault = z.output<typeof networkFault>

/** The way between a bot and one stand-in. */
export interface Network {
  /** Puts a server's connections on it; to be called before the first one. */
  carry(server: Server): void
  /** Lets it fail from now on, instead of however it fails already. */
  fail(fault: NetworkFault): void
  /** Puts it in order. */
  mend(): void
  /** How it fails now. */
  failure(): NetworkFault['network'] | undefined
  /**
   * Whether it failed at that time of the world's clock or later: what did not
   * arrive since then is nobody's fault.
   */
  failedSince(atMs: number): boolean
}

type NetworkOptions = {
  readonly clock: Clock
  /** Hears in a few words when it fails, and when it is in order again. */
  readonly record: (summary: string) => void
}

/** Nothing is read, and nothing is written before it is taken up again. */
const hold = (socket: Socket): void => {
  socket.pause()
  socket.cork()
}

const letGo = (socket: Socket): void => {
  socket.uncork()
  socket.resume()
}

/** Makes a network that is in order. */
export const createNetwork = ({ clock, record }: NetworkOptions): Network => {
  const open = new Set<Socket>()
  const held = new Set<Socket>()
  let failure: NetworkFault['network'] | undefined
  let failedUntilMs = Number.NEGATIVE_INFINITY
  let cancel = () => {}

  const suffer = (socket: Socket): void => {
    if (failure === 'cut') socket.destroy()
    if (failure !== 'stall') return
    held.add(socket)
    hold(socket)
  }

  const mend = (): void => {
    cancel()
    if (failure === undefined) return
    failure = undefined
    failedUntilMs = clock.now()
    record('network in order')
    for (const socket of held) letGo(socket)
    held.clear()
  }

  const accept = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      held.delete(socket)
    })
    // The reader of the body may want to go on reading.
    socket.on('resume', () => held.has(socket) && socket.pause())
    suffer(socket)
  }

  return {
    // After the server's own listener, which begins to read.
    carry: (server) => void server.on('connection', accept),
    fail: ({ network, ms }) => {
      mend()
      failure = network
      record(`network fault: ${network}`)
      for (const socket of open) suffer(socket)
      if (ms !== undefined) cancel = clock.at(clock.now() + ms, mend)
    },
    mend,
    failure: () => failure,
    failedSince: (atMs) => failure !== undefined || failedUntilMs >= atMs,
  }
}
