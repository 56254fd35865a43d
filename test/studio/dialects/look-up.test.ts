import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startCaller } from '../caller.ts'

type Conversion = Readonly<Record<string, unknown>>

let caller: Caller
/** A finished speech, and finished music. */
const done: { speech?: unknown; music?: unknown } = {}
beforeAll(async () => {
  caller = await startCaller({ musicSeconds: 1 })
  const { body: speech } = await caller.speak({ text: 'a word' })
  const { body: music } = await caller.submit({ prompt: 'a song' })
  await caller.ended(speech.task_id, 'TEXT_TO_SPEECH')
  await caller.ended(music.task_id)
  done.speech = speech.task_id
  done.music = music.task_id
})
afterEach(async () => {
  await caller.control('DELETE', '/faults')
  await caller.control('PUT', '/settings', { lookUp: {} })
})
afterAll(async () => await caller.close())

const lookUp = async (taskId: unknown, feature = 'TEXT_TO_SPEECH'): Promise<Conversion> => {
  const { body } = await caller.get(`/v1/byId?conversionType=${feature}&task_id=${taskId}`)
  return body.conversion as Conversion
}

const tell = async (lookUpDialect: object, times?: number): Promise<void> => {
  const fault = { lookUp: lookUpDialect, ...(times !== undefined && { times }) }
  expect(await caller.control('POST', '/faults', fault)).toMatchObject({ status: 204 })
}

const plan = async (given: object): Promise<void> => {
  expect(await caller.control('POST', '/next', given)).toMatchObject({ status: 204 })
}

const file = expect.stringMatching(/^http:.*\.mp3$/)

describe('a look-up of one output in the names of the general sample of the vendor', () => {
  test('has one id, a status_msg and one file, and no numbers in its names', async () => {
    await tell({ names: 'single' })
    const conversion = await lookUp(done.speech)
    expect(conversion).toMatchObject({
      task_id: done.speech,
      conversion_id: expect.any(String),
      status: 'COMPLETED',
      status_msg: 'Your conversion has been completed',
      audio_url: file,
      conversion_cost: 0.01,
      title: 'a word',
      lyrics: '',
      music_style: '',
    })
    expect(Object.keys(conversion).filter((name) => /_\d$/.test(name))).toEqual([])
  })

  test.each([
    ['conversion_path', { conversion_path: file }],
    ['output_file', { output_file: file }],
    ['audio_url as JSON', { audio_url: expect.stringMatching(/^\{"audio":"http:.*\.mp3"\}$/) }],
  ])('has its file as %s', async (audioName, fields) => {
    await tell({ names: 'single', audioName })
    expect(await lookUp(done.speech)).toMatchObject(fields)
  })

  test('has its file in a map by its id', async () => {
    await tell({ names: 'single', audioName: 'conversion_paths' })
    const { conversion_id: id, conversion_paths: paths } = await lookUp(done.speech)
    expect(paths).toEqual({ [String(id)]: file })
  })
})

test.each([
  ['null', { album_cover_path: null, sounds_1: null, conversion_path_2: null }],
  ['empty', { album_cover_path: '', sounds_1: '', conversion_path_2: '' }],
])('nothing may be written as %s', async (nothing, fields) => {
  await tell({ nothing })
  expect(await lookUp(done.speech)).toMatchObject({ ...fields, conversion_path_1: file })
})

test('nothing may be left out', async () => {
  await tell({ nothing: 'absent' })
  const conversion = await lookUp(done.speech)
  expect(Object.values(conversion)).not.toContain('')
  expect(conversion).not.toHaveProperty('album_cover_path')
})

test.each([
  ['number', { conversion_cost: 0.1 }],
  ['string', { conversion_cost: '0.1' }],
])('the cost may be a %s', async (cost, fields) => {
  await tell({ cost })
  expect(await lookUp(done.music, 'MUSIC_AI')).toMatchObject(fields)
})

test('there may be no cost, as in the interface description', async () => {
  await tell({ cost: 'absent' })
  expect(await lookUp(done.music, 'MUSIC_AI')).not.toHaveProperty('conversion_cost')
})

test('both fields of streaming may be true', async () => {
  await tell({ isStreaming: true })
  expect(await lookUp(done.music, 'MUSIC_AI')).toMatchObject({
    is_streaming_request: true,
    is_streaming_available: true,
  })
})

describe('statuses', () => {
  // Those that callers of the service handle besides the four of the vendor, and one that nobody knows.
  test.each(['completed', 'GENERATION_COMPLETED', 'PARTIAL_COMPLETED', 'IN_QUEUE', 'SPARKLING'])(
    'finished work may be called %s',
    async (completedStatus) => {
      await tell({ completedStatus })
      expect(await lookUp(done.music, 'MUSIC_AI')).toMatchObject({
        status: completedStatus,
        conversion_path_1: file,
        conversion_path_2: file,
      })
    },
  )

  test.each(['IN_PROGRESS', 'in_queue', 'PENDING', 'SPARKLING'])(
    'waiting work may be called %s',
    async (waitingStatus) => {
      await plan({ neverEnds: true, lookUp: { waitingStatus } })
      const { body } = await caller.speak({ text: 'a word' })
      expect(await lookUp(body.task_id)).toMatchObject({ status: waitingStatus, conversion_path_1: '' })
    },
  )

  test('failed work may be called in small letters', async () => {
    await plan({ fail: 'Too loud', lookUp: { failedStatus: 'failed' } })
    const { body } = await caller.speak({ text: 'a word' })
    expect(await caller.ended(body.task_id, 'TEXT_TO_SPEECH')).toMatchObject({
      status: 'failed',
      message: 'Too loud',
    })
  })

  test('work of which a part is there may be called PARTIAL_COMPLETED', async () => {
    await plan({ lookUp: { partialStatus: 'PARTIAL_COMPLETED', completedStatus: 'PARTIAL_COMPLETED' } })
    const { body } = await caller.submit({ prompt: 'a song' })
    await caller.control('GET', `/tasks/${body.task_id}/until/output`)
    expect(await lookUp(body.task_id, 'MUSIC_AI')).toMatchObject({
      status: 'PARTIAL_COMPLETED',
      conversion_path_1: file,
    })
    await caller.ended(body.task_id)
  })
})

describe('files', () => {
  test.each([
    ['none', '', ''],
    ['first', file, ''],
    ['second', '', file],
  ])('finished work may have %s of its files', async (files, first, second) => {
    await tell({ files })
    expect(await lookUp(done.music, 'MUSIC_AI')).toMatchObject({
      status: 'COMPLETED',
      conversion_path_1: first,
      conversion_path_2: second,
    })
  })

  test('may be at an address with a signature, which alone is served where the others have expired', async () => {
    await tell({ signature: 'later' })
    const signed = String((await lookUp(done.music, 'MUSIC_AI')).conversion_path_1)
    const [unsigned = '', signature] = signed.split('?')
    expect(signature).toBe('signature=later')
    await caller.control('POST', '/faults', { file: { answer: 'expired', isUnsigned: true } })
    const statusOf = async (url: string) => (await fetch(url)).status
    expect([await statusOf(signed), await statusOf(unsigned)]).toEqual([200, 403])
  })

  test('may be there before the status says so', async () => {
    await tell({ completedStatus: 'IN_QUEUE' }, 2)
    const seen = async () => (await lookUp(done.music, 'MUSIC_AI')).status
    expect([await seen(), await seen(), await seen()]).toEqual(['IN_QUEUE', 'IN_QUEUE', 'COMPLETED'])
  })
})

describe('a dialect', () => {
  test('of the settings holds for all, of a plan for one task, of a fault for as many look-ups', async () => {
    await caller.control('PUT', '/settings', { lookUp: { cost: 'string', completedStatus: 'A' } })
    await plan({ lookUp: { completedStatus: 'B' } })
    const { body } = await caller.speak({ text: 'a word' })
    expect(await caller.ended(body.task_id, 'TEXT_TO_SPEECH')).toMatchObject({
      status: 'B',
      conversion_cost: '0.01',
    })
    expect(await lookUp(done.speech)).toMatchObject({ status: 'A', conversion_cost: '0.01' })
    await tell({ completedStatus: 'C' }, 1)
    expect(await lookUp(body.task_id)).toMatchObject({ status: 'C', conversion_cost: '0.01' })
    expect(await lookUp(body.task_id)).toMatchObject({ status: 'B' })
  })

  test('of a fault without a number holds until faults are cleared', async () => {
    await tell({ completedStatus: 'C' })
    expect([await lookUp(done.speech), await lookUp(done.speech)]).toMatchObject([
      { status: 'C' },
      { status: 'C' },
    ])
    await caller.control('DELETE', '/faults')
    expect(await lookUp(done.speech)).toMatchObject({ status: 'COMPLETED' })
  })
})

test('a task may be unknown right after it was submitted', async () => {
  await caller.control('POST', '/faults', { respond: { path: '/v1/byId', answer: 'http 404', times: 2 } })
  const { body } = await caller.speak({ text: 'a word' })
  const path = `/v1/byId?conversionType=TEXT_TO_SPEECH&task_id=${body.task_id}`
  expect([await caller.get(path), await caller.get(path), await caller.get(path)]).toMatchObject([
    { status: 404, body: { success: false } },
    { status: 404, body: { success: false } },
    { status: 200, body: { success: true } },
  ])
})

test('a task that never ends goes on when the control wants it', async () => {
  await plan({ neverEnds: true })
  const { body } = await caller.speak({ text: 'a word' })
  expect(await lookUp(body.task_id)).toMatchObject({ status: 'IN_QUEUE' })
  expect(await caller.control('POST', `/tasks/${body.task_id}/go`)).toMatchObject({ status: 204 })
  expect(await caller.ended(body.task_id, 'TEXT_TO_SPEECH')).toMatchObject({ status: 'COMPLETED' })
  expect(await caller.control('POST', `/tasks/${body.task_id}/go`)).toMatchObject({ status: 404 })
})
