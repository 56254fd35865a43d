import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startHttpServer } from '../../src/app/http/http-server.ts'
import { lookAt, reachProblem } from '../../src/app/reach.ts'
import { performed } from '../../src/core/effect.ts'
import { createCallbackHearing } from '../../src/jobs/worker/callbacks.ts'
import { answers, breaks, startScriptedServer } from '../support/service/scripted-server.ts'
import { readyServer } from '../support/suite/ready-server.ts'

test('a public address that leads to us has no problem, and the look changes nothing', async () => {
  const nobody = () => Promise.reject(new Error('no job is named'))
  const hear = createCallbackHearing({
    addresses: { addressOf: () => '', isAddressOf: () => false, jobOf: () => undefined },
    store: { hint: nobody } as never,
    queue: { wake: nobody } as never,
    now: Date.now,
    log: undefined as never,
  })
  const callbacks = { path: '/webhooks/audio', isKnown: () => false, hear }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer, callbacks })
  expect(await reachProblem(performed, server.url)).toBeUndefined()
  await server.close()
})

test.each([
  ['another server', answers(404, 'Not found'), 'answers HTTP 404'],
  ['a page for every address', answers(200, '<html></html>'), 'answers HTTP 200'],
  ['nobody who answers', breaks, 'does not answer (UND_ERR_SOCKET)'],
])('a public address that leads to %s is told', async (_, reply, problem) => {
  const server = await startScriptedServer({ reply })
  expect(await reachProblem(performed, server.url)).toBe(problem)
  await server.close()
})

test('of an answer that never ends, only the start is read', async () => {
  const server = createServer((_request, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(1_000)));
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await lookAt(performed, `http://127.0.0.1:${port}`)).toMatchObject({
    status: 200,
    body: expect.stringMatching(/^x{20000}$/),
  })
  server.closeAllConnections()
  server.close()
})
