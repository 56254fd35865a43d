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
      app.slack.faults.add({ shares: 'late', ms: 60_000 })
      const { upload_url, file_id } = await reserve()
      expect(await send(upload_url, body)).toEqual({ status: 200, text: `OK - ${bytes.length}` })
      const answer = await complete(file_id, { channel_id: channel, initial_comment: 'Here' })
      expect(answer).toMatchObject({
        ok: true,
        files: [{ id: file_id, title: 'A song', name: 'song.mp3', filetype: 'mp3' }],
      })
      expect((await infoOf(file_id)).shares).toEqual({})
      app.clock.advance(60_000)
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
    const files = await Promise.all(['my song.mp3', `${'ü'.repeat(200)}.mp3`].map((name) => uploaded(name)))
    for (const url of files.flatMap((file) => [file.url_private, file.url_private_download]))
      expect(await read(url, app.slack.addresses.botToken)).toEqual({
        status: 200,
        type: 'audio/mpeg',
        text: 'ID3 a song',
      })
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
})
