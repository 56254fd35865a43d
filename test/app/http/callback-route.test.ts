import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHttpServer } from '../../../src/app/http/http-server.ts'
import { readyServer } from '../../support/suite/ready-server.ts'

let url: string
let close: () => Promise<void>
let heard: { code: string; body: string }[]
let hearing: Promise<void>
let isOpen: boolean
const unknown = 'code-of-nobody'

beforeEach(async () => {
  heard = []
  hearing = Promise.resolve()
  isOpen = true
  const callbacks = {
    path: '/webhooks/audio',
    isOpen: () => isOpen,
    isKnown: (code: string) => code !== unknown,
    hear(code: string, body: string) {
      heard.push({ code, body })
      return hearing
    },
  }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer, callbacks })
  url = server.url
  close = server.close
})
afterEach(() => close())

const call = async (path: string, init: RequestInit): Promise<[number, string]> => {
  const response = await fetch(`${url}${path}`, init)
  return [response.status, await response.text()]
}

const json = '{"task_id":"task-1"}'
const nothing = [204, '']

describe('a callback', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'image/png',
    'nonsense',
  ])('as %s is heard, and answered with nothing', async (type) => {
    const init = { method: 'POST', body: json, headers: { 'content-type': type } }
    expect(await call('/webhooks/audio/code-1', init)).toEqual(nothing)
    expect(heard).toEqual([{ code: 'code-1', body: json }])
  })

  test('without a type is heard', async () => {
    expect(await call('/webhooks/audio/code-1', { method: 'POST', body: Buffer.from(json) })).toEqual(nothing)
    expect(heard).toEqual([{ code: 'code-1', body: json }])
  })

  test.each([
    ['no JSON', 'not {json'],
    ['half of it', json.slice(0, 9)],
    ['a page', '<html></html>'],
    ['nothing at all', ''],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['very deep', '['.repeat(200_000)],
    ['as much as may be', 'x'.repeat(256 * 1024)],
  ])('of %s is answered alike', async (_, body) => {
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect(await call('/webhooks/audio/code-1', init)).toEqual(nothing)
  })

  test.each([
    ['no code', ''],
    ['a long one', 'x'.repeat(2_000)],
    ['slashes', 'a/b/c'],
    ['an escaped one', '%2e%2e%2f'],
    ['a query', 'code-1?task_id=x'],
  ])('with %s is answered alike', async (_, code) => {
    expect(await call(`/webhooks/audio/${code}`, { method: 'POST', body: json })).toEqual(nothing)
  })

  test('of more than 256 KiB is not read, no matter who sends it', async () => {
    const body = 'x'.repeat(256 * 1024 + 1)
    const answers = await Promise.all(
      ['code-1', 'code-2'].map((code) => call(`/webhooks/audio/${code}`, { method: 'POST', body })),
    )
    expect(answers.map(([status]) => status)).toEqual([413, 413])
    expect(answers[0]?.[1]).toBe(answers[1]?.[1])
    expect(heard).toEqual([])
  })

  test('that does not say how long it is, is not read further either', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/webhooks/audio/code-1`, { method: 'POST' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      for (let chunk = 0; chunk < 5; chunk += 1) sent.write('x'.repeat(64 * 1024))
      sent.end()
    })
    expect(status).toBe(413)
    expect(heard).toEqual([])
  })

  test('is answered before anybody has done anything about it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hearing = promise
    expect(await call('/webhooks/audio/code-1', { method: 'POST', body: json })).toEqual(nothing)
    resolve()
  })
})

describe('without its body is answered at once the callback', () => {
  /** The answer to the head of a request, whose body never comes. */
  const answerToHead = async (code: string): Promise<string> => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const head = [`POST /webhooks/audio/${code} HTTP/1.1`, 'host: tunes', 'content-length: 1000', '', '']
    socket.write(head.join('\r\n'))
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })
    socket.destroy()
    return String(answer).split('\r\n')[0] ?? ''
  }

  test.each([
    ['with a code that is not ours', unknown, true, 'HTTP/1.1 204 No Content'],
    ['that asks for an echo', 'echo.x', true, 'HTTP/1.1 204 No Content'],
    ['that could not be kept', 'code-1', false, 'HTTP/1.1 503 Service Unavailable'],
  ])('%s', async (_, code, open, answer) => {
    isOpen = open
    expect(await answerToHead(code)).toBe(answer)
    expect(heard).toEqual([])
  })

  test('with a code that is not ours, whatever it is', async () => {
    const init = { method: 'POST', body: json }
    expect(await call(`/webhooks/audio/${unknown}`, init)).toEqual(nothing)
    expect(heard).toEqual([])
  })
})

test.each(['GET', 'HEAD'])('%s, by which somebody tries whether we are there, finds us', async (method) => {
  expect(await call('/webhooks/audio/code-1', { method })).toEqual(nothing)
  expect(heard).toEqual([])
})

test.each([
  ['PUT', '/webhooks/audio/code-1'],
  ['DELETE', '/webhooks/audio/code-1'],
  ['POST', '/webhooks/audio'],
  ['POST', '/webhooks/other/code-1'],
])('%s %s finds nothing', async (method, path) => {
  expect((await call(path, { method }))[0]).toBe(404)
  expect(heard).toEqual([])
})

test('where nobody calls back, nothing is served', async () => {
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer })
  const response = await fetch(`${server.url}/webhooks/audio/code-1`, { method: 'POST', body: json })
  expect(response.status).toBe(404)
  await server.close()
})
