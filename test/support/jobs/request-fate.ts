import type { Socket } from 'node:net'

/**
 * What may become of one request on its way, and of the answer to it; and how many such requests reach the server. Cut off,
 * silent and half of an answer come first.
 */
export const requestFates = [
  ['is cut off before it arrives', 0],
  ['is never answered', 1],
  ['has half an answer', 1],
  ['never arrives', 0],
  ['arrives, and the connection with the answer is lost', 1],
  ['has an answer that is reset in its head', 1],
  ['has an answer that is reset in its body', 1],
] as const
export type RequestFate = (typeof requestFates)[number][0]

/** Decides over what is said on one connection from the request on. */
export interface Destiny {
  fromClient(bytes: Buffer, client: Socket, upstream: Socket): void
  fromServer(bytes: Buffer, client: Socket): void
  /** Whether the client never hears that the server hung up. */
  isSilent?: boolean
}

const headBytesPassed = 20
const headEnd = '\r\n\r\n'

/** How many bytes of an answer pass; undefined while it has not come so far. */
const passing = (seen: Buffer, part: 'head' | 'body'): number | undefined => {
  if (part === 'head') return headBytesPassed
  const at = seen.indexOf(headEnd)
  const bodyAt = at + headEnd.length
  return at === -1 || seen.length < bodyAt + 2 ? undefined : Math.floor((bodyAt + seen.length) / 2)
}

const passes: Destiny['fromClient'] = (bytes, _, upstream) => void upstream.write(bytes)
const isSwallowed = () => undefined

/** Passes the answer on up to a point, and then resets the connection, or ends it as if all had been said. */
const cuttingOff = (part: 'head' | 'body', how: 'reset' | 'end'): Destiny => {
  let seen = Buffer.alloc(0)
  let isOver = false
  return {
    fromClient: passes,
    fromServer(bytes, client) {
      if (isOver) return
      const before = seen.length
      seen = Buffer.concat([seen, bytes])
      const count = passing(seen, part)
      isOver = count !== undefined
      client.write(seen.subarray(before, count), () => {
        if (isOver) void (how === 'reset' ? client.resetAndDestroy() : client.end())
      })
    },
  }
}

/** The destiny of a connection whose request has this fate. */
export const destinyOf = (fate: RequestFate): Destiny => {
  switch (fate) {
    case 'is cut off before it arrives':
      return { fromClient: (_, client) => void client.destroy(), fromServer: isSwallowed }
    case 'never arrives':
      return { fromClient: isSwallowed, fromServer: isSwallowed, isSilent: true }
    case 'is never answered':
      return { fromClient: passes, fromServer: isSwallowed, isSilent: true }
    case 'arrives, and the connection with the answer is lost':
      return { fromClient: passes, fromServer: (_, client) => void client.destroy() }
    case 'has an answer that is reset in its head':
      return cuttingOff('head', 'reset')
    case 'has an answer that is reset in its body':
      return cuttingOff('body', 'reset')
    case 'has half an answer':
      return cuttingOff('body', 'end')
  }
}
