import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../../studio/kit/free-port.ts'

test('a free port can be listened on, and is none of those that connections going out are given', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  // Linux, unless told otherwise: https://docs.kernel.org/networking/ip-sysctl.html#ip-variables
  expect(port).toBeLessThan(32_768)
})

test('several that are asked for at once are different ones', async () => {
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  expect(new Set(ports).size).toBe(5)
})
