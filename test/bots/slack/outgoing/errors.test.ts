import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDelivery } from '../../../../src/bots/slack/outgoing/deliver.ts'
import { createPacedWebs } from '../../../../src/bots/slack/outgoing/web.ts'
import { type Effect, performed } from '../../../../src/core/effect.ts'
import { AppError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { Attempt } from '../../../../src/core/job/platform.ts'
import type { Block, ResultMessage } from '../../../../src/core/message/message.ts'
import type { MessageRef, ReplyRef } from '../../../../src/core/target.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// What leaves the process, and what Slack's answers are taken for: over real HTTP, with Slack's own client.

const token = 'xoxb-token-of-the-operator'
const secret = '1234/secret-of-the-response'

let server: ScriptedServer
let nowMs: number
const wait = async (spanMs: number) => {
  nowMs += spanMs
}

beforeEach(async () => {
  nowMs = 1_781_524_800_000
  server = await startScriptedServer({ reply: answers(200, { ok: true, ts: '1.2' }) })
})
afterEach(() => server.close())

const nobody = async () => undefined
const lookUps = { lookUp: nobody, lookUpAnew: nobody, lookUpUnadmitted: nobody, nameOf: nobody }
const delivery = (effect: Effect = performed, log = createRecordingLog()) =>
  createDelivery({
    effect,
    webs: createPacedWebs({ token, apiUrl: `${server.url}/api/`, effect, log, now: () => nowMs, wait }),
    apiUrl: `${server.url}/api/`,
    download: async () => new Uint8Array([1, 2, 3]),
    us: () => ({ userId: 'UBOT', botId: 'B1' }),
    members: { ...lookUps, localeOf: () => undefined },
    log,
    now: () => nowMs,
    wait,
  })

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  key: 'key-1',
  notes: {},
  askedAtMs: nowMs,
  fileBytesMax: 1_000,
  linksAllowed: false,
  note: async () => undefined,
  ...changes,
})
const message = (...blocks: Block[]): ResultMessage => ({ text: 'Ready <!here>', tone: 'done', blocks })
const audio: Block = {
  kind: 'audio',
  title: 'Tide',
  file: { url: 'https://cdn.example/1.mp3', name: 'Tide.mp3' },
}
const target = { platform: 'slack', server: 'T1', channel: 'C1', member: 'U1' } as const
const ref: MessageRef = { platform: 'slack', channel: 'C1', message: '1.1' }
const replyRef = (): ReplyRef => ({
  platform: 'slack',
  channel: 'C1',
  replyToken: `${server.url}/commands/T1/${secret}`,
})

const formOf = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body))
const refusal = (error: string, more: object = {}): Reply => answers(200, { ok: false, error, ...more })

describe('a message', () => {
  test('is edited with the bot’s token, and nothing in it is looked up', async () => {
    await delivery().edit(ref, message(), attempt())
    expect(server.requests).toMatchObject([{ method: 'POST', url: '/api/chat.update' }])
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
    const { channel, ts, text, parse, link_names } = formOf(server.requests[0]?.body)
    expect({ channel, ts, text, parse, link_names }).toEqual({
      channel: 'C1',
      ts: '1.1',
      text: 'Ready &lt;!here&gt;',
      parse: 'none',
      link_names: 'false',
    })
  })

  test('is posted under its key, without previews', async () => {
    await delivery().post(target, message(), attempt())
    const { metadata, unfurl_links, unfurl_media } = formOf(server.requests.at(-1)?.body)
    expect(JSON.parse(metadata ?? '')).toEqual({
      event_type: 'tunesmith_job',
      event_payload: { key: 'key-1' },
    })
    expect({ unfurl_links, unfurl_media }).toEqual({ unfurl_links: 'false', unfurl_media: 'false' })
  })

  test('whose answer names no time stamp is asked for again', async () => {
    server.answer(answers(200, { ok: true }))
    await expect(delivery().post(target, message(), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
    })
  })
})

describe('a message that may be there already', () => {
  const historyAnswers = (history: Reply): void =>
    server.answer((response, request) =>
      request.url === '/api/conversations.history'
        ? history(response, request)
        : answers(200, { ok: true, ts: '1.2' })(response, request),
    )

  test('is posted where Slack does not tell, if nothing was tried before', async () => {
    historyAnswers(refusal('missing_scope'))
    expect(await delivery().post(target, message(), attempt())).toMatchObject({ message: '1.2' })
  })

  test('is not posted where Slack does not tell, if it was tried before', async () => {
    historyAnswers(refusal('missing_scope'))
    const again = attempt({ notes: { post_tried: '1781524500000' } })
    await expect(delivery().post(target, message(), again)).rejects.toMatchObject({ code: 'cannot_post' })
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/conversations.history'])
    expect(formOf(server.requests[0]?.body)).toMatchObject({
      oldest: '1781524200',
      latest: '1781525100',
      include_all_metadata: 'true',
    })
  })

  test('is not posted while the call for it may be on its way; then it is, where it is not there', async () => {
    historyAnswers(answers(200, { ok: true, messages: [] }))
    const again = attempt({ notes: { post_tried: String(nowMs - 10_000) } })
    await expect(delivery().post(target, message(), again)).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryAfterMs: 20_000,
    })
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/conversations.history'])
    nowMs += 20_000
    expect(await delivery().post(target, message(), again)).toMatchObject({ message: '1.2' })
  })

  test('that had to wait for its turn is looked for by nobody', async () => {
    server.answer((response, request) =>
      request.url === '/api/chat.postMessage'
        ? answers(429, '', { 'retry-after': '60' })(response, request)
        : answers(200, { ok: true, messages: [] })(response, request),
    )
    const noted: string[] = []
    const note = async (name: string, value: string) => void noted.push(`${name} ${value}`)
    await expect(delivery().post(target, message(), attempt({ note }))).rejects.toMatchObject({
      retryAfterMs: 60_000,
    })
    expect(noted).toEqual([`post_tried ${nowMs}`, 'post_tried '])
  })

  test('is not posted where there are too many newer messages to look through', async () => {
    historyAnswers(answers(200, { ok: true, messages: [], response_metadata: { next_cursor: 'next' } }))
    const again = attempt({ notes: { post_tried: '1781524500000' } })
    await expect(delivery().post(target, message(), again)).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    expect(new Set(server.requests.map(({ url }) => url))).toEqual(new Set(['/api/conversations.history']))
    expect(server.requests).toHaveLength(10)
  })

  test('is not posted while Slack cannot tell', async () => {
    historyAnswers(answers(429, '', { 'retry-after': '60' }))
    await expect(delivery().post(target, message(), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryAfterMs: 60_000,
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('an answer by response URL', () => {
  const word: ResultMessage = { text: 'Failed <!here>', tone: 'failed', blocks: [] }
  const answered = () => server.requests.filter(({ url }) => url.startsWith('/commands/'))
  const answer = (reply: Reply): void =>
    server.answer((response, request) =>
      (request.url.startsWith('/commands/') ? reply : answers(200, { ok: true, messages: [] }))(
        response,
        request,
      ),
    )

  test('is seen by the one who asked, and goes without the bot’s token', async () => {
    answer(answers(200, 'ok'))
    await delivery().edit(replyRef(), word, attempt())
    const [given, ...others] = answered()
    expect(others).toEqual([])
    expect(given).toMatchObject({ method: 'POST', url: `/commands/T1/${secret}` })
    expect(given?.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(given?.body ?? '')).toMatchObject({
      response_type: 'ephemeral',
      replace_original: false,
      text: expect.stringContaining('Failed &lt;!here&gt;'),
    })
  })

  test.each(['', 'https://evil.example/commands/T1/1', 'not an address', 'http://hooks.slack.com/x'])(
    'goes to Slack or nowhere: %j',
    async (replyToken) => {
      await expect(
        delivery().edit({ ...replyRef(), replyToken }, message(), attempt()),
      ).rejects.toMatchObject({
        code: 'message_gone',
      })
      expect(server.requests).toEqual([])
    },
  )

  // What one person alone sees cannot be looked for afterwards.
  test.each([
    ['no answer', breaks, 2],
    ['500', answers(500, ''), 2],
    ['429, which says that nothing was said', answers(429, ''), 3],
  ])('after %s is said again once, and more often only if nothing was said', async (_, reply, times) => {
    const notes: Record<string, string> = {}
    const same = attempt({
      notes,
      note: async (name, value) => {
        notes[name] = value
      },
    })
    answer(reply)
    await expect(delivery().edit(replyRef(), word, same)).rejects.toThrow()
    await expect(delivery().edit(replyRef(), word, same)).rejects.toThrow()
    answer(answers(200, 'ok'))
    await delivery().edit(replyRef(), word, same)
    expect(answered()).toHaveLength(times)
  })

  test('waits until Slack tells whether the job has a message after all', async () => {
    server.answer(answers(503, ''))
    await expect(delivery().edit(replyRef(), word, attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    expect(answered()).toEqual([])
  })

  test.each(['working', 'info', 'done'] as const)(
    'is no place for a message with the tone %s, which everybody is to see',
    async (tone) => {
      answer(answers(200, 'ok'))
      await expect(delivery().edit(replyRef(), { ...word, tone }, attempt())).rejects.toMatchObject({
        code: 'not_posted',
      })
      expect(answered()).toEqual([])
    },
  )

  test('does not take files, so they go with a new message', async () => {
    await expect(delivery().edit(replyRef(), message(audio), attempt())).rejects.toMatchObject({
      code: 'message_gone',
    })
    expect(server.requests).toEqual([])
  })

  const rows: readonly [string, Reply, ErrorCode, boolean][] = [
    ['404 after half an hour or five uses', answers(404, { error: 'used_url' }), 'reply_over', false],
    ['400', answers(400, { error: 'invalid_blocks' }), 'cannot_post', false],
    ['500', answers(500, ''), 'platform_unavailable', true],
    ['429', answers(429, ''), 'platform_unavailable', true],
    ['a redirect', answers(307, '', { location: '/elsewhere' }), 'platform_unavailable', true],
    ['no answer', breaks, 'platform_unavailable', true],
  ]

  test.each(rows)(
    '%s is taken for what it is, and does not give the right away',
    async (_, reply, code, retryable) => {
      answer(reply)
      const error: unknown = await delivery()
        .edit(replyRef(), word, attempt())
        .catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code, retryable })
      expect(error instanceof AppError && `${error} ${error.cause}`).not.toContain('secret-of-the-response')
      expect(answered()).toHaveLength(1)
    },
  )
})

test('a bug on our side while a message is edited is not taken for an outage of Slack', async () => {
  const mistaken = (): never => {
    throw new ReferenceError('song is not defined')
  }
  await expect(delivery(mistaken).edit(ref, message(), attempt())).rejects.toMatchObject({
    code: 'program_fault',
    retryable: false,
    message: 'ReferenceError: song is not defined',
    cause: expect.any(ReferenceError),
  })
})

describe('an answer of Slack', () => {
  // https://docs.slack.dev/reference/methods/chat.update#errors and chat.postMessage#errors
  const rows: readonly [string, Reply, ErrorCode, boolean][] = [
    ['message_not_found', refusal('message_not_found'), 'message_gone', false],
    ['cant_update_message', refusal('cant_update_message'), 'message_gone', false],
    ['channel_not_found', refusal('channel_not_found'), 'cannot_post', false],
    ['not_in_channel', refusal('not_in_channel'), 'cannot_post', false],
    ['is_archived', refusal('is_archived'), 'cannot_post', false],
    ['restricted_action', refusal('restricted_action'), 'cannot_post', false],
    ['missing_scope', refusal('missing_scope'), 'cannot_post', false],
    ['something new', refusal('something_new'), 'cannot_post', false],
    ['internal_error', refusal('internal_error'), 'platform_unavailable', true],
    ['fatal_error', refusal('fatal_error'), 'platform_unavailable', true],
    ['ratelimited', refusal('ratelimited'), 'platform_unavailable', true],
    ['503 of a proxy', answers(503, '<html></html>'), 'platform_unavailable', true],
    ['200 of something else', answers(200, '<html></html>'), 'platform_unavailable', true],
    ['429 that does not say how long', answers(429, ''), 'platform_unavailable', true],
    ['no answer', breaks, 'platform_unavailable', true],
  ]

  test.each(rows)('(%s) is taken for what it is, after one request', async (_, reply, code, retryable) => {
    server.answer(reply)
    const error: unknown = await delivery()
      .edit(ref, message(), attempt())
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, retryable })
    expect(JSON.stringify([error, String(error)])).not.toContain(token)
    expect(server.requests).toHaveLength(1)
  })

  // https://docs.slack.dev/reference/methods/chat.update#errors
  test('that a message is too old to edit takes it away, so that it promises nothing beside the new one', async () => {
    server.answer((response, request) =>
      (request.url === '/api/chat.update' ? refusal('edit_window_closed') : answers(200, { ok: true }))(
        response,
        request,
      ),
    )
    await expect(delivery().edit(ref, message(), attempt())).rejects.toMatchObject({ code: 'message_gone' })
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/chat.update', '/api/chat.delete'])
    expect(formOf(server.requests[1]?.body)).toMatchObject({ channel: 'C1', ts: '1.1' })
  })

  test('that a message which is too old to edit is gone already is no trouble', async () => {
    server.answer((response, request) =>
      refusal(request.url === '/api/chat.update' ? 'edit_window_closed' : 'message_not_found')(
        response,
        request,
      ),
    )
    const log = createRecordingLog()
    const edited = delivery(performed, log).edit(ref, message(), attempt())
    await expect(edited).rejects.toMatchObject({ code: 'message_gone' })
    expect(log.lines).toEqual([])
  })

  test('that asks us to wait says for how long', async () => {
    server.answer(answers(429, '', { 'retry-after': '70' }))
    await expect(delivery().edit(ref, message(), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
      retryAfterMs: 70_000,
    })
    expect(server.requests).toHaveLength(1)
  })

  // What is over a rate was not carried out. https://docs.slack.dev/apis/web-api/rate-limits
  test('that asks us to wait a moment is obeyed, and the call made again', async () => {
    const before = nowMs
    server.answer((response, request) =>
      server.requests.length === 1
        ? answers(429, '', { 'retry-after': '2' })(response, request)
        : answers(200, { ok: true, ts: '1.1' })(response, request),
    )
    await delivery().edit(ref, message(), attempt())
    expect([server.requests.length, nowMs - before]).toEqual([2, 2_000])
  })

  test('that finds fault with our blocks is told with the places, and without what stands there', async () => {
    const messages = ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]']
    server.answer(refusal('invalid_blocks', { response_metadata: { messages } }))
    await expect(delivery().edit(ref, message(), attempt())).rejects.toMatchObject({
      code: 'cannot_post',
      message: `Slack: invalid_blocks ${messages[0]}`,
    })
  })
})

describe('an upload', () => {
  const upload = (first: Reply, bytes: Reply = answers(200, 'OK')): void =>
    server.answer((response, request) => {
      if (request.url === '/upload') return bytes(response, request)
      if (request.url === '/api/files.getUploadURLExternal') return first(response, request)
      const file = { shares: { private: { C1: [{ ts: '1.3' }] } } }
      answers(200, { ok: true, ts: '1.2', file })(response, request)
    })
  const ticket: Reply = (response, request) =>
    answers(200, { ok: true, file_id: 'F1', upload_url: `${server.url}/upload` })(response, request)

  test('hands the bytes over without the token, and shares them where the message is', async () => {
    upload(ticket)
    await delivery().edit({ ...ref, thread: '1.0' }, message(audio), attempt())
    expect(server.requests.map(({ url }) => url)).toEqual([
      ...['/api/files.getUploadURLExternal', '/upload', '/api/files.completeUploadExternal'],
      ...['/api/files.info', '/api/files.info', '/api/chat.delete'],
    ])
    expect(formOf(server.requests[0]?.body)).toMatchObject({ filename: 'Tide.mp3', length: '3' })
    expect(server.requests[1]).toMatchObject({ body: '\u0001\u0002\u0003' })
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization')
    expect(formOf(server.requests[2]?.body)).toMatchObject({
      channel_id: 'C1',
      thread_ts: '1.0',
      files: '[{"id":"F1","title":"Tide"}]',
      blocks: expect.stringContaining('Ready <!here>'),
    })
    // "If the initial_comment field is provided, the blocks field is ignored":
    // https://docs.slack.dev/reference/methods/files.completeUploadExternal
    expect(formOf(server.requests[2]?.body)).not.toHaveProperty('initial_comment')
  })

  // "Never use a reply's ts value": https://docs.slack.dev/reference/methods/files.completeUploadExternal
  test.each([
    ['at the head of its own thread', ref, '1.1'],
    ['in a thread', { ...ref, thread: '1.0' }, '1.0'],
  ])('of a long text goes below a message %s', async (_, at, thread) => {
    upload(ticket)
    const lyrics: Block = { kind: 'document', name: 'lyrics.txt', text: 'x'.repeat(2_000) }
    await delivery().edit(at, message(lyrics), attempt())
    const share = server.requests.find(({ url }) => url === '/api/files.completeUploadExternal')
    expect(formOf(share?.body).thread_ts).toBe(thread)
  })

  test('of a long text that is refused in the end is named in the message', async () => {
    server.answer((response, request) => {
      if (request.url === '/api/files.completeUploadExternal')
        return refusal('malware_detected')(response, request)
      ticket(response, request)
    })
    const lyrics: Block = { kind: 'document', name: 'lyrics.txt', text: 'x'.repeat(2_000) }
    await delivery().edit(ref, message(lyrics), attempt())
    expect(formOf(server.requests.at(-1)?.body).text).toBe(
      "Ready &lt;!here&gt;\nlyrics.txt: couldn't be attached",
    )
  })

  // https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors
  test.each([
    ['file_uploads_disabled', refusal('file_uploads_disabled'), undefined],
    ['file_upload_size_restricted', refusal('file_upload_size_restricted'), undefined],
    ['file_type_not_allowed', refusal('file_type_not_allowed'), undefined],
    ['missing_scope', refusal('missing_scope'), undefined],
    ['HTTP 413', ticket, answers(413, '')],
  ] as const)('that is refused (%s) is linked in the message', async (_, first, bytes) => {
    upload(first, bytes)
    await delivery().edit(ref, message(audio), attempt())
    const { url, body } = server.requests.at(-1) ?? {}
    expect(url).toBe('/api/chat.update')
    expect(formOf(body).text).toBe('Ready &lt;!here&gt;\nTide: https://cdn.example/1.mp3')
  })

  test.each([
    ['500', ticket, answers(500, '')],
    ['a redirect', ticket, answers(307, '', { location: '/elsewhere' })],
    ['no answer', ticket, breaks],
    ['no address', answers(200, { ok: true }), undefined],
    ['internal_error', refusal('internal_error'), undefined],
  ] as const)('that does not go through now (%s) is tried again later', async (_, first, bytes) => {
    upload(first, bytes)
    await expect(delivery().edit(ref, message(audio), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    expect(server.requests.map(({ url }) => url)).not.toContain('/api/chat.update')
  })

  // Seen in the wild: https://github.com/paradigmxyz/centaur/pull/311
  test('that Slack takes and never shows is not called done, and linked after an hour', async () => {
    server.answer((response, request) => {
      const body = {
        ok: true,
        ts: '1.2',
        file_id: 'F1',
        upload_url: `${server.url}/upload`,
        file: { shares: {} },
      }
      answers(200, body)(response, request)
    })
    await expect(delivery().edit(ref, message(audio), attempt())).rejects.toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
    })
    const notes = { upload_0: 'F1', shared_channel: String(nowMs - 60 * 60_000) }
    await delivery().edit(ref, message(audio), attempt({ notes, linksAllowed: true }))
    expect(formOf(server.requests.at(-1)?.body).text).toContain('Tide: https://cdn.example/1.mp3')
    const shares = server.requests.filter(({ url }) => url === '/api/files.completeUploadExternal')
    expect(shares).toHaveLength(1)
  })
})
