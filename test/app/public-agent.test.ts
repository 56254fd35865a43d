import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDownload } from '../../src/app/download.ts'
import {
  createFetchFile,
  insideAddressOf,
  isOwnOrigin,
  type NetworkView,
} from '../../src/app/public-agent.ts'
import { type DnsServer, type Records, startDnsServer } from '../support/service/dns-server.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

// Names are looked up at a DNS server of this test. Nothing may connect to what listens inside.

const publicAddress = '1.1.1.1'

/** Names that lead inside, and the address that gives them away. */
const leadingInside: readonly (readonly [
  name: string,
  address: string,
  what: string,
  ...turns: Records[],
])[] = [
  ['a.example', '127.0.0.1', 'an A record', { a: ['127.0.0.1'] }],
  ['private.example', '10.0.0.1', 'a private A record', { a: ['10.0.0.1'] }],
  ['metadata.example', '169.254.169.254', 'the address of metadata', { a: ['169.254.169.254'] }],
  ['zero.example', '0.0.0.0', 'this host', { a: ['0.0.0.0'] }],
  ['aaaa.example', '::1', 'an AAAA record', { aaaa: ['::1'] }],
  ['local.example', 'fd00::1', 'a unique local AAAA record', { aaaa: ['fd00::1'] }],
  ['mapped.example', '::ffff:127.0.0.1', 'a mapped AAAA record', { aaaa: ['::ffff:127.0.0.1'] }],
  ['nat64.example', '64:ff9b::7f00:1', 'a translated AAAA record', { aaaa: ['64:ff9b::127.0.0.1'] }],
  ['first.example', '127.0.0.1', 'the first of two', { a: ['127.0.0.1', publicAddress] }],
  ['second.example', '127.0.0.1', 'the second of two', { a: [publicAddress, '127.0.0.1'] }],
  ['other.example', '::1', 'the other kind', { a: [publicAddress], aaaa: ['::1'] }],
  ['alias.example', '127.0.0.1', 'a name that leads inside', { cname: 'a.example' }],
  ['far.example', '127.0.0.1', 'a name behind two others', { cname: 'alias.example' }],
]

const zone: Readonly<Record<string, readonly Records[]>> = {
  ...Object.fromEntries(leadingInside.map(([name, , , ...turns]) => [name, turns])),
  'rebound.example': [{ a: ['127.0.0.1'] }, { a: ['127.0.0.9'] }],
  'steady.example': [{ a: ['127.0.0.1'] }],
  'empty.example': [{}],
  'broken.example': [{ fails: 'SERVFAIL' }],
}

let dns: DnsServer
let inside: Server
let insidePort: number
let connections: number
let outside: ScriptedServer

beforeAll(async () => {
  dns = await startDnsServer(zone)
  connections = 0
  inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  insidePort = (inside.address() as AddressInfo).port
  outside = await startScriptedServer()
})
afterEach(() => {
  expect(connections).toBe(0)
  outside.requests.length = 0
})
afterAll(async () => {
  await Promise.all([dns.close(), outside.close()])
  inside.close()
})

/** Where this test's own server is the internet, and nothing else is. */
const outsideIsPublic = (): NetworkView => ({
  lookUp: dns.lookUp,
  isPublic: (address) => address === '127.0.0.1',
})

const downloading = async <T>(
  origin: string,
  view: NetworkView,
  work: (download: ReturnType<typeof createDownload>) => Promise<T>,
): Promise<T> => {
  const download = createDownload({ origins: [origin], ...view })
  try {
    return await work(download)
  } finally {
    await download.close()
  }
}

const fetching = async <T>(
  own: readonly string[],
  view: NetworkView,
  work: (fetchFile: ReturnType<typeof createFetchFile>['fetchFile']) => Promise<T>,
): Promise<T> => {
  const { fetchFile, close } = createFetchFile(own, view)
  try {
    return await work(fetchFile)
  } finally {
    await close()
  }
}

describe('a name that leads inside is refused by its host and address, without its query, and nothing connects', () => {
  const names = leadingInside.map(([name, address, what]) => [name, address, what] as const)
  test.each(names)('%s to %s: %s', async (name, address) => {
    const origin = `http://${name}:${insidePort}`
    const url = `${origin}/a.mp3?signature=secret`
    const view = { lookUp: dns.lookUp }
    const refused = {
      code: 'file_refused',
      retryable: false,
      message: `${name} leads to ${address}, which is not on the public internet; if it is yours, add the host to PRIVATE_HOSTS`,
    }
    await downloading(origin, view, async (download) => {
      await expect(download(url, 1_000)).rejects.toMatchObject(refused)
      expect(await download.isGone(url)).toBe(false)
    })
    const init = { method: 'POST', body: new Uint8Array([1]), redirect: 'error' } as const
    await fetching([], view, (fetchFile) => expect(fetchFile(url, init)).rejects.toMatchObject(refused))
    expect(await insideAddressOf(name, view)).toBe(address)
  })
})

describe('an address that a chat names is judged without a name', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['[::1]', '::1'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ])('%s', async (host, address) => {
    await fetching([], { lookUp: dns.lookUp }, (fetchFile) =>
      expect(
        fetchFile(`http://${host}:${insidePort}/upload/secret`, { redirect: 'error' }),
      ).rejects.toMatchObject({
        code: 'file_refused',
        message: `${address} is not on the public internet; if it is yours, add the host to PRIVATE_HOSTS`,
      }),
    )
  })
})

describe('a name without an address is worth another try', () => {
  test.each(['empty.example', 'broken.example', 'unknown.example'])('%s', async (name) => {
    const origin = `http://${name}:${insidePort}`
    await downloading(origin, { lookUp: dns.lookUp }, (download) =>
      expect(download(`${origin}/a.mp3`, 1_000)).rejects.toMatchObject({
        code: 'service_unreachable',
        retryable: true,
      }),
    )
    expect(await insideAddressOf(name, { lookUp: dns.lookUp })).toBeUndefined()
  })
})

describe('a public name', () => {
  const originOf = (name: string) => `http://${name}:${new URL(outside.url).port}`
  const closing = answers(200, '\0\0', { 'content-type': 'audio/mpeg', connection: 'close' })

  test('is looked up once for a connection, which goes where it led', async () => {
    outside.answer(closing)
    const origin = originOf('steady.example')
    const before = dns.asked.length
    await downloading(origin, outsideIsPublic(), (download) => download(`${origin}/a.mp3`, 1_000))
    expect(dns.asked.slice(before).toSorted()).toEqual(['steady.example 1', 'steady.example 28'])
    expect(outside.requests).toMatchObject([{ headers: { host: new URL(origin).host } }])
  })

  test('that leads inside the next time is refused then', async () => {
    outside.answer(closing)
    const origin = originOf('rebound.example')
    await downloading(origin, outsideIsPublic(), async (download) => {
      expect(await download(`${origin}/a.mp3`, 1_000)).toHaveLength(2)
      await expect(download(`${origin}/a.mp3`, 1_000)).rejects.toMatchObject({
        code: 'file_refused',
        message: expect.stringContaining('rebound.example leads to 127.0.0.9'),
      })
    })
    expect(outside.requests).toHaveLength(1)
  })

  test('that redirects inside is not followed', async () => {
    outside.answer(answers(302, '', { location: `http://127.0.0.1:${insidePort}/`, connection: 'close' }))
    const origin = originOf('steady.example')
    await downloading(origin, outsideIsPublic(), (download) =>
      expect(download(`${origin}/a.mp3`, 1_000)).rejects.toMatchObject({ code: 'file_refused' }),
    )
    await fetching([], outsideIsPublic(), async (fetchFile) => {
      expect((await fetchFile(`${origin}/a.mp3`, { redirect: 'manual' })).status).toBe(302)
      await expect(fetchFile(`${origin}/a.mp3`, { redirect: 'error' })).rejects.toThrow(TypeError)
    })
  })
})

describe('what the operator named may be inside', () => {
  test('an address is connected to by their word', async () => {
    outside.answer(answers(200, '\0', { 'content-type': 'audio/mpeg' }))
    const { url } = outside
    await downloading(url, {}, (download) => download(`${url}/a.mp3`, 1_000))
    await fetching([url], {}, async (fetchFile) => {
      expect((await fetchFile(`${url}/a.mp3`, { redirect: 'manual' })).status).toBe(200)
    })
    expect(outside.requests).toHaveLength(2)
  })

  test.each<[string, readonly string[], boolean]>([
    ['http://127.0.0.1:8701', [], true],
    ['https://10.0.0.5', [], true],
    ['https://[fd00::1]:8443', [], true],
    ['http://localhost:9000', [], true],
    ['http://studio:8701', [], true],
    ['https://files.internal', [], true],
    ['https://files.lan', [], true],
    ['https://cdn.wav.com', [], false],
    ['https://files.company.com', [], false],
    ['https://files.company.com', ['https://files.company.com'], true],
    ['https://files.company.com:8443', ['https://files.company.com'], false],
    ['http://files.company.com', ['https://files.company.com'], false],
    ['https://8.8.8.8', [], false],
  ])('%s with PRIVATE_HOSTS=%j: %s', (origin, privateOrigins, isOwn) => {
    expect(isOwnOrigin(origin, privateOrigins)).toBe(isOwn)
  })
})
