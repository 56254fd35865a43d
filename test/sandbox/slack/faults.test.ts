import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asForm, type RawApp, startRawApp, until } from './support.ts'

let app: RawApp
let channel: string

beforeEach(async () => {
  app = await startRawApp()
  channel = app.slack.addresses.channelId
})

afterEach(() => app.stop())

const fail = (fault: object) => app.slack.faults.add(fault)
const texts = () => app.slack.people.messages({}).map(({ text }) => text)
const post = (text = 'hello') => app.call('chat.postMessage', { channel, text })

const rawPost = () =>
  fetch(`${app.slack.addresses.api}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.slack.addresses.botToken}` },
    body: asForm({ channel, text: 'hello' }),
  })

const hasFailed = () => app.wire.since(0).some(({ summary }) => summary.includes('fault:'))

describe('a fault that makes no sense is refused, and names its field', () => {
  const post = { method: 'chat.postMessage' }
  test.each<readonly [string, unknown, string]>([
    ['no object', 'lost', ''],
    ['of no kind', {}, ''],
    ['of two kinds', { ...post, answer: 'lost', shares: 'late' }, 'shares'],
    ['on a method that does not exist', { method: 'chat.shout', answer: 'lost' }, 'method'],
    ['without an answer', post, 'answer'],
    // https://docs.slack.dev/reference/methods/chat.postMessage lists no such error
    ['with an answer that the method never gives', { ...post, answer: 'hash_conflict' }, 'answer'],
    ['with a code where there are only statuses', { method: 'upload', answer: 'internal_error' }, 'answer'],
    ['with a status that is no failure', { ...post, answer: 'http 200' }, 'answer'],
    ['that never happens', { ...post, answer: 'lost', times: 0 }, 'times'],
    ['that happens by halves', { ...post, answer: 'lost', times: 1.5 }, 'times'],
    ['at no known time', { ...post, answer: 'lost', after: 'lunch' }, 'after'],
    // https://docs.slack.dev/apis/web-api/rate-limits
    ['over a rate and yet carried out', { ...post, answer: 'ratelimited', after: 'acting' }, 'after'],
    ['that is late though it never comes', { ...post, answer: 'never', ms: 5 }, 'ms'],
    [
      'that says when to come back from a cut line',
      { ...post, answer: 'lost', retryAfterSeconds: 5 },
      'retryAfterSeconds',
    ],
    ['with a field too many', { ...post, answer: 'lost', mood: 'bad' }, 'mood'],
    ['of shares that are neither', { shares: 'soon' }, 'shares'],
    ['of shares that never come, and when', { shares: 'never', ms: 5 }, 'ms'],
  ])('%s', (_what, fault, field) => {
    expect(() => app.slack.faults.add(fault)).toThrow(
      expect.objectContaining({ name: 'InvalidFault', field }),
    )
  })

  test('and nothing of it happens', async () => {
    expect(() => fail({ ...post, answer: 'lost', times: 0 })).toThrow()
    expect(await app.call('chat.postMessage', { channel, text: 'hello' })).toMatchObject({ ok: true })
  })
})

describe('a call that is to fail', () => {
  test('is told a code, so often and no more, and no refusal is noted', async () => {
    fail({ method: 'chat.postMessage', answer: 'internal_error', times: 2 })
    const answers = [await post('one'), await post('two'), await post('three')]
    expect(answers.map(({ error }) => error)).toEqual(['internal_error', 'internal_error', undefined])
    expect(texts()).toEqual(['three'])
    expect(app.refusals()).toEqual([])
  })

  test('is the one that was named, and none after the faults are cleared', async () => {
    fail({ method: 'chat.postMessage', answer: 'internal_error', times: 9 })
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
    app.slack.faults.clear()
    expect(await post()).toMatchObject({ ok: true })
  })

  // https://docs.slack.dev/apis/web-api/rate-limits/#responding-to-rate-limiting-conditions
  test('over its rate hears when to come back', async () => {
    fail({ method: 'chat.postMessage', answer: 'ratelimited', retryAfterSeconds: 7 })
    const response = await rawPost()
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' })
    expect(texts()).toEqual([])
  })

  test.each([
    ['before', []],
    ['acting', ['hello']],
  ])('with a status fails %s', async (after, shown) => {
    fail({ method: 'chat.postMessage', answer: 'http 503', after })
    expect((await rawPost()).status).toBe(503)
    expect(texts()).toEqual(shown)
  })

  test('with a page instead of JSON is a page', async () => {
    fail({ method: 'chat.postMessage', answer: 'no json' })
    const response = await rawPost()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html'])
  })

  test.each([
    [undefined, ['hello']],
    ['acting', ['hello']],
    ['before', []],
  ])(
    'and whose answer is lost has its effect, unless it was lost on the way there (%s)',
    async (after, shown) => {
      fail({ method: 'chat.postMessage', answer: 'lost', after })
      await expect(rawPost()).rejects.toThrow('fetch failed')
      expect(texts()).toEqual(shown)
      expect(await post('again')).toMatchObject({ ok: true })
    },
  )

  test.each([
    ['before', []],
    ['acting', ['hello']],
  ])('and is slow waits as long as was said, %s', async (after, shown) => {
    fail({ method: 'chat.postMessage', answer: 'slow', ms: 60_000, after })
    const answer = post()
    await until(app.wire, () => hasFailed() && texts().length === shown.length)
    expect(texts()).toEqual(shown)
    app.clock.advance(60_000)
    expect(await answer).toMatchObject({ ok: true })
    expect(texts()).toEqual(['hello'])
  })

  test('and is never answered stays open until the app hangs up', async () => {
    fail({ method: 'chat.postMessage', answer: 'never', after: 'acting' })
    const controller = new AbortController()
    const answer = fetch(`${app.slack.addresses.api}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.slack.addresses.botToken}` },
      body: asForm({ channel, text: 'hello' }),
      signal: controller.signal,
    })
    await until(app.wire, () => texts().length === 1)
    controller.abort()
    await expect(answer).rejects.toThrow('aborted')
  })
})

describe('a file', () => {
  const upload = async () => {
    const length = 3
    const ticket = await app.call('files.getUploadURLExternal', { filename: 'song.mp3', length })
    const { status } = await fetch(String(ticket.upload_url), { method: 'POST', body: 'ID3' })
    return { id: String(ticket.file_id), status }
  }
  const complete = (id: string) =>
    app.call('files.completeUploadExternal', { files: [{ id }], channel_id: channel })
  const sharesOf = async (file: string) =>
    ((await app.call('files.info', { file })).file as { shares: object }).shares

  test('whose bytes do not arrive is not there', async () => {
    fail({ method: 'upload', answer: 'http 500' })
    const { id, status } = await upload()
    expect(status).toBe(500)
    expect(await complete(id)).toMatchObject({ error: 'file_not_found' })
  })

  test('whose completion answer is lost is shared anyway, and not taken twice', async () => {
    const { id } = await upload()
    fail({ method: 'files.completeUploadExternal', answer: 'lost' })
    await expect(complete(id)).rejects.toThrow('fetch failed')
    app.clock.advance(100)
    expect(app.slack.people.messages({})).toMatchObject([{ files: [{ name: 'song.mp3' }] }])
    expect(await complete(id)).toMatchObject({ error: 'file_not_found' })
  })

  // https://docs.slack.dev/reference/methods/files.completeUploadExternal: shared asynchronously
  test('is shared late', async () => {
    fail({ shares: 'late', ms: 60_000 })
    const { id } = await upload()
    await complete(id)
    app.clock.advance(59_000)
    expect([await sharesOf(id), texts()]).toEqual([{}, []])
    app.clock.advance(1_000)
    expect(await sharesOf(id)).toHaveProperty('public')
    expect(texts()).toHaveLength(1)
  })

  test('does not say where it is shared, though people see it, until that is cleared', async () => {
    fail({ shares: 'never' })
    const { id } = await upload()
    await complete(id)
    app.clock.advance(100)
    expect([await sharesOf(id), texts()]).toEqual([{}, ['']])
    app.slack.faults.clear()
    expect(await sharesOf(id)).toHaveProperty('public')
  })

  test('cannot be read when its host fails', async () => {
    const { id } = await upload()
    await complete(id)
    const { file } = await app.call('files.info', { file: id })
    fail({ method: 'download', answer: 'http 404' })
    const read = () =>
      fetch(String((file as { url_private: string }).url_private), {
        headers: { authorization: `Bearer ${app.slack.addresses.botToken}` },
      })
    expect((await read()).status).toBe(404)
    expect(await (await read()).text()).toBe('ID3')
  })
})

test('an answer to an interaction fails as often as is said', async () => {
  const socket = await app.connect()
  void app.act({ command: '/music' })
  const envelope = await socket.next('slash_commands')
  fail({ method: 'response_url', answer: 'http 500' })
  const answer = () =>
    fetch(envelope.payload.response_url, { method: 'POST', body: JSON.stringify({ text: 'Here' }) })
  expect([(await answer()).status, (await answer()).status]).toEqual([500, 200])
  expect(texts()).toEqual(['Here'])
})
