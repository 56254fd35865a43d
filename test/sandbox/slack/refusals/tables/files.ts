import { manifest, type RawApp } from '../../support.ts'
import { call, noAnswer, type Prepared, type Refusal, sendRaw } from '../refusal.ts'

const bytes = new TextEncoder().encode('ID3 a song')

type Ticket = { upload_url: string; file_id: string }

const reserve = async (app: RawApp, length = bytes.length) =>
  (await app.call('files.getUploadURLExternal', { filename: 'song.mp3', length })) as unknown as Ticket

const send = async (url: string, body: Uint8Array<ArrayBuffer> = bytes) => {
  const response = await fetch(url, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

/** A file that waits for its completion. */
const sent = async (app: RawApp): Promise<Ticket> => {
  const ticket = await reserve(app)
  await send(ticket.upload_url)
  return ticket
}

const uploaded = async (app: RawApp): Promise<Record<string, unknown>> => {
  const { file_id } = await sent(app)
  const { files } = await app.call('files.completeUploadExternal', { files: [{ id: file_id }] })
  return (files as Record<string, unknown>[])[0] ?? {}
}

const shared = async (app: RawApp, channel = app.slack.addresses.channelId): Promise<string> => {
  const files = [{ name: 'clip.mp3', base64: 'aGk=' }]
  await app.act({ say: 'mine', files }, channel)
  const [file] = app.slack.people.messages({}).at(-1)?.files ?? []
  return /-(F\w+)\//.exec(file?.url ?? '')?.[1] ?? ''
}

const deleted = async (app: RawApp): Promise<Record<string, unknown>> => {
  const file = await uploaded(app)
  await app.call('files.delete', { file: file.id })
  return file
}

const announce = (what: string, args: Prepared, no: Parameters<typeof call>[3], more = {}): Refusal =>
  call(`an upload ${what}`, 'files.getUploadURLExternal', args, no, more)

const complete = (what: string, args: Prepared, no: Parameters<typeof call>[3], more = {}): Refusal =>
  call(`an end of an upload ${what}`, 'files.completeUploadExternal', args, no, more)

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
export const uploads: readonly Refusal[] = [
  announce('of no bytes', { filename: 'a.mp3', length: 0 }, 'missing_argument'),
  announce('of less than none', { filename: 'a.mp3', length: -1 }, 'invalid_arguments'),
  announce('of more than 1 GB', { filename: 'a.mp3', length: 1024 ** 3 + 1 }, 'file_upload_size_restricted'),
  announce(
    'with a description of 1001 letters',
    { filename: 'a', length: 5, alt_txt: 'x'.repeat(1001) },
    'alt_txt_too_large',
  ),
  announce('without a name', { length: 5 }, 'invalid_arguments', {
    messages: ['missing required field: filename'],
  }),
  announce(
    'as a snippet, which is not served',
    { filename: 'a', length: 5, snippet_type: 'text' },
    'invalid_arguments',
    {
      messages: ['unknown argument: snippet_type [json-pointer:/snippet_type]'],
    },
  ),
  {
    what: 'an upload announced in JSON, which Slack does not read there',
    no: 'invalid_arguments',
    source: 'https://github.com/Octember/earshot/pull/10',
    provoke: (app) =>
      sendRaw(app, 'files.getUploadURLExternal', {
        headers: {
          authorization: `Bearer ${app.slack.addresses.botToken}`,
          'content-type': 'application/json; charset=utf-8',
        },
        body: JSON.stringify({ filename: 'a.mp3', length: 5 }),
      }),
    answer: noAnswer('files.getUploadURLExternal', 'invalid_arguments', {
      messages: ['missing required field: filename', 'missing required field: length'],
    }),
    wire: ['files.getUploadURLExternal: invalid_arguments'],
  },
  {
    what: 'an upload of other bytes than were announced',
    no: 'other bytes came than were announced:',
    provoke: async (app) => send((await reserve(app, 5)).upload_url),
    answer: { status: 400, text: 'other bytes came than were announced:' },
    wire: ['POST /upload song.mp3: other bytes came than were announced: 10, not 5'],
  },
  {
    what: 'an upload of a form that is broken',
    no: 'other bytes came than were announced:',
    provoke: async (app) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const { status } = await fetch((await reserve(app)).upload_url, {
        method: 'POST',
        headers,
        body: bytes,
      })
      return status
    },
    answer: 400,
    wire: ['POST /upload song.mp3: other bytes came than were announced: 0, not 10'],
  },
  {
    what: 'an upload to where one went before',
    no: 'this address was used',
    provoke: async (app) => send((await sent(app)).upload_url),
    answer: { status: 400, text: 'this address was used' },
    wire: ['POST /upload song.mp3: this address was used'],
  },
  {
    what: 'an upload an hour later',
    no: 'this address is too old',
    provoke: async (app) => {
      const { upload_url } = await reserve(app)
      app.clock.advance(60 * 60_000)
      return send(upload_url)
    },
    answer: { status: 400, text: 'this address is too old' },
    wire: ['POST /upload song.mp3: this address is too old'],
  },
  {
    what: 'an upload to nowhere',
    no: 'no upload has this address',
    provoke: async (app) => send(`${(await reserve(app)).upload_url}x`),
    answer: { status: 404, text: 'not found' },
    wire: ['POST /upload : no upload has this address'],
  },
]

/** https://docs.slack.dev/reference/methods/files.completeUploadExternal#errors */
export const completions: readonly Refusal[] = [
  complete('that is not there', { files: [{ id: 'F404' }] }, 'file_not_found'),
  complete(
    'whose bytes did not come',
    async (app) => ({ files: [{ id: (await reserve(app)).file_id }] }),
    'file_not_found',
  ),
  complete(
    'that is complete already',
    async (app) => ({ files: [{ id: (await uploaded(app)).id }] }),
    'file_not_found',
  ),
  complete(
    'of one file twice',
    async (app) => {
      const { file_id: id } = await sent(app)
      return { files: [{ id }, { id }] }
    },
    'file_not_found',
  ),
  complete('of no files', { files: [] }, 'invalid_arguments', {
    messages: ['no fewer than 1 items allowed [json-pointer:/files]'],
  }),
  complete('of files that are no JSON', { files: '[' }, 'invalid_arguments'),
  complete('in a thread of no channel', { files: [{ id: 'F1' }], thread_ts: '1.2' }, 'invalid_arguments'),
  complete(
    'to a channel that is not there',
    { files: [{ id: 'F1' }], channel_id: 'C0NOWHERE99' },
    'channel_not_found',
  ),
  complete(
    'to a person',
    (app) => ({ files: [{ id: 'F1' }], channel_id: app.slack.addresses.memberId }),
    'invalid_arguments',
    {
      messages: ['input must match regex pattern: ^[CGDZ][A-Z0-9]{8,}$ [json-pointer:/channel_id]'],
      source: 'https://github.com/slackapi/bolt-js/issues/2115',
    },
  ),
  complete(
    'to a channel without the app',
    (app) => ({ files: [{ id: 'F1' }], channel_id: app.slack.addresses.channelIds[2] }),
    'not_in_channel',
  ),
  complete(
    'to an archive',
    (app) => ({ files: [{ id: 'F1' }], channel_id: app.slack.addresses.channelIds[3] }),
    'is_archived',
  ),
  complete(
    'to a thread that is not there',
    (app) => ({ files: [{ id: 'F1' }], channel_id: app.slack.addresses.channelId, thread_ts: '1.2' }),
    'thread_not_found',
  ),
  complete(
    'with a broken block',
    (app) => ({
      files: [{ id: 'F1' }],
      channel_id: app.slack.addresses.channelId,
      blocks: [{ type: 'section' }],
    }),
    'invalid_blocks',
    { messages: ['must provide either text or fields [json-pointer:/blocks/0]'] },
  ),
]

const read = async (url: unknown, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(String(url), { headers })
  await response.text()
  return [response.status, response.headers.get('content-type')]
}

/** With a status that looks well, as real Slack's: nobody who does not look at the type notices. */
const loginPage = [200, 'text/html; charset=utf-8']

const reading = (what: string, provoke: Refusal['provoke'], app?: Refusal['app']): Refusal => ({
  what: `a look into a private file ${what}`,
  no: 'private file: the request may not read it',
  ...(app && { app }),
  provoke,
  answer: loginPage,
  wire: ['private file: the request may not read it'],
})

/**
 * https://docs.slack.dev/messaging/working-with-files and
 * https://docs.slack.dev/reference/methods/files.delete#errors
 */
export const files: readonly Refusal[] = [
  reading('without a token', async (app) => read((await uploaded(app)).url_private)),
  reading('with another token', async (app) =>
    read((await uploaded(app)).url_private, app.slack.addresses.appToken),
  ),
  reading(
    'without the scope',
    async (app) => read((await uploaded(app)).url_private, app.slack.addresses.botToken),
    { manifest: manifest({ scopes: ['commands', 'files:write'], events: [] }) },
  ),
  reading('that was shared where the app is not', async (app) => {
    await shared(app, app.slack.addresses.channelIds[2])
    const [file] = app.slack.people.messages({}).at(-1)?.files ?? []
    return read(file?.url.replace(/\?.*/, ''), app.slack.addresses.botToken)
  }),
  {
    what: 'a look into a private file that is deleted',
    no: 'private file: there is no such file',
    provoke: async (app) => read((await deleted(app)).url_private, app.slack.addresses.botToken),
    answer: loginPage,
    wire: ['private file: there is no such file'],
  },
  call('a file that is none', 'files.info', { file: 'F404' }, 'file_not_found'),
  call(
    'a file that was shared where the app is not',
    'files.info',
    async (app) => ({ file: await shared(app, app.slack.addresses.channelIds[2]) }),
    'file_not_found',
  ),
  call(
    'a file that is deleted',
    'files.info',
    async (app) => ({ file: (await deleted(app)).id }),
    'file_deleted',
  ),
  call(
    'a deletion of what is deleted',
    'files.delete',
    async (app) => ({ file: (await deleted(app)).id }),
    'file_deleted',
  ),
  call(
    "a deletion of another's file",
    'files.delete',
    async (app) => ({ file: await shared(app) }),
    'cant_delete_file',
  ),
]
