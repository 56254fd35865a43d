import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { type Mount, startHttpServer } from '../../../src/app/http/http-server.ts'
import { readyServer } from '../../support/suite/ready-server.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Reads a body whole, as who checks its signature must, and never answers unless told. */
const readsAll = (answers: boolean) => {
  const bodies: number[] = []
  const mount: Mount = {
    path: '/slack',
    async handle(incoming, response) {
      const body = await buffer(incoming).catch(() => undefined)
      if (body === undefined) return
      bodies.push(body.length)
      if (answers) response.end()
    },
  }
  return { mount, bodies }
}

const start = async (unreadBytesMax?: number, answers = true) => {
  const { mount, bodies } = readsAll(answers)
  const { url, close } = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    ...readyServer,
    mounts: [mount],
    callbacks: { path: '/webhooks/audio', isKnown: () => true, hear: async () => undefined },
    ...(unreadBytesMax !== undefined && { unreadBytesMax }),
  })
  endings.push(close)
  return { url, bodies }
}

const kib = 1024
const mib = 1024 * kib

/** Sends a head and a part of the body, and no more. */
const stall = async (url: string, path: string, length: string, sent = 'x'): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  endings.push(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'host: tunes', 'content-type: application/json', length]
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`)
  return socket
}
const lengthOf = (bytes: number) => `content-length: ${bytes}`

/** What a sender is told before its connection is closed. */
const refusal = (socket: Socket): Promise<string> => text(socket)

const send = async (url: string, path: string, bytes: number): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: 'x'.repeat(bytes) })
  await answer.arrayBuffer()
  return answer.status
}

/** Answers once the server has met every head that was sent before. */
const met = async (url: string): Promise<void> => void (await fetch(`${url}/health/live`))

describe('what is held of bodies that have not arrived whole is limited', () => {
  test.each([
    ['of Slack’s requests', '/slack/events'],
    ['of callbacks', '/webhooks/audio/code-1'],
    ['of requests for nothing that there is', '/nothing'],
  ])('%s', async (_, path) => {
    const { url } = await start(200 * kib)
    const held = [await stall(url, path, lengthOf(100 * kib)), await stall(url, path, lengthOf(100 * kib))]
    await met(url)
    const answer = await refusal(await stall(url, path, lengthOf(100 * kib)))
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\r\nretry-after: 10\r\n/i)
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false])
  })

  test('over all paths together', async () => {
    const { url } = await start(200 * kib)
    await stall(url, '/slack/events', lengthOf(100 * kib))
    await stall(url, '/webhooks/audio/code-1', lengthOf(100 * kib))
    await met(url)
    expect(await send(url, '/nothing', 100 * kib)).toBe(503)
  })

  test('also of those that do not say how long they are', async () => {
    const { url } = await start(2 * mib)
    const chunked = () => stall(url, '/slack/events', 'transfer-encoding: chunked', '1\r\nx\r\n')
    await chunked()
    await chunked()
    await met(url)
    expect(await refusal(await chunked())).toMatch(/^HTTP\/1\.1 503 /)
  })

  test('to 32 MiB, however many senders stall just below what is read of one', async () => {
    const { url } = await start()
    const answers: string[] = []
    for (let count = 0; count < 40; count += 1) {
      const sender = await stall(url, '/slack/events', lengthOf(mib - 1))
      sender.once('data', (answer) => answers.push(String(answer).slice(0, 12)))
    }
    await met(url)
    await expect.poll(() => answers).toEqual(Array(8).fill('HTTP/1.1 503'))
  })
})

describe('what is held is free again', () => {
  test.each<[string, (socket: Socket) => unknown]>([
    ['once the rest has come', (socket) => socket.write('x'.repeat(100 * kib - 1))],
    ['once the sender has gone', (socket) => socket.destroy()],
    ['once the sender has ended too early', (socket) => socket.end()],
  ])('%s', async (_, end) => {
    const { url } = await start(150 * kib)
    const first = await stall(url, '/slack/events', lengthOf(100 * kib))
    await met(url)
    expect(await send(url, '/slack/events', 100 * kib)).toBe(503)
    end(first)
    await expect.poll(() => send(url, '/slack/events', 100 * kib)).toBe(200)
  })

  test('while a request that came whole is still being answered', async () => {
    const { url, bodies } = await start(150 * kib, false)
    const whole = 'x'.repeat(100 * kib)
    await stall(url, '/slack/events', lengthOf(100 * kib), whole)
    await expect.poll(() => bodies).toHaveLength(1)
    await stall(url, '/slack/events', lengthOf(100 * kib), whole)
    await expect.poll(() => bodies).toHaveLength(2)
  })

  test('at once where a request is refused unread', async () => {
    const { url } = await start(mib)
    for (let count = 0; count < 5; count += 1)
      expect(await send(url, '/webhooks/audio/code-1', 300 * kib)).toBe(413)
    expect(await send(url, '/slack/events', mib)).toBe(200)
  })
})

describe('small requests are never refused', () => {
  test('while others hold all there is', async () => {
    const { url } = await start(200 * kib)
    await stall(url, '/slack/events', lengthOf(200 * kib))
    await met(url)
    expect(await send(url, '/slack/events', 17 * kib)).toBe(503)
    const many = Array.from({ length: 30 }, () => send(url, '/slack/events', 8 * kib))
    expect(await Promise.all(many)).toEqual(Array(30).fill(200))
  })

  test('in chunks, as some proxies pass them on', async () => {
    const { url, bodies } = await start()
    const sendChunked = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${url}/slack/events`, { method: 'POST' }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject)
        sent.write('x'.repeat(3 * kib))
        sent.end('x'.repeat(kib))
      })
    expect(await Promise.all(Array.from({ length: 30 }, sendChunked))).toEqual(Array(30).fill(200))
    expect(bodies).toEqual(Array(30).fill(4 * kib))
  })
})
