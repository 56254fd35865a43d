import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStudioRecord } from '../../studio/record.ts'
import { type Caller, startCaller } from './caller.ts'
import { callRaw } from './raw-call.ts'
import { type Response, startReceiver } from './webhooks/receiver.ts'

type Entry = { readonly id: number; readonly kind: string; readonly summary: string; readonly detail: object }

let caller: Caller
let receiver: Awaited<ReturnType<typeof startReceiver>>
/** What the receiver answers. */
let response: Response

beforeEach(async () => {
  response = { status: 204 }
  receiver = await startReceiver(() => response)
  caller = await startCaller({ musicSeconds: 1 })
})
afterEach(async () => {
  await caller.close()
  await receiver.close()
})

const wire = async (query = ''): Promise<readonly Entry[]> =>
  (await (await fetch(`${caller.controlUrl}/wire${query}`)).json()) as readonly Entry[]

const fail = async (fault: object): Promise<void> => {
  expect(await caller.control('POST', '/faults', fault)).toMatchObject({ status: 204 })
}

describe('what a caller asks for is on the wire', () => {
  test('with its parameters and its answer, and without the key', async () => {
    await caller.get('/v1/getAllVoices?limit=1&page=0')
    const entries = await wire()
    expect(entries).toEqual([
      {
        id: 1,
        atMs: expect.any(Number),
        kind: 'request',
        summary: 'GET /v1/getAllVoices 200',
        detail: {
          method: 'GET',
          path: '/v1/getAllVoices',
          given: { limit: '1', page: '0' },
          status: 200,
          answer: expect.objectContaining({ success: true }),
        },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(caller.apiKey)
  })

  test('with the id of the task, which joins it with all that follows', async () => {
    const { body } = await caller.speak({ text: 'a word' })
    await caller.ended(body.task_id, 'TEXT_TO_SPEECH')
    const lookUp = { conversionType: 'TEXT_TO_SPEECH', task_id: body.task_id }
    expect(await wire()).toMatchObject([
      { summary: 'POST /v1/TextToSpeech 200', detail: { answer: { task_id: body.task_id } } },
      { summary: 'GET /v1/byId 200', detail: { given: lookUp, answer: { success: true } } },
    ])
  })

  test('without the bytes of its files', async () => {
    await caller.postOnly('/v1/Remix', { prompt: 'faster', audio_file: new Blob(['no clip']) })
    expect((await wire())[0]?.detail).toMatchObject({ given: { prompt: 'faster', audio_file: 'a file' } })
  })

  test('when it is refused, too, and when nobody could read it', async () => {
    await caller.get('/v1/byId?conversionType=COVER')
    await caller.postJson('/v2/MusicAI', '{')
    expect(await wire()).toMatchObject([
      { kind: 'request', summary: expect.stringMatching(/^GET \/v1\/byId 4\d\d$/) },
      { summary: 'POST /v2/MusicAI 400', detail: { status: 400, answer: { success: false } } },
    ])
  })

  test('unless it came without an issued key', async () => {
    await callRaw(`${caller.baseUrl}/v1/getAllVoices`, { key: 'nobody' })
    await callRaw(`${caller.baseUrl}/v1/getAllVoices`)
    expect(await wire()).toEqual([])
  })

  const path = '/v1/TextToSpeech'
  test.each([
    [{ answer: 'lost' }, 'POST /v1/TextToSpeech 200 fault: lost'],
    [{ answer: 'lost', after: 'before' }, 'POST /v1/TextToSpeech fault: lost'],
    [{ answer: 'http 503' }, 'POST /v1/TextToSpeech fault: http 503'],
    [{ answer: 'page 502', after: 'acting' }, 'POST /v1/TextToSpeech 200 fault: page 502'],
  ])('with the fault that it met: %j', async (fault, summary) => {
    await fail({ respond: { path, ...fault } })
    await callRaw(`${caller.baseUrl}${path}`, { key: caller.apiKey, body: { text: 'a word' } })
    expect(await wire()).toMatchObject([
      { summary, detail: { given: { text: 'a word' }, fault: fault.answer } },
    ])
  })

  test('with the fault, and without a form that is not carried out', async () => {
    await fail({ respond: { path: '/v1/Remix', answer: 'http 503' } })
    await caller.remix({ prompt: 'faster', audio_file: new Blob(['no clip']) })
    expect(await wire()).toMatchObject([{ detail: { method: 'POST', path: '/v1/Remix', fault: 'http 503' } }])
    expect((await caller.control('GET', '/requests')).body).toEqual({ requests: [] })
  })
})

test('who fetches a file is on the wire, and no request with parameters', async () => {
  await fetch(`${caller.cdnUrl}/nothing.mp3`)
  expect(await wire()).toMatchObject([
    {
      kind: 'request',
      summary: 'GET /cdn/nothing.mp3 404',
      detail: { path: '/cdn/nothing.mp3', status: 404 },
    },
  ])
  const { body } = await caller.speak({ text: 'a word' })
  const file = String((await caller.ended(body.task_id, 'TEXT_TO_SPEECH')).conversion_path_1)
  const { pathname } = new URL(file)
  const [last] = (await wire()).slice(-1)
  const since = `?since=${last?.id}`
  await callRaw(file)
  await fetch(file, { headers: { range: 'bytes=0-9' } })
  await fetch(file, { headers: { range: 'bytes=99999999-' } })
  await fail({ file: { answer: 'http 404' } })
  await callRaw(file)
  expect((await wire(since)).map(({ summary }) => summary)).toEqual([
    ...[`GET ${pathname} 200`, `GET ${pathname} 206`, `GET ${pathname} 416`],
    `GET ${pathname} fault: http 404`,
  ])
  const { requests } = (await caller.control('GET', '/requests')).body
  expect(requests).toHaveLength(2)
})

describe('a callback is on the wire', () => {
  /** The callbacks on the wire after a task of this address has ended and was told of. */
  const told = async (webhook_url = receiver.url): Promise<readonly Entry[]> => {
    const { body } = await caller.speak({ text: 'a word', webhook_url })
    await caller.control('GET', `/tasks/${body.task_id}/until/told`)
    return (await wire()).filter(({ kind }) => kind === 'event')
  }

  test('with what it said, where it went, and what was answered', async () => {
    const entries = await told()
    const { body } = await caller.control('GET', '/webhooks')
    expect(entries).toEqual([
      {
        id: 2,
        atMs: expect.any(Number),
        kind: 'event',
        summary: 'callback /hook/secret-0 204',
        detail: (body.webhooks as readonly unknown[])[0],
      },
    ])
    expect(entries[0]?.detail).toMatchObject({
      url: receiver.url,
      body: receiver.received[0]?.body,
      state: 'answered',
      lastAnswer: 'HTTP 204',
    })
  })

  test('that was refused', async () => {
    response = { status: 500 }
    expect(await told()).toMatchObject([
      { summary: 'callback /hook/secret-0 500', detail: { state: 'waiting', attempts: 1 } },
    ])
  })

  test('that nobody took', async () => {
    const { url } = receiver
    await receiver.close()
    expect(await told(url)).toMatchObject([
      { summary: 'callback /hook/secret-0 unreachable: ECONNREFUSED', detail: { state: 'waiting' } },
    ])
    receiver = await startReceiver(() => response)
  })

  test.each([
    ['lost', { webhooks: 'lose' }],
    ['held', { webhooks: 'hold' }],
  ])('that was %s', async (state, fault) => {
    await fail(fault)
    expect(await told()).toMatchObject([
      { summary: `callback /hook/secret-0 ${state}`, detail: { state, attempts: 0 } },
    ])
  })

  test('that leads away from this machine', async () => {
    expect(await told('https://example.com/hook')).toMatchObject([{ summary: 'callback /hook skipped' }])
  })

  test('as often as the control sends it', async () => {
    await fail({ webhooks: 'hold' })
    const [held] = await told()
    const [{ id }] = (await caller.control('GET', '/webhooks')).body.webhooks as [{ id: string }]
    for (const _ of [1, 2]) await caller.control('POST', `/webhooks/${id}/send`)
    const sent = (await wire(`?since=${held?.id}`)).map(({ summary }) => summary)
    expect(sent).toEqual(['callback /hook/secret-0 204', 'callback /hook/secret-0 204'])
  })
})

describe('a look at the wire', () => {
  test('tells what came after a number, and waits for it', async () => {
    await caller.get('/v1/getAllVoices')
    const looking = wire('?since=1&waitMs=60000')
    await caller.get('/v1/getAllVoices')
    expect(await looking).toMatchObject([{ id: 2 }])
  })

  test('tells of nothing when nothing happens', async () => {
    expect(await wire('?waitMs=5')).toEqual([])
  })

  test.each([
    ['since=-1', 'since'],
    ['waitMs=90000', 'waitMs'],
    ['after=1', 'after'],
  ])('is refused where it makes no sense: %s', async (query, field) => {
    expect(await caller.control('GET', `/wire?${query}`)).toEqual({
      status: 400,
      body: { error: expect.any(String), field },
    })
  })
})

test('the record has the latest 2000, and its numbers go on counting', () => {
  const record = createStudioRecord({ now: () => 42 })
  for (let index = 0; index <= 2_000; index += 1)
    record.asked({ method: 'GET', path: `/v1/${index}`, given: {}, status: 200, answer: {} })
  expect(record.since(0)).toHaveLength(2_000)
  expect(record.since(0)[0]).toMatchObject({ id: 2, atMs: 42, summary: 'GET /v1/1 200' })
  expect(record.since(2_000)).toMatchObject([{ id: 2_001, detail: { path: '/v1/2000' } }])
  expect(record.requests()[0]).toEqual({ method: 'GET', path: '/v1/1', given: {} })
})
