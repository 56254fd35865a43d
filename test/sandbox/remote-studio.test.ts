import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../sandbox/control/control.ts'
import type { WireEntry } from '../../sandbox/wire.ts'
import { followStudio, reachStudio } from '../../sandbox/world/remote-studio.ts'
import { type Caller, startCaller } from '../studio/caller.ts'
import { callRaw } from '../studio/raw-call.ts'
import { type RawBot, startRawBot } from './discord/support.ts'

let bot: RawBot
let caller: Caller
let control: Awaited<ReturnType<typeof startControl>>

beforeEach(async () => {
  bot = await startRawBot()
  caller = await startCaller()
  control = await startControl({ ...bot, studio: reachStudio(caller.controlUrl, bot.wire) })
})
afterEach(async () => {
  await control.close()
  await caller.close()
  await bot.stop()
})

const fault = async (body: object) => {
  const response = await fetch(`${control.url}/faults`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

const voices = () => callRaw(`${caller.baseUrl}/v1/getAllVoices`, { key: caller.apiKey })

test('the control of the sandbox lets the studio fail, and ends that', async () => {
  const failing = { target: 'studio', respond: { path: '/v1/getAllVoices', answer: 'page 502', times: 9 } }
  expect(await fault(failing)).toEqual({ status: 200, body: { ok: true } })
  expect((await voices()).status).toBe(502)
  await fetch(`${control.url}/faults`, { method: 'DELETE' })
  expect((await voices()).status).toBe(200)
})

test('a fault of the studio is on the wire, and is no refusal', async () => {
  await fault({ target: 'studio', network: 'cut' })
  expect(bot.wire.since(0)).toMatchObject([
    { platform: 'studio', kind: 'event', summary: 'studio fault', detail: { network: 'cut' } },
  ])
  expect(bot.wire.refusals()).toEqual([])
})

test('the network of the studio can be mended while it fails', async () => {
  await fault({ target: 'studio', network: 'refused' })
  expect((await voices()).end).toBe('ECONNREFUSED')
  await fetch(`${control.url}/faults`, { method: 'DELETE' })
  expect((await voices()).status).toBe(200)
})

test('a fault of the studio that makes no sense is answered as every other', async () => {
  expect(await fault({ target: 'studio', respond: { path: '/v1/Nothing', answer: 'lost' } })).toMatchObject({
    status: 400,
    body: { field: 'respond.path', error: expect.stringContaining('/v1/Remix') },
  })
})

test('a studio is held to the plan that it is told', async () => {
  await reachStudio(caller.controlUrl, bot.wire).limit({ parallelMax: 2, lookUpsPerMinute: 30 })
  const { body } = await caller.control('GET', '/settings')
  expect(body).toMatchObject({ parallelMax: 2, lookUpsPerMinute: 30 })
})

describe('a studio that is followed', () => {
  let following: ReturnType<typeof followStudio>

  beforeEach(() => {
    following = followStudio(caller.controlUrl, bot.wire)
  })
  afterEach(() => following.close())

  const untilOnWire = async (count: number): Promise<readonly WireEntry[]> => {
    for (let seen = bot.wire.since(0).length; seen < count; seen = bot.wire.since(0).length)
      await bot.wire.changed(seen)
    return bot.wire.since(0)
  }

  test('has on the wire the request, at the time of the sandbox, and no refusals there', async () => {
    await caller.control('POST', '/clock', { advanceMs: 60 * 60_000 })
    await voices()
    await caller.get('/v1/byId?conversionType=COVER')
    const startedMs = bot.clock.now()
    const [listed, refused] = await untilOnWire(2)
    expect(listed).toMatchObject({
      id: 1,
      platform: 'studio',
      kind: 'request',
      summary: 'GET /v1/getAllVoices 200',
      detail: { method: 'GET', path: '/v1/getAllVoices', given: {}, status: 200, answer: { success: true } },
    })
    expect(listed?.atMs).toBeLessThan(startedMs + 60_000)
    expect(refused).toMatchObject({
      kind: 'request',
      summary: expect.stringMatching(/^GET \/v1\/byId 4\d\d$/),
    })
    expect(bot.wire.refusals()).toEqual([])
  })

  test('is followed while its network fails, and after that', async () => {
    await fault({ target: 'studio', network: 'refused' })
    await voices()
    await caller.control('DELETE', '/faults')
    await voices()
    const summaries = (await untilOnWire(2)).map(({ summary }) => summary)
    expect(summaries).toEqual(['studio fault', 'GET /v1/getAllVoices 200'])
  })

  test('is asked again after it was away', async () => {
    await following.close()
    const news = [{ id: 1, kind: 'event', summary: 'it is back', detail: {} }]
    const answers = [503, 200]
    const server = createServer((_request, response) => {
      const status = answers.shift()
      if (status !== undefined) response.writeHead(status).end(JSON.stringify(news))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    following = followStudio(`http://127.0.0.1:${typeof address === 'object' && address?.port}`, bot.wire)
    expect(await untilOnWire(1)).toMatchObject([{ platform: 'studio', summary: 'it is back' }])
    await following.close()
    server.close()
  })

  test('is followed no more at the end', async () => {
    await voices()
    await untilOnWire(1)
    await following.close()
    await voices()
    const { body } = await caller.control('GET', '/requests')
    expect(body.requests).toHaveLength(2)
    expect(bot.wire.since(0)).toHaveLength(1)
  })
})
