import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningRoom, startRoom } from '../../../sandbox/room/server.ts'
import { shelf } from '../../../sandbox/room/shelf.ts'
import type { Addresses } from '../../../sandbox/world/addresses.ts'
import { startWorld, type World } from '../../../sandbox/world/world.ts'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { soundsFolder } from '../../../studio/kit/caches.ts'
import { inThisProcess } from '../../support/sandbox/in-this-process.ts'
import { isLong } from '../../support/suite/runs.ts'

let world: World
let room: RunningRoom
let addresses: Addresses

beforeAll(async () => {
  world = await startWorld({ bot: false, ...inThisProcess(soundsFolder) })
  addresses = world.addresses
  room = await startRoom(addresses, 0)
})

afterAll(async () => {
  await room.close()
  await world.stop()
})

/** As it is written: `fetch` would tidy the path up, and takes no Host. */
const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(room.url)
    request({ hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })

const load = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${room.url}${path}`, init)

describe("the room's server", () => {
  test('sends a page that may run, and look like, only what came with it', async () => {
    const { status, headers } = await load('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const rules = (headers.get('content-security-policy') ?? '').split('; ')
    // https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy
    expect(rules).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
        ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
      ]),
    )
    expect(rules.join()).not.toMatch(/unsafe|\*|data:/)
    const { host } = new URL(addresses.discord.cdn)
    expect(rules.find((rule) => rule.startsWith('media-src'))).toContain(host)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('sends every file that the page names', async () => {
    const page = await (await load('/')).text()
    const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThanOrEqual(3)
    for (const path of named) expect((await load(path)).status).toBe(200)
  })

  test.each(['/nothing', '/../server.ts', '/%2e%2e/server.ts', '/shelf/nothing', '/assets/'])(
    'has nothing at %s',
    async (path) => {
      expect(await statusOf(path)).toBe(404)
    },
  )

  test('answers to no name but those of this machine', async () => {
    expect(await statusOf('/', { host: 'evil.example' })).toBe(403)
    expect(await statusOf('/', { host: 'localhost' })).toBe(200)
  })

  test('listens at one address of this machine alone', async () => {
    // A listener on all of them is reached at this one, too.
    const other = connect({ host: '127.0.0.2', port: Number(new URL(room.url).port), timeout: 2_000 })
    const heard = await Promise.race([
      once(other, 'connect').then(() => 'connected'),
      new Promise((resolve) => other.once('error', () => resolve('refused'))),
      once(other, 'timeout').then(() => 'silent'),
    ]).catch(() => 'refused')
    other.destroy()
    expect(heard).not.toBe('connected')
  })

  test('passes on what is asked of the control, and its refusals', async () => {
    const asked = '/control/places?platform=discord&viewer=max'
    const direct = await fetch(`${addresses.control.url}${asked.slice('/control'.length)}`)
    expect(await (await load(asked)).json()).toEqual(await direct.json())
    const refused = await load('/control/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: 'soon' }),
    })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ field: 'advanceMs' })
  })

  test('passes nothing on for another page, which a browser would let ask', async () => {
    const asked = (origin: string) =>
      load('/control/clock', {
        method: 'POST',
        headers: { origin, 'content-type': 'text/plain' },
        body: JSON.stringify({ advanceMs: 0 }),
      })
    expect((await asked('https://evil.example')).status).toBe(403)
    expect((await asked(room.url)).status).toBe(400) // as the control takes no text
  })

  test('has example clips on its shelf, and what is none', async () => {
    const listed = await (await load('/shelf')).json()
    expect(listed).toEqual(shelf.map(({ name, about }) => ({ name, about })))
    // The first is the demo's tune, which test/sandbox/demo/tune.test.ts hears.
    for (const { name, type } of isLong ? shelf : shelf.slice(1)) {
      const response = await load(`/shelf/${name}`)
      expect(response.headers.get('content-type')).toBe(type)
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(bytes.length).toBeGreaterThan(0)
      const heard = await decodeClip(bytes).catch(() => undefined)
      expect(heard !== undefined, name).toBe(type.startsWith('audio/'))
    }
  })
})
