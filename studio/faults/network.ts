import { once } from 'node:events'
import type { Server } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../kit/clock.ts'
import { createNetwork } from '../kit/faults/network.ts'
import { spanMs } from '../kit/faults/reading.ts'

/**
 * A failure of the way to the studio. refused: nobody listens, and what was open breaks. cut: connections
 * break, new ones at once. stall: they stay, or are accepted, and nothing goes over them until it is over.
 */
export const networkFault = z.strictObject({
  network: z.enum(['refused', 'cut', 'stall']),
  /** Until faults are cleared when nothing is said. */
  ms: spanMs.optional(),
})

export type NetworkFault = z.output<typeof networkFault>

/** The way to the studio. The control has an address of its own, which it does not carry. */
export type StudioNetwork = {
  /** Puts a server on it; to be called before its first connection. */
  readonly carry: (server: Server) => void
  /** Lets it fail from now on, instead of however it fails already. */
  readonly fail: (fault: NetworkFault) => Promise<void>
  /** Puts it in order. */
  readonly mend: () => Promise<void>
}

/** Makes a network that is in order. */
export const createStudioNetwork = (clock: Clock): StudioNetwork => {
  const network = createNetwork({ clock, record: () => undefined })
  let server: Server | undefined
  let address: { readonly port: number; readonly host: string } | undefined
  let cancel = (): void => {}

  const listenAgain = async (): Promise<void> => {
    if (server === undefined || address === undefined || server.listening) return
    server.listen(address)
    await once(server, 'listening')
  }
  const stopListening = async (): Promise<void> => {
    const listensAt = server?.address()
    if (server === undefined || listensAt === null || typeof listensAt !== 'object') return
    address = { port: listensAt.port, host: listensAt.address }
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const mend = async (): Promise<void> => {
    cancel()
    network.mend()
    await listenAgain()
  }
  return {
    carry: (carried) => {
      server = carried
      network.carry(carried)
    },
    fail: async ({ network: how, ms }) => {
      await mend()
      if (ms !== undefined) cancel = clock.at(clock.now() + ms, () => void mend())
      if (how === 'refused') await stopListening()
      else network.fail({ network: how })
    },
    mend,
  }
}
