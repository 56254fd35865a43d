import type { WebSocket } from 'ws'

/** What comes over a socket. */
export type Inbox<Message> = {
  /** Everything so far. */
  readonly received: readonly Message[]
  /** The next one that fits; others before it are passed over. */
  next(fits: (message: Message) => boolean): Promise<Message>
}

/** Collects the JSON that comes over a socket, to be read in order. */
export const createInbox = <Message>(socket: WebSocket): Inbox<Message> => {
  const received: Message[] = []
  const wakers = new Set<() => void>()
  let read = 0
  socket.on('message', (raw) => {
    received.push(JSON.parse(raw.toString()))
    for (const wake of wakers) wake()
  })
  const take = (fits: (message: Message) => boolean): Message | undefined => {
    while (read < received.length) {
      const message = received[read++]
      if (message !== undefined && fits(message)) return message
    }
    return undefined
  }
  return {
    received,
    next: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          const message = take(fits)
          if (message === undefined) return
          wakers.delete(check)
          resolve(message)
        }
        wakers.add(check)
        check()
      }),
  }
}
