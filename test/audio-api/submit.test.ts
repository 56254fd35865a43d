import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { createTestClient } from '../support/service/client.ts'
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
import { selfSigned } from '../support/service/self-signed.ts'

const apiKey = 'bare-key/of-the-operator'
const request = { path: '/v2/MusicAI', encoding: 'json', body: { prompt: 'sea “shanty” 🎻' } } as const

let server: ScriptedServer

beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const submitTo = async (baseUrl: string, timeoutMs = 10_000): Promise<SubmitOutcome> => {
  const service = createTestClient({ baseUrl, apiKey, timeoutMs })
  try {
    return await service.submit(request, {})
  } finally {
    await service.close()
  }
}

// An accepted submission and the error bodies have the shapes that the
// service documents for POST /v2/MusicAI.
const accepted = {
  success: true,
  message: 'Message published to queue',
  task_id: 'task-1',
  conversion_id_1: 'c-1',
  conversion_id_2: 'c-2',
  eta: 154,
  is_flagged: false,
  credit_estimate: 0.12,
}
const insufficient = { success: false, error_code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits' }

const bare: SubmitOutcome = {
  status: 'accepted',
  taskId: 'task-1',
  conversionIds: [],
  etaSeconds: undefined,
  estimate: undefined,
  flaggedFor: undefined,
}

const noTaskId: SubmitOutcome = { status: 'uncertain', reason: 'HTTP 200 without a task id' }

const rows: readonly [name: string, reply: Reply, outcome: SubmitOutcome][] = [
  ['a task id', answers(200, accepted), taken(154, 120_000)],
  [
    'an error that quotes the key',
    answers(400, { success: false, error: `Bad key "${apiKey}".` }),
    { status: 'refused', why: 'request', said: 'Bad key "[secret]".' },
  ],
  [
    'an error that quotes the key with escapes',
    answers(400, '{"success":false,"error":"Bad key bare-key\\/of-the-operator."}'),
    { status: 'refused', why: 'request', said: 'Bad key [secret].' },
  ],
  ['a task id and 201', answers(201, accepted), taken(154, 120_000)],
  ['an eta of -1', answers(200, { ...accepted, eta: -1 }), taken(undefined, 120_000)],
  ['an eta in a string', answers(200, { ...accepted, eta: '12.5' }), taken(13, 120_000)],
  ['no eta', answers(200, { ...accepted, eta: null }), taken(undefined, 120_000)],
  ['an eta beyond all reason', answers(200, { ...accepted, eta: 1e300 }), taken(undefined, 120_000)],
  ['an estimate in a string', answers(200, { ...accepted, credit_estimate: '0.78' }), taken(154, 780_000)],
  ['no estimate', answers(200, { ...accepted, credit_estimate: '' }), taken(154, undefined)],
  ['an estimate below zero', answers(200, { ...accepted, credit_estimate: -1 }), taken(154, undefined)],
  ['only the least', answers(200, { success: true, task_id: 'task-1' }), bare],

  ['only a task id', answers(200, { task_id: 'task-1' }), bare],
  ['success in a text', answers(200, { ...accepted, success: 'true' }), taken(154, 120_000)],
  ['everything in data', answers(200, { data: accepted }), taken(154, 120_000)],
  ['success beside data', answers(200, { success: true, task_id: '', data: accepted }), taken(154, 120_000)],
  ['a task id beside data', answers(200, { ...accepted, data: { task_id: 'other' } }), taken(154, 120_000)],
  [
    'a flag, a task id and no success',
    answers(200, { task_id: 'task-1', is_flagged: true, reason: 'Loud.' }),
    { ...bare, flaggedFor: 'Loud.' },
  ],

  ['200 and success=false', answers(200, { success: false, message: 'No.' }), refused('request', 'No.')],
  [
    '200, success=false and a task id',
    answers(200, { ...accepted, success: false }),
    refused('request', accepted.message),
  ],
  ['400 in form E2', answers(400, { success: false, error: 'Bad prompt' }), refused('request', 'Bad prompt')],
  [
    '401 in form E2',
    answers(401, { success: false, error: 'Authentication failed' }),
    refused('key', 'Authentication failed'),
  ],
  ['402 in form E1', answers(402, insufficient), refused('balance', 'Insufficient credits')],
  [
    '402 without success=false',
    answers(402, { message: 'INSUFFICIENT FUNDS' }),
    refused('balance', 'INSUFFICIENT FUNDS'),
  ],
  ['403', answers(403, { success: false, message: 'Forbidden' }), refused('forbidden', 'Forbidden')],
  ['404 in form E3', answers(404, { success: false, message: 'Not here' }), refused('request', 'Not here')],
  ['409', answers(409, { success: false, message: 'Duplicate' }), refused('request', 'Duplicate')],
  [
    '422 in form E1',
    answers(422, { success: false, error_code: 'UNPROCESSABLE_CONTENT', message: 'Bad' }),
    refused('request', 'Bad'),
  ],
  ['422 with a detail', answers(422, { detail: 'prompt: too long' }), refused('request', 'prompt: too long')],
  ['422 and nothing said', answers(422, { success: false }), refused('request', undefined)],

  [
    '429 in its own form',
    answers(429, { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' }),
    { status: 'busy' },
  ],
  ['429 of a proxy', answers(429, '<html>Too Many Requests</html>'), { status: 'busy' }],
  ['429 and nothing', answers(429, ''), { status: 'busy' }],

  ['200 and HTML', answers(200, '<html>Welcome</html>'), uncertain('HTTP 200 without JSON')],
  ['200 and nothing', answers(200, ''), uncertain('HTTP 200 without JSON')],
  [
    '200 and half of it',
    answers(200, '{"success": true, "task_id": "ta'),
    uncertain('HTTP 200 without JSON'),
  ],
  [
    'a compressed body',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"success":true}')),
    uncertain('HTTP 200 (content-encoding: gzip) without JSON'),
  ],
  ['200 and a list', answers(200, [accepted]), uncertain('HTTP 200 without JSON')],
  ['200 and null', answers(200, null), uncertain('HTTP 200 without JSON')],
  ['200 without a task id', answers(200, { success: true }), uncertain('HTTP 200 without a task id')],
  [
    '200 and an empty task id',
    answers(200, { ...accepted, task_id: '' }),
    uncertain('HTTP 200 without a task id'),
  ],
  [
    '200 and a number for a task id',
    answers(200, { ...accepted, task_id: 7 }),
    uncertain('HTTP 200 without a task id'),
  ],
  ['200 and an error without success', answers(200, { task_id: 'task-1', error: 'Odd.' }), noTaskId],
  [
    '200, a failure and no success',
    answers(200, { task_id: 'task-1', message: 'Internal Server Error' }),
    noTaskId,
  ],
  ['200 and "false" in a text', answers(200, { ...accepted, success: 'false' }), noTaskId],
  ['200, data and success=false in it', answers(200, { data: { ...accepted, success: false } }), noTaskId],
  [
    '200, success=true and data that says no',
    answers(200, { success: true, data: { ...accepted, success: 'false' } }),
    noTaskId,
  ],
  ['200 and data without a task id', answers(200, { success: true, data: { eta: 154 } }), noTaskId],
  ['200 and a list of data', answers(200, { success: true, data: [accepted] }), noTaskId],
  [
    '200, success=false and a task id in data',
    answers(200, { success: false, message: 'No.', data: accepted }),
    refused('request', 'No.'),
  ],
  ['204', answers(204, ''), uncertain('HTTP 204 without JSON')],
  ['400 and HTML', answers(400, '<html>Bad Request</html>'), uncertain('HTTP 400 without JSON')],
  ['413 of a proxy', answers(413, '<html>Too Large</html>'), uncertain('HTTP 413 without JSON')],
  ['404 without a form of its own', answers(404, {}), uncertain('HTTP 404')],
  ['422 in a foreign form', answers(422, { errors: [{ code: 1 }] }), uncertain('HTTP 422')],
  ['400 with empty words', answers(400, { message: '  ', error: null }), uncertain('HTTP 400')],
  [
    '500 in form E1',
    answers(500, { success: false, error_code: 'INTERNAL_SERVER_ERROR', message: 'Oops' }),
    uncertain('HTTP 500'),
  ],
  [
    '500 with the misspelt key',
    answers(500, { success: false, messsage: 'Internal Server Error' }),
    uncertain('HTTP 500'),
  ],
  ['502 of a proxy', answers(502, '<html>Bad Gateway</html>'), uncertain('HTTP 502 without JSON')],
  ['503', answers(503, { detail: 'later' }), uncertain('HTTP 503')],
  ['a broken connection', breaks, uncertain(expect.any(String))],
  ['half an answer', breaksHalfway('{"success": true, "task_id": "task-1"'), uncertain(expect.any(String))],
  [
    'more than a megabyte',
    streams(2 * 1024 * 1024),
    uncertain(expect.stringMatching(/^the answer to POST \/.* has more than 1048576 bytes/)),
  ],
]

function taken(etaSeconds: number | undefined, estimate: number | undefined): SubmitOutcome {
  const price = estimate === undefined ? undefined : microcredits(estimate)
  return {
    status: 'accepted',
    taskId: 'task-1',
    conversionIds: ['c-1', 'c-2'],
    etaSeconds,
    estimate: price,
    flaggedFor: undefined,
  }
}
function refused(why: 'request' | 'balance' | 'key' | 'forbidden', said: string | undefined): SubmitOutcome {
  return { status: 'refused', why, said }
}
function uncertain(reason: string): SubmitOutcome {
  return { status: 'uncertain', reason }
}

describe('a paid request that is answered with', () => {
  test.each(rows)('%s is sent once, and its outcome is known for what it is', async (_, reply, outcome) => {
    server.answer(reply)
    expect(await submitTo(server.url)).toEqual(outcome)
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['nothing at all', staysSilent],
    ['something that never ends', neverEnds],
  ])('%s is uncertain when its time is over, and sent once', async (_, reply) => {
    server.answer(reply)
    expect(await submitTo(server.url, 1_000)).toEqual(uncertain('TimeoutError'))
    expect(server.requests).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%d) follows it nowhere, least of all with the key',
    async (status) => {
      const elsewhere = await startScriptedServer({ reply: answers(200, accepted) })
      server.answer(answers(status, '', { location: `${elsewhere.url}/v2/MusicAI` }))
      expect(await submitTo(server.url)).toEqual(uncertain(`HTTP ${status} without JSON`))
      expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
      await elsewhere.close()
    },
  )
})

describe('a paid request that cannot have left', () => {
  test('since nobody listens, was not sent', async () => {
    const { url } = server
    await server.close()
    expect(await submitTo(url)).toEqual({ status: 'not_sent', reason: 'ECONNREFUSED' })
    server = await startScriptedServer()
  })

  test('since there is no such host, was not sent', async () => {
    expect(await submitTo('http://tunesmith.invalid')).toMatchObject({
      status: 'not_sent',
      reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    })
  })

  test.each([
    ['there is no such address', 'http://127.0.0.1:99999', apiKey, 'ERR_INVALID_URL'],
    ['no header can carry the key', 'http://127.0.0.1:9', 'two\nlines', 'UND_ERR_INVALID_ARG'],
  ])('since %s, is our own refusal, with what was thrown', async (_, baseUrl, key, said) => {
    const service = createTestClient({ baseUrl, apiKey: key })
    const unbuilt = { status: 'refused', why: 'unsound', said, fault: expect.any(Error) }
    expect(await service.submit(request, {})).toEqual(unbuilt)
    expect(await service.remix({ audio_url: 'https://example.com/clip.mp3' })).toEqual(unbuilt)
    expect(await service.lyrics({ prompt: 'the sea' })).toEqual(unbuilt)
    await service.close()
  })

  test('since the other side cannot prove who it is, was not sent', async () => {
    const impostor = await startScriptedServer({ tls: selfSigned(), reply: answers(200, accepted) })
    expect(await submitTo(impostor.url)).toEqual({
      status: 'not_sent',
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(impostor.requests).toEqual([])
    await impostor.close()
  })

  test('since the other side does not speak TLS, was not sent', async () => {
    expect(await submitTo(server.url.replace('http:', 'https:'))).toEqual({
      status: 'not_sent',
      reason: expect.stringMatching(/^(EPROTO|ERR_SSL_\w+)$/),
    })
    expect(server.requests).toEqual([])
  })

  test('since its time was over before there was a connection, was not sent', async () => {
    const mute = createServer()
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    expect(await submitTo(`https://127.0.0.1:${port}`, 200)).toEqual({
      status: 'not_sent',
      reason: 'UND_ERR_CONNECT_TIMEOUT',
    })
    mute.close()
  })
})

describe('what is sent', () => {
  test('is the body as JSON, with the bare key', async () => {
    server.answer(answers(200, accepted))
    await submitTo(server.url)
    const [received] = server.requests
    expect(received).toMatchObject({ method: 'POST', url: '/v2/MusicAI' })
    expect(received?.headers).toMatchObject({
      authorization: apiKey,
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(JSON.parse(Buffer.from(received?.body ?? '', 'latin1').toString('utf8'))).toEqual(request.body)
  })

  test.each(['/', '//', ''])('goes under the base address, also where that ends in %j', async (end) => {
    server.answer(answers(200, accepted))
    await submitTo(`${server.url}/api/public${end}`)
    expect(server.requests[0]?.url).toBe('/api/public/v2/MusicAI')
  })

  test('is never sent over a connection that an earlier request left open', async () => {
    server.answer(answers(200, accepted, { connection: 'keep-alive' }))
    const service = createTestClient({ baseUrl: server.url, apiKey })
    await service.submit(request, {})
    await service.submit(request, {})
    await service.close()
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })
})
