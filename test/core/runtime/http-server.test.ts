import { afterEach, describe, expect, test } from 'vitest'
import { type HealthCheck, startHttpServer } from '../../../src/core/runtime/http-server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const start = async (checks: readonly HealthCheck[]): Promise<string> => {
  const { url, close } = await startHttpServer({ host: '127.0.0.1', port: 0, checks })
  closing.push(close)
  return url
}

const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

const well: HealthCheck = { name: 'Redis', problem: () => Promise.resolve(undefined) }
const ill: HealthCheck = { name: 'Discord', problem: () => Promise.resolve('is not connected') }
const broken: HealthCheck = {
  name: 'Redis',
  problem: () => Promise.reject(new Error('redis://:secret@host')),
}

describe('GET /health/ready', () => {
  test.each([
    ['all is well', [well], 200, { status: 'ready', problems: [] }],
    ['there is nothing to check', [], 200, { status: 'ready', problems: [] }],
    [
      'one thing is not well',
      [well, ill],
      503,
      { status: 'not ready', problems: [{ name: 'Discord', problem: 'is not connected' }] },
    ],
    [
      'a check fails, whose words are kept inside',
      [broken],
      503,
      { status: 'not ready', problems: [{ name: 'Redis', problem: 'the check failed' }] },
    ],
  ])('while %s', async (_, checks, status, body) => {
    expect(await get(`${await start(checks)}/health/ready`)).toEqual({ status, body })
  })
})

test('GET /health/live says that the process lives, whatever else is ill', async () => {
  expect(await get(`${await start([ill, broken])}/health/live`)).toEqual({
    status: 200,
    body: { status: 'live' },
  })
})

test.each(['/', '/metrics', '/health', '/health/ready/x', '/../etc/passwd'])(
  'GET %s finds nothing',
  async (path) => {
    expect((await fetch(`${await start([])}${path}`)).status).toBe(404)
  },
)

test('closing ends connections that are kept alive, too', async () => {
  const { url, close } = await startHttpServer({ host: '127.0.0.1', port: 0, checks: [] })
  await get(`${url}/health/live`)
  await close()
  await expect(fetch(`${url}/health/live`)).rejects.toThrow()
})
