import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { classifySubmission } from '../../src/audio-api/submission.ts'
import { createTransport } from '../../src/audio-api/transport.ts'
import type { UploadedClip } from '../../src/core/clip/clip.ts'
import type { LocalClip } from '../../src/core/clip/clip-reading.ts'
import type { ApiBody } from '../../src/core/endpoints/api-request.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { createTestClient } from '../support/service/client.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  neverEnds,
  type ReceivedRequest,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  staysSilent,
} from '../support/service/scripted-server.ts'
import { runs } from '../support/suite/runs.ts'

const apiKey = 'bare-key-of-the-operator'

let folder: string
let server: ScriptedServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, accepted) })
})
afterEach(() => server.close())

/** An accepted submission in the form that the service documents for POST /v1/Remix. */
const accepted = {
  success: true,
  message: '',
  task_id: 'task-1',
  conversion_id_1: 'c-1',
  conversion_id_2: 'c-2',
  is_flagged: false,
  reason: '',
  eta: 60,
  status: 'IN_QUEUE',
  credit_estimate: 0.1,
}

const taken: SubmitOutcome = {
  status: 'accepted',
  taskId: 'task-1',
  conversionIds: ['c-1', 'c-2'],
  etaSeconds: 60,
  estimate: expect.any(Number),
  flaggedFor: undefined,
}

let clips = 0

const clipOf = async (contents: Uint8Array, changes: Partial<LocalClip> = {}): Promise<LocalClip> => {
  clips += 1
  const path = join(folder, `clip-${clips}`)
  await writeFile(path, contents)
  return { path, name: 'song.wav', contentType: 'audio/wav', bytes: contents.length, seconds: 1, ...changes }
}

/** What a request names is not read here; the file that was handed over is. */
const upload: UploadedClip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/1',
  name: 'song.wav',
  bytes: undefined,
  message: undefined,
}

interface Sending {
  body?: ApiBody
  files?: Readonly<Record<string, LocalClip>>
  baseUrl?: string
  uploadTimeoutMs?: number
  earlyAnswerMs?: number
}

const send = async ({
  body = {},
  files = {},
  baseUrl = server.url,
  uploadTimeoutMs = 100_000,
  earlyAnswerMs = 1,
}: Sending) => {
  const transport = createTransport({
    baseUrl,
    apiKey,
    timeoutMs: 1,
    readTimeoutMs: 1,
    uploadTimeoutMs,
    earlyAnswerMs,
  })
  try {
    return classifySubmission(await transport.postForm('/v1/Remix', body, files))
  } finally {
    await transport.close()
  }
}

const onlyRequest = (): ReceivedRequest => {
  const [request, ...others] = server.requests
  if (request === undefined || others.length > 0) throw new Error(`${server.requests.length} requests`)
  return request
}

/** The parts as another implementation of the standard reads them. */
const partsReceived = async () => {
  const { body, headers } = onlyRequest()
  const type = headers['content-type'] ?? ''
  return new Response(Buffer.from(body, 'latin1'), { headers: { 'content-type': type } }).formData()
}

describe('a form', () => {
  test('goes with the bare key, its length known, on a connection of its own', async () => {
    expect(
      await send({ body: { prompt: 'techno' }, files: { audio_file: await clipOf(Buffer.alloc(9)) } }),
    ).toEqual(taken)
    const { method, url, headers, body } = onlyRequest()
    expect([method, url]).toEqual(['POST', '/v1/Remix'])
    expect(headers).toMatchObject({
      authorization: apiKey,
      accept: 'application/json',
      connection: 'close',
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=form-[0-9a-f]{32}$/),
      'content-length': String(body.length),
    })
    expect(headers).not.toHaveProperty('transfer-encoding')
  })

  test('has a boundary that nobody can foresee', async () => {
    await send({})
    await send({})
    const [first, second] = server.requests.map(({ headers }) => headers['content-type'])
    expect(first).not.toBe(second)
  })

  test.each([
    ['a text', 'sea “shanty” 🎻', 'sea “shanty” 🎻'],
    ['a text in lines, which stay as they are', 'one\ntwo\r\nthree\n', 'one\ntwo\r\nthree\n'],
    [
      'a text that looks like a part',
      '\r\n--form-\r\nContent-Disposition: form-data; name="x"\r\n\r\n',
      undefined,
    ],
    ['nothing', '', ''],
    ['a number', 12.5, '12.5'],
    ['yes', true, 'true'],
    ['no', false, 'false'],
  ])('has %s as it is', async (_, value, received) => {
    await send({ body: { prompt: value, title: 'Ebb' } })
    const parts = await partsReceived()
    expect([...parts.keys()]).toEqual(['prompt', 'title'])
    expect(parts.get('prompt')).toBe(received ?? value)
  })

  test('has files byte by byte, with their names and types', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_empty, index) => (index * 7) % 256))
    const [one, other] = [
      await clipOf(bytes),
      await clipOf(bytes, { name: 'b.mp3', contentType: 'audio/mpeg' }),
    ]
    await send({ body: { prompt: 'techno' }, files: { '0.audio_file': one, reference_audio_file: other } })
    const parts = await partsReceived()
    expect([...parts.keys()]).toEqual(['prompt', '0.audio_file', 'reference_audio_file'])
    for (const [part, { name, contentType }] of [
      ['0.audio_file', one],
      ['reference_audio_file', other],
    ] as const) {
      const file = parts.get(part)
      if (!(file instanceof File)) throw new Error(`${part} is no file`)
      expect([file.name, file.type]).toEqual([name, contentType])
      expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    }
  })

  test('may have a file without a byte, or no part at all', async () => {
    await send({ files: { audio_file: await clipOf(Buffer.alloc(0)) } })
    expect(await (await partsReceived()).get('audio_file')).toMatchObject({ size: 0 })
    server.requests.length = 0
    expect(await send({})).toEqual(taken)
    expect(onlyRequest().body).toMatch(/^--form-[0-9a-f]{32}--\r\n$/)
  })

  // A name is data: whatever it holds, the head of its part keeps its two lines.
  test.each([
    ['quotes', 'the "best" song.wav', 'the %22best%22 song.wav'],
    ['line breaks', 'a\r\nX-Evil: 1\r\n\r\nb\nc.wav', 'a%0D%0AX-Evil: 1%0D%0A%0D%0Ab%0Ac.wav'],
    ['a quote and more of a head', 'a"; name="prompt', 'a%22; name=%22prompt'],
    ['another script', 'мелодия 🎻.wav', 'мелодия 🎻.wav'],
    ['half a character', 'a\uD83C.wav', 'a\uFFFD.wav'],
    ['a backslash', 'a\\".wav', 'a\\%22.wav'],
    ['a path', '../../etc/passwd', '../../etc/passwd'],
  ])('has a file whose name has %s', async (_, name, sent) => {
    await send({ files: { audio_file: await clipOf(Buffer.from('tune'), { name }) } })
    const [, disposition, type, empty, contents] = Buffer.from(onlyRequest().body, 'latin1')
      .toString()
      .split('\r\n')
    expect(disposition).toBe(`Content-Disposition: form-data; name="audio_file"; filename="${sent}"`)
    expect([type, empty, contents]).toEqual(['Content-Type: audio/wav', '', 'tune'])
    expect([...(await partsReceived()).keys()]).toEqual(['audio_file'])
  })
})

describe('a form that is answered with', () => {
  test.each<[string, Reply, SubmitOutcome]>([
    [
      'a refusal',
      answers(422, { success: false, message: 'No.' }),
      { status: 'refused', why: 'request', said: 'No.' },
    ],
    [
      'too little credit',
      answers(402, { success: false }),
      { status: 'refused', why: 'balance', said: undefined },
    ],
    ['a wrong key', answers(401, { success: false }), { status: 'refused', why: 'key', said: undefined }],
    ['too many requests', answers(429, ''), { status: 'busy' }],
    [
      'a page of a proxy',
      answers(413, '<html></html>'),
      { status: 'uncertain', reason: 'HTTP 413 without JSON' },
    ],
    ['a failure', answers(500, { success: false }), { status: 'uncertain', reason: 'HTTP 500' }],
    ['a broken connection', breaks, { status: 'uncertain', reason: expect.any(String) }],
    [
      'half an answer',
      breaksHalfway('{"success": true'),
      { status: 'uncertain', reason: expect.any(String) },
    ],
  ])('%s is sent once, and its outcome is known for what it is', async (_, reply, outcome) => {
    server.answer(reply)
    expect(await send({ files: { audio_file: await clipOf(Buffer.alloc(100_000)) } })).toEqual(outcome)
    expect(server.requests).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('a redirect (%d) follows it nowhere', async (status) => {
    const elsewhere = await startScriptedServer({ reply: answers(200, accepted) })
    server.answer(answers(status, '', { location: `${elsewhere.url}/v1/Remix` }))
    expect(await send({ files: { audio_file: await clipOf(Buffer.alloc(9)) } })).toMatchObject({
      status: 'uncertain',
    })
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
    await elsewhere.close()
  })
})

test('a form that is never read, or never answered whole, is uncertain when the time for uploads is over', async () => {
  const small = await clipOf(Buffer.alloc(9))
  const large = await clipOf(Buffer.alloc(8 * 1024 * 1024))
  const ways = [
    { reply: staysSilent, readsBodies: true, clip: small },
    { reply: neverEnds, readsBodies: true, clip: small },
    { reply: staysSilent, readsBodies: false, clip: large },
  ]
  // Each waits in real time, so they wait side by side.
  const found = await Promise.all(
    ways.map(async ({ clip, ...way }) => {
      const slow = await startScriptedServer(way)
      const outcome = await send({ files: { audio_file: clip }, baseUrl: slow.url, uploadTimeoutMs: 1_000 })
      await slow.close()
      return { outcome, requests: slow.requests.length }
    }),
  )
  const uncertain = { outcome: { status: 'uncertain', reason: 'TimeoutError' }, requests: 1 }
  expect(found).toEqual(ways.map(() => uncertain))
})

describe('a form of which', () => {
  const many = Buffer.alloc(8 * 1024 * 1024)

  test('only a part is read before the connection breaks is uncertain', async () => {
    const impatient = await startScriptedServer({ reply: breaks, readsBodies: false })
    const files = { audio_file: await clipOf(many) }
    expect(await send({ files, baseUrl: impatient.url })).toEqual({
      status: 'uncertain',
      reason: expect.any(String),
    })
    expect(impatient.requests).toHaveLength(1)
    await impatient.close()
  })

  // The answer may come while the file is still waiting, and the server hang up over the rest of the form.
  test.each([402, 403, 429])('no file is wanted is known for its answer (%d)', async (status) => {
    const hasty = await startScriptedServer({
      readsBodies: false,
      reply(response, request) {
        response.on('finish', () => response.socket?.destroy())
        answers(status, { success: false })(response, request)
      },
    })
    const files = { audio_file: await clipOf(many) }
    const outcomes = await Promise.all(
      Array.from({ length: runs(5, 20) }, () => send({ files, baseUrl: hasty.url, earlyAnswerMs: 5_000 })),
    )
    expect(new Set(outcomes.map((outcome) => outcome.status))).toEqual(
      new Set([status === 429 ? 'busy' : 'refused']),
    )
    await hasty.close()
  })

  test('a file becomes shorter while it is sent never arrives whole', async () => {
    const clip = await clipOf(many)
    const shortened = await startScriptedServer({
      readsBodies: false,
      reply: ({ req }) => void truncate(clip.path, 0).then(() => req.resume()),
    })
    expect(await send({ files: { audio_file: clip }, baseUrl: shortened.url })).toMatchObject({
      status: 'uncertain',
      reason: 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
    })
    await shortened.close()
  })
})

describe('a form that cannot have left', () => {
  test('since nobody listens, was not sent', async () => {
    const files = { audio_file: await clipOf(Buffer.alloc(9)) }
    expect(await send({ files, baseUrl: 'http://127.0.0.1:1' })).toEqual({
      status: 'not_sent',
      reason: 'ECONNREFUSED',
    })
  })

  test('since one of its files has gone, was not sent', async () => {
    const clip = await clipOf(Buffer.alloc(9))
    const files = { audio_file: clip, reference_audio_file: { ...clip, path: join(folder, 'gone') } }
    expect(await send({ files })).toEqual({ status: 'not_sent', reason: 'ENOENT' })
    expect(server.requests).toEqual([])
  })
})

// A request that is never sent must never be booked either, so a bug on our side is a refusal.
describe('a bug on our side is refused before anything is sent:', () => {
  const file = { path: '/', name: '', contentType: 'audio/wav', bytes: 0, seconds: 0 }

  test.each<[string, Readonly<Record<string, LocalClip>>, RegExp]>([
    ['a file that was not handed over', {}, /^audio_file: /],
    ['a file of another part', { reference_audio_file: file }, /^audio_file: /],
    [
      'a media type that is none',
      { audio_file: { ...file, contentType: 'audio/wav\r\nX-Evil: 1' } },
      /^audio_file is of the type "audio\/wav\\r/,
    ],
  ])('%s', async (_, files, said) => {
    const service = createTestClient({ baseUrl: server.url, apiKey })
    const request = { path: '/v1/Remix', encoding: 'form', body: {}, files: { audio_file: upload } } as const
    expect(await service.submit(request, files)).toEqual({
      status: 'refused',
      why: 'unsound',
      said: expect.stringMatching(said),
    })
    expect(server.requests).toEqual([])
    await service.close()
  })
})

test('a large file is sent piece by piece, not read into memory', async () => {
  const bytes = 256 * 1024 * 1024
  const clip = await clipOf(Buffer.from('RIFF'))
  await truncate(clip.path, bytes)
  const buffersBefore = process.memoryUsage().arrayBuffers
  const seen = { bytes: 0, buffersMax: 0, headers: {} as IncomingHttpHeaders }
  const counting = createServer(async ({ headers }, response) => {
    for await (const chunk of response.req as AsyncIterable<Buffer>) {
      seen.bytes += chunk.length
      seen.buffersMax = Math.max(seen.buffersMax, process.memoryUsage().arrayBuffers - buffersBefore)
    }
    seen.headers = headers
    response.end(JSON.stringify(accepted))
  }).listen(0, '127.0.0.1')
  await once(counting, 'listening')
  const { port } = counting.address() as AddressInfo
  expect(await send({ files: { audio_file: clip }, baseUrl: `http://127.0.0.1:${port}` })).toEqual(taken)
  expect(seen.bytes).toBeGreaterThan(bytes)
  expect(seen.headers['content-length']).toBe(String(seen.bytes))
  // Garbage of both sides counts as well until it is collected.
  expect(seen.buffersMax).toBeLessThan(bytes / 2)
  counting.close()
})
