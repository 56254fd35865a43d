import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connectStore } from '../../src/redis/connection.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { freePort } from '../../studio/kit/free-port.ts'

// Scripted Sentinels: a real one on this machine is never in protected mode, for we reach it by its own address.

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers every connection so. */
const serving = async (answer: (client: Socket) => void): Promise<number> => {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    answer(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** https://github.com/redis/redis/blob/unstable/src/networking.c, acceptCommonHandler */
const inProtectedMode = () =>
  serving((client) => {
    client.end('-DENIED Redis is running in protected mode because protected mode is enabled\r\n')
  })

const broken = () => serving((client) => client.destroy())

/** A Sentinel that knows this primary and no other Sentinel. */
const leadingTo = (primary: number) => {
  const replies: Readonly<Record<string, string>> = {
    'get-master-addr-by-name': `*2\r\n$9\r\n127.0.0.1\r\n$${`${primary}`.length}\r\n${primary}\r\n`,
    sentinels: '*0\r\n',
  }
  return serving((client) => {
    client.on('data', (data) => {
      for (const [, subcommand = ''] of `${data}`.matchAll(/\*\d+\r\n\$\d+\r\n\w+\r\n\$\d+\r\n([\w-]+)/g))
        client.write(replies[subcommand] ?? '+OK\r\n')
    })
  })
}

const faultOf = async (sentinels: readonly number[], waitMs: number): Promise<unknown> => {
  const hosts = sentinels.map((port) => `127.0.0.1:${port}`).join(',')
  const redis = connectStore(`redis+sentinel://${hosts}/tunesmith`, () => undefined)
  closing.push(() => redis.disconnect())
  return waitForRedis(redis, waitMs).catch((error: unknown) =>
    error instanceof Error ? error.message : error,
  )
}

const patienceMs = 20_000
const denied =
  /^A Sentinel is in protected mode \(DENIED\).* Set requirepass there, and REDIS_SENTINEL_PASSWORD/

describe('Sentinels of which none can be asked', () => {
  test.each<[string, () => Promise<number[]>]>([
    ['the only one', async () => [await inProtectedMode()]],
    ['the first', async () => [await inProtectedMode(), await freePort()]],
    ['another, behind one that is not there', async () => [await freePort(), await inProtectedMode()]],
    ['the last, behind one that breaks off', async () => [await broken(), await inProtectedMode()]],
  ])('are said to be in protected mode where that is %s', async (_, sentinels) => {
    expect(await faultOf(await sentinels(), patienceMs)).toMatch(denied)
  })
})

test('a primary that breaks off is not blamed on a Sentinel that was passed over', async () => {
  const reached = Promise.withResolvers<void>()
  const primary = await serving((client) => {
    reached.resolve()
    client.destroy()
  })
  const sentinels = [await inProtectedMode(), await leadingTo(primary)]
  expect(await faultOf(sentinels, 500)).toMatch(/^Redis did not answer within 0\.5 s\./)
  await reached.promise
})
