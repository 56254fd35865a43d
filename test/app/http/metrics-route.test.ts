import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer } from '../../../src/app/http/http-server.ts'
import { readyServer } from '../../support/suite/ready-server.ts'

const token = 'the-token-of-a-test'
const address = { host: '127.0.0.1', port: 0 } as const

let url: string
let close: () => Promise<void>

beforeEach(async () => {
  const metrics = { token, text: async () => 'tunesmith_ready 1\n' }
  const server = await startHttpServer({ ...address, ...readyServer, metrics })
  url = `${server.url}/metrics`
  close = server.close
})
afterEach(() => close())

const ask = (authorization?: string) =>
  fetch(url, authorization === undefined ? {} : { headers: { authorization } })

test('the metrics are there for the bearer of the token', async () => {
  const response = await ask(`Bearer ${token}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await response.text()).toBe('tunesmith_ready 1\n')
})

test.each([
  ['nothing', undefined],
  ['the token alone', token],
  ['another token', 'Bearer the-token-of-nobody'],
  ['the beginning of it', `Bearer ${token.slice(0, -1)}`],
  ['no token', 'Bearer '],
])('who shows %s gets none', async (_, authorization) => {
  const response = await ask(authorization)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  expect(await response.text()).toBe('')
})

test('without a token there are none', async () => {
  const server = await startHttpServer({ ...address, ...readyServer })
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  await server.close()
})
