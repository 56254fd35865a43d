import { afterEach, beforeEach, expect, test } from 'vitest'
import { startControl } from '../../sandbox/control.ts'
import { reachStudio } from '../../sandbox/remote-studio.ts'
import { type RawBot, startRawBot } from './discord/support.ts'
import { type Caller, startCaller } from './studio/caller.ts'
import { callRaw } from './studio/raw-call.ts'

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
