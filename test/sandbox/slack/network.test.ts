import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RawApp, startRawApp } from './support.ts'

let app: RawApp

beforeEach(async () => {
  app = await startRawApp()
})

afterEach(() => app.stop())

const fail = (fault: object) => app.slack.faults.add(fault)
const summaries = () => app.wire.since(0).map(({ summary }) => summary)

describe('a network that is cut', () => {
  test('breaks every socket, and what is called, until its time is over', async () => {
    const socket = await app.connect()
    fail({ network: 'cut', ms: 5_000 })
    expect(await socket.closed).toBe(1006)
    await expect(app.call('auth.test')).rejects.toThrow('fetch failed')
    app.clock.advance(5_000)
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
    await app.connect()
    expect(app.refusals()).toEqual([])
  })

  test('is to blame for what is not acknowledged', async () => {
    const socket = await app.connect()
    const asking = app.act({ command: '/music', options: {}, files: [] })
    await socket.next('slash_commands')
    fail({ network: 'cut', ms: 3_000 })
    app.clock.advance(3_000)
    await asking
    expect(app.refusals()).toEqual([])
  })
})

test('a network that stalls hands over late what was sent on either side', async () => {
  const socket = await app.connect()
  fail({ network: 'stall', ms: 2_000 })
  const calling = app.call('auth.test')
  await app.act({ say: 'hello' })
  app.clock.advance(2_000)
  expect(await calling).toMatchObject({ ok: true })
  socket.ack(await socket.next('message'))
  expect(summaries().indexOf('auth.test ok')).toBeGreaterThan(summaries().indexOf('network in order'))
  expect(app.refusals()).toEqual([])
})

describe('signed requests', () => {
  let server: Server
  let arrived: number

  beforeEach(async () => {
    arrived = 0
    server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        arrived += 1
        const body = Buffer.concat(parts).toString()
        response.end(body.startsWith('{') ? String(JSON.parse(body).challenge ?? '') : '')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    app.slack.setRequestUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })

  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test.each(['cut', 'stall'])('do not arrive over a network that fails: %s', async (network) => {
    fail({ network })
    const asking = app.act({ command: '/music', options: {}, files: [] })
    app.clock.advance(3_000)
    await asking
    expect(arrived).toBe(0)
    expect(app.refusals()).toEqual([])
    app.slack.faults.clear()
    await app.act({ command: '/music', options: {}, files: [] })
    expect(arrived).toBeGreaterThan(0)
    expect(app.refusals()).toEqual([])
  })

  test('of an event come again when the network is in order', async () => {
    fail({ network: 'cut', ms: 30_000 })
    const { event } = await app.act({ say: 'hello' })
    expect(event).toBeDefined()
    app.clock.advance(30_000)
    expect(arrived).toBe(0)
  })
})

describe('a fault of the network makes no sense', () => {
  test.each([
    ['as something else', { network: 'explode' }, 'network'],
    ['for no time', { network: 'cut', ms: 0 }, 'ms'],
    ['together with another fault', { network: 'cut', socket: 'drop' }, 'network'],
  ])('%s', (_what, fault, field) => {
    expect(() => fail(fault)).toThrow(expect.objectContaining({ name: 'InvalidFault', field }))
  })
})
