import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest, type RawApp, section, startRawApp } from './support.ts'

let app: RawApp
let channel: string

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
  channel = app.slack.addresses.channelId
})

afterAll(() => app.stop())

const bytes = new TextEncoder().encode('ID3 a song')

type Ticket = { upload_url: string; file_id: string }

const reserve = async (filename = 'song.mp3', length = bytes.length) =>
  (await app.call('files.getUploadURLExternal', { filename, length })) as unknown as Ticket

const send = async (url: string, body: Uint8Array | FormData = bytes) => {
  const response = await fetch(url, { method: 'POST', body: body as RequestInit['body'] & object })
  return { status: response.status, text: await response.text() }
}

const complete = (id: string, args: Record<string, unknown> = { channel_id: channel }) =>
  app.call('files.completeUploadExternal', { files: [{ id, title: 'A song' }], ...args })

const uploaded = async (filename?: string, args?: Record<string, unknown>) => {
  const { upload_url, file_id } = await reserve(filename)
  await send(upload_url)
  const { files } = await complete(file_id, args)
  return (files as Record<string, unknown>[])[0] ?? {}
}

const infoOf = async (file: unknown) =>
  (await app.call('files.info', { file })).file as Record<string, unknown>

/** Moves past the moment between the answer and the message. */
const untilShared = () => app.clock.advance(100)

const seen = () => app.slack.people.messages({})

describe('an upload', () => {
  test('goes to an address as bytes or as a form, and is shared a moment after it is complete', async () => {
    const form = new FormData()
    form.set('body', new Blob([bytes]), 'Untitled')
    for (const body of [bytes, form]) {
      const { upload_url, file_id } = await reserve()
      expect(await send(upload_url, body)).toEqual({ status: 200, text: `OK - ${bytes.length}` })
      const answer = await complete(file_id, { channel_id: channel, initial_comment: 'Here' })
      expect(answer).toMatchObject({
        ok: true,
        files: [{ id: file_id, title: 'A song', name: 'song.mp3', filetype: 'mp3' }],
      })
      expect((await infoOf(file_id)).shares).toEqual({})
      untilShared()
      const { id } = seen().at(-1) ?? {}
      expect((await infoOf(file_id)).shares).toMatchObject({ public: { [channel]: [{ ts: id }] } })
    }
    expect(seen().at(-1)).toMatchObject({
      author: 'Tunesmith',
      text: 'Here',
      files: [{ name: 'song.mp3', contentType: 'audio/mpeg', bytes: bytes.length }],
    })
    expect(app.refusals()).toEqual([])
  })

  test('goes into a thread, with blocks for a comment', async () => {
    const { ts } = await app.call('chat.postMessage', { channel, text: 'parent' })
    await uploaded('song.mp3', { channel_id: channel, thread_ts: ts, blocks: [section('*Here*')] })
    untilShared()
    expect(seen().at(-1)).toMatchObject({ replyTo: ts, text: '*Here*', files: [{}] })
  })

  test('stays the app’s own without a channel', async () => {
    const { id } = await uploaded('song.mp3', {})
    untilShared()
    expect(await infoOf(id)).toMatchObject({ shares: {}, is_public: false })
  })

  test('is shown by a picture block', async () => {
    const { id } = await uploaded('cover.png', {})
    const before = app.refusals().length
    const picture = { type: 'image', slack_file: { id }, alt_text: 'A cover' }
    expect(await app.call('chat.postMessage', { channel, text: 'x', blocks: [picture] })).toMatchObject({
      ok: true,
    })
    const [image] = seen().at(-1)?.images ?? []
    expect(image?.description).toBe('A cover')
    expect(await (await fetch(image?.url ?? '')).text()).toBe('ID3 a song')
    expect(app.refusals()).toHaveLength(before)
  })
})

describe('an upload is refused', () => {
  const reservations: readonly [string, Record<string, unknown>, string][] = [
    ['without bytes', { filename: 'a.mp3', length: 0 }, 'missing_argument'],
    ['over 1 GB', { filename: 'a.mp3', length: 1024 ** 3 + 1 }, 'file_upload_size_restricted'],
    ['without a name', { length: 5 }, 'invalid_arguments'],
    [
      'with a description of 1001 letters',
      { filename: 'a', length: 5, alt_txt: 'x'.repeat(1001) },
      'alt_txt_too_large',
    ],
  ]

  test.each(reservations)('%s', async (_what, args, error) => {
    expect(await app.call('files.getUploadURLExternal', args)).toMatchObject({ ok: false, error })
    expect(app.refusals().at(-1)).toBe(`files.getUploadURLExternal: ${error}`)
  })

  test('when it is announced in JSON, which Slack does not read there', async () => {
    const init = {
      headers: {
        authorization: `Bearer ${app.slack.addresses.botToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ filename: 'a.mp3', length: 5 }),
    }
    expect(await app.request('files.getUploadURLExternal', init)).toMatchObject({
      error: 'invalid_arguments',
    })
  })

  test('when other bytes come than were announced, or a second time, or nowhere', async () => {
    const { upload_url } = await reserve('song.mp3', 5)
    expect((await send(upload_url)).status).toBe(400)
    expect(app.refusals().at(-1)).toBe(
      'POST /upload song.mp3: other bytes came than were announced: 10, not 5',
    )
    expect((await send(upload_url, bytes.subarray(0, 5))).status).toBe(200)
    expect((await send(upload_url, bytes.subarray(0, 5))).status).toBe(400)
    expect(app.refusals().at(-1)).toBe('POST /upload song.mp3: this address was used')
    expect((await send(`${upload_url}x`)).status).toBe(404)
    expect(app.refusals().at(-1)).toContain('no upload has this address')
  })

  const completions: readonly [string, () => Promise<Record<string, unknown>>, string][] = [
    ['that is not there', async () => ({ files: [{ id: 'F404' }] }), 'file_not_found'],
    [
      'whose bytes did not come',
      async () => ({ files: [{ id: (await reserve()).file_id }] }),
      'file_not_found',
    ],
    ['of no files', async () => ({ files: [] }), 'invalid_arguments'],
    ['of files that are no JSON', async () => ({ files: '[' }), 'invalid_arguments'],
    [
      'in a thread of no channel',
      async () => ({ files: [{ id: 'F1' }], thread_ts: '1.2' }),
      'invalid_arguments',
    ],
    [
      'to a channel that is not there',
      async () => ({ files: [{ id: 'F1' }], channel_id: 'C0NOWHERE99' }),
      'channel_not_found',
    ],
    [
      'to a channel without the app',
      async () => ({ files: [{ id: 'F1' }], channel_id: app.slack.addresses.channelIds[2] }),
      'not_in_channel',
    ],
    [
      'to a thread that is not there',
      async () => ({ files: [{ id: 'F1' }], channel_id: channel, thread_ts: '1.2' }),
      'thread_not_found',
    ],
  ]

  test.each(completions)('%s', async (_what, args, error) => {
    expect(await app.call('files.completeUploadExternal', await args())).toMatchObject({ ok: false, error })
    expect(app.refusals().at(-1)).toBe(`files.completeUploadExternal: ${error}`)
  })

  test('when it is complete already', async () => {
    const { id } = await uploaded('song.mp3', {})
    expect(await complete(String(id))).toMatchObject({ error: 'file_not_found' })
  })

  test('with a comment that would ring the channel', async () => {
    await uploaded('song.mp3', { channel_id: channel, initial_comment: '<!channel>' })
    expect(app.refusals().at(-1)).toBe('would ping <!channel>')
  })
})

describe('a private file', () => {
  const read = async (url: unknown, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(String(url), { headers })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  test('is read with the token', async () => {
    const { url_private, url_private_download } = await uploaded('my song.mp3')
    for (const url of [url_private, url_private_download])
      expect(await read(url, app.slack.addresses.botToken)).toEqual({
        status: 200,
        type: 'audio/mpeg',
        text: 'ID3 a song',
      })
  })

  test.each<readonly [string, () => string | undefined]>([
    ['no token', () => undefined],
    ['another token', () => app.slack.addresses.appToken],
  ])('gives a page to sign in for %s, with a status that looks well', async (_what, token) => {
    const { url_private } = await uploaded()
    expect(await read(url_private, token())).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(app.refusals().at(-1)).toBe('private file: the request may not read it')
  })

  test('of somebody else is not found until it is shared where the app is', async () => {
    const [general, , elsewhere] = app.slack.addresses.channelIds
    const files = [{ name: 'clip.mp3', base64: 'aGk=' }]
    await app.act({ say: 'secret', files }, elsewhere)
    const hidden = seen().at(-1)?.files[0]?.url.replace(/\?.*/, '')
    expect(await read(hidden, app.slack.addresses.botToken)).toMatchObject({
      type: 'text/html; charset=utf-8',
    })
    await app.act({ say: 'open', files }, general)
    const open = seen().at(-1)?.files[0]?.url.replace(/\?.*/, '')
    expect(await read(open, app.slack.addresses.botToken)).toMatchObject({ text: 'hi' })
  })

  test('that is deleted is gone from its message and cannot be read', async () => {
    const file = await uploaded()
    untilShared()
    expect(await app.call('files.delete', { file: file.id })).toMatchObject({ ok: true })
    expect(seen().at(-1)?.files).toEqual([])
    expect(await app.call('files.info', { file: file.id })).toMatchObject({ error: 'file_deleted' })
    expect(await read(file.url_private, app.slack.addresses.botToken)).toMatchObject({
      type: 'text/html; charset=utf-8',
    })
    expect(app.refusals().at(-1)).toBe('private file: there is no such file')
  })

  test('of somebody else cannot be deleted', async () => {
    await app.act({ say: 'mine', files: [{ name: 'clip.mp3', base64: 'aGk=' }] })
    const { messages } = await app.call('conversations.history', { channel, limit: 1 })
    const [{ files } = { files: [] }] = messages as { files: { id: string }[] }[]
    expect(await app.call('files.delete', { file: files[0]?.id })).toMatchObject({
      error: 'cant_delete_file',
    })
  })
})
