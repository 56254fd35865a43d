import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDownload } from '../../src/app/download.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  neverEnds,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  staysSilent,
  streams,
} from '../support/service/scripted-server.ts'

let server: ScriptedServer
let download: ReturnType<typeof createDownload>

beforeAll(async () => {
  server = await startScriptedServer()
  download = createDownload({ origins: [server.url, 'https://cdn.example'] })
})
afterAll(async () => {
  await download.close()
  await server.close()
})
beforeEach(() => {
  server.requests.length = 0
})

const kilobyte = 1024
const read = (reply: Reply, bytesMax = kilobyte, name = '1.mp3') => {
  server.answer(reply)
  return download(`${server.url}/${name}?signature=a%2Fb`, bytesMax)
}

const sends =
  (bytes: Uint8Array, headers: Readonly<Record<string, string>> = { 'content-type': 'audio/mpeg' }): Reply =>
  (response) =>
    void response.writeHead(200, headers).end(bytes)

/** Frames of MP3 begin with these bytes. */
const sound = (bytes: number) => Buffer.alloc(bytes, '\xff\xfb\x90\x64', 'latin1')

describe('a file', () => {
  test('is read whole, byte by byte, from the address as it is', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    expect(Buffer.from(await read((response) => response.end(bytes)))).toEqual(bytes)
    expect(server.requests.map(({ url }) => url)).toEqual(['/1.mp3?signature=a%2Fb'])
  })

  test('is read whole where its head says no length, too', async () => {
    const inParts: Reply = (response) => {
      response.write('the first part\0, ')
      response.end('and the last')
    }
    expect(Buffer.from(await read(inParts)).toString()).toBe('the first part\0, and the last')
    expect(Buffer.from(await read((response) => response.end('at once\0'))).toString()).toBe('at once\0')
  })

  test('may be just as large as it may be', async () => {
    expect(await read(sends(sound(kilobyte)))).toHaveLength(kilobyte)
  })

  test('is asked for without any secret, and uncompressed', async () => {
    await read(sends(sound(4)))
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[0]?.headers).not.toHaveProperty('cookie')
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })
})

describe('a file that is too large', () => {
  test.each<[string, Reply]>([
    ['as its head says', answers(200, 'x', { 'content-length': String(50 * 1024 * 1024) })],
    ['as its body shows', streams(10 * 1024 * 1024)],
    ['by one byte', sends(sound(kilobyte + 1))],
  ])('%s, is given up', async (_, reply) => {
    await expect(read(reply)).rejects.toMatchObject({ code: 'file_too_large', retryable: false })
  })
})

describe('a file that is not to be had', () => {
  test.each([
    [301, 'file_refused', false],
    [302, 'file_refused', false],
    [307, 'file_refused', false],
    [400, 'file_refused', false],
    [401, 'file_gone', true],
    [403, 'file_gone', true],
    [404, 'file_gone', true],
    [410, 'file_gone', true],
    [206, 'file_refused', false],
    [204, 'file_refused', false],
    [429, 'service_unreachable', true],
    [500, 'service_unreachable', true],
    [502, 'service_unreachable', true],
    [503, 'service_unreachable', true],
  ])('(HTTP %d) is %s; another try is worth it: %s', async (status, code, retryable) => {
    const location = `${server.url}/elsewhere.mp3`
    await expect(read(answers(status, 'x'.repeat(500), { location }))).rejects.toMatchObject({
      code,
      retryable,
    })
    expect(server.requests).toHaveLength(1)
  })

  test.each<[string, Reply]>([
    ['breaks off', breaks],
    ['breaks off in the middle', breaksHalfway('half')],
    ['brings a page', answers(200, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' })],
    ['brings nothing', (response) => response.end()],
  ])('since the connection %s is worth another try', async (_, reply) => {
    await expect(read(reply)).rejects.toMatchObject({ code: 'service_unreachable', retryable: true })
  })

  test.each<[string, Reply]>([
    ['says nothing', staysSilent],
    ['never comes to its end', neverEnds],
  ])('since its host %s is worth another try when the time is over', async (_, reply) => {
    const impatient = createDownload({ origins: [server.url], timeoutMs: 150 })
    server.answer(reply)
    await expect(impatient(`${server.url}/1.mp3`, kilobyte)).rejects.toMatchObject({
      code: 'service_unreachable',
      retryable: true,
    })
    await impatient.close()
  })

  test('since nobody listens is worth another try', async () => {
    const nowhere = createDownload({ origins: ['http://127.0.0.1:1'] })
    await expect(nowhere('http://127.0.0.1:1/1.mp3', kilobyte)).rejects.toMatchObject({
      code: 'service_unreachable',
    })
    await nowhere.close()
  })
})

describe('an error document with a success status', () => {
  const xml = '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>'
  const json = '{"error":"no such file"}'

  test.each([
    ['text/html; charset=utf-8', '<!doctype html>', '1.srt', 'a page'],
    ['application/xhtml+xml', '<html/>', '1.xyz', 'a page'],
    ['application/xml', xml, '1.mp3', 'XML'],
    ['text/xml; charset=utf-8', xml, 'cover.png', 'XML'],
    ['Application/XML', xml, '1.vtt', 'XML'],
    ['application/xml', xml, 'notes.json', 'XML'],
    ['application/xml', xml, 'without-a-name', 'XML'],
    ['application/json', json, '1.wav', 'JSON'],
    ['application/problem+json', json, '1.txt', 'JSON'],
    ['application/json', json, 'song.mid', 'JSON'],
    ['application/json', json, 'without-a-name', 'JSON'],
    // What lies is told by its first bytes.
    ['text/plain', 'Slow down – try again.', '1.mp3', 'text'],
    ['audio/mpeg', xml, '1.mp3', 'text'],
    ['image/png', json, 'cover.png', 'text'],
    ['application/octet-stream', `${json.repeat(50)}–`, 'song.mid', 'text'],
  ])('(%s: %s) in place of %s is worth another try', async (type, text, name, told) => {
    await expect(
      read(sends(Buffer.from(text), { 'content-type': type }), 10_000, name),
    ).rejects.toMatchObject({
      code: 'service_unreachable',
      retryable: true,
      message: `the file's host answered with ${told}`,
    })
  })

  test.each([
    ['text/plain', '1\n00:00:00,000 --> 00:00:01,000\nheave\n', '1.srt'],
    ['text/vtt', 'WEBVTT\n', '1.vtt'],
    ['text/plain', 'heave', '1.txt'],
    ['application/octet-stream', '[00:01.00]heave', '1.lrc'],
    ['application/json', '{"notes":[]}', 'notes.json'],
    ['text/plain', '{"notes":[]}', 'notes.json'],
    ['application/xml', '<score-partwise/>', 'score.musicxml'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'cover.svg'],
    ['text/xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'cover.svg'],
    ['text/csv', 'start,end\n', 'notes.csv'],
    ['audio/mpegurl', '#EXTM3U', 'stream.m3u8'],
    ['application/octet-stream', 'anything', 'without-a-name'],
    ['audio/midi', 'MThd\0\0\0\x06\0\0\0\x01\0\x60', 'song.mid'],
    // Hosts misname what they have.
    ['text/plain', 'ID3\x04\0\0\0\0\0\0', '1.mp3'],
    ['text/plain', 'RIFF\x24\0\0\0WAVEfmt ', '1.wav'],
    ['application/octet-stream', '\x89PNG\r\n\x1a\n', 'cover.png'],
  ])('is not seen in a real file (%s: %j, %s)', async (type, text, name) => {
    const bytes = Buffer.from(text, 'latin1')
    const got = await read(sends(bytes, { 'content-type': type }), kilobyte, name)
    expect(Buffer.from(got)).toEqual(bytes)
  })
})

test('a file that comes compressed anyway is not taken for the file itself', async () => {
  const reply: Reply = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('packed')
  await expect(read(reply)).rejects.toMatchObject({
    code: 'service_unreachable',
    message: "the file's host sent it compressed (content-encoding: gzip)",
  })
})

test.each(['identity', 'aws-chunked'])('a file whose head says %s is the file itself', async (coding) => {
  expect(
    await read(sends(sound(4), { 'content-type': 'audio/mpeg', 'content-encoding': coding })),
  ).toHaveLength(4)
})

describe('an address that nobody allowed', () => {
  const port = () => new URL(server.url).port

  test.each([
    ['is another host', () => 'https://evil.example/1.mp3'],
    ['is the same host by another scheme', () => 'http://cdn.example/1.mp3'],
    ['is the same host on another port', () => 'https://cdn.example:8443/1.mp3'],
    ['is a host whose name begins alike', () => 'https://cdn.example.evil.example/1.mp3'],
    ['is a host whose name ends alike', () => 'https://evilcdn.example/1.mp3'],
    ['has the allowed host before an @', () => 'https://cdn.example@evil.example/1.mp3'],
    ['is this machine by its name', () => `http://localhost:${port()}/1.mp3`],
    ['is this machine in IPv6', () => `http://[::1]:${port()}/1.mp3`],
    ['is a file', () => 'file:///etc/passwd'],
    ['is data', () => 'data:audio/mpeg;base64,AAAA'],
    ['is a service of the cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['is none', () => 'not an address'],
    ['is empty', () => ''],
    ['has no scheme', () => '//cdn.example/1.mp3'],
  ])('since it %s is never asked', async (_, url) => {
    await expect(download(url(), kilobyte)).rejects.toMatchObject({
      code: 'file_refused',
      message: 'the file is on a host that AUDIO_FILE_HOSTS does not list',
    })
    expect(server.requests).toEqual([])
  })
})

test.each([
  ['https://evil.example/1.mp3?key=secret', 'https://evil.example'],
  ['https://user:password@cdn.example:8443/1.mp3', 'https://cdn.example:8443'],
  ['https://\u200Bпример.example/1.mp3', 'https://xn--e1afmkfd.example'],
  ['file:///etc/passwd', undefined],
  ['not an address', undefined],
])(
  'of the address %j that nobody allowed the error carries only the origin',
  async (url, originNotAllowed) => {
    await expect(download(url, kilobyte)).rejects.toMatchObject({ code: 'file_refused', originNotAllowed })
  },
)

describe('whether a file is there no more', () => {
  test.each<[string, Reply, boolean]>([
    ...([401, 403, 404, 410] as const).map((status): [string, Reply, boolean] => [
      ...([`its host says ${status}`, answers(status, ''), true] as const),
    ]),
    ['it is there', sends(sound(4)), false],
    ['it is there, however long', streams(10 * 1024 * 1024), false],
    ['its host is out of order', answers(503, ''), false],
    ['its host asks for patience', answers(429, ''), false],
    ['nobody answers', breaks, false],
  ])('is only believed where its host says so: %s', async (_, reply, expected) => {
    server.answer(reply)
    expect(await download.isGone(`${server.url}/1.mp3`)).toBe(expected)
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })

  test('is asked of no other host', async () => {
    const elsewhere = await startScriptedServer({ reply: answers(404, '') })
    expect(await download.isGone(`${elsewhere.url}/1.mp3`)).toBe(false)
    expect([...elsewhere.requests, ...server.requests]).toEqual([])
    await elsewhere.close()
  })
})
