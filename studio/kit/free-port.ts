import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * From here up systems take ports for connections that go out, as a child may find when it comes to listen:
 * https://docs.kernel.org/networking/ip-sysctl.html#ip-variables
 */
const firstPassingPort = 32_768
const firstPort = 10_240
const triesMax = 50
/** The highest port there is. */
export const portMax = 65_535

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** The first port from this one on that nobody listens on at this moment; 0 leaves the choice to the system. */
export const freePortFrom = async (first: number): Promise<number> => {
  if (first === 0) return 0
  const last = Math.min(first + triesMax - 1, portMax)
  for (let port = first; port <= last; port += 1) if (await isFree(port)) return port
  throw new Error(`no port from ${first} to ${last} is free`)
}

/**
 * A port that nobody listens on at this moment, and that no outgoing connection is given by chance; somebody
 * may still take it a moment later. Rejects when none is found.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(firstPort, firstPassingPort)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
