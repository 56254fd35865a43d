import { App, type LogLevel, type types } from '@slack/bolt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { manifest, section, until } from './support.ts'

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(2000)])

let clock: Clock
let wire: Wire
let slack: SlackStandIn
let app: App

type Mode = 'socket' | 'http'

/** The official framework as a bot runs it; only the addresses and the retries are the test's. */
const newApp = (mode: Mode): App => {
  const { api, botToken, appToken, signingSecret } = slack.addresses
  const shared = {
    token: botToken,
    logLevel: 'error' as LogLevel,
    clientOptions: { slackApiUrl: api, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
  }
  return mode === 'socket'
    ? new App({ ...shared, appToken, socketMode: true })
    : new App({ ...shared, signingSecret })
}

const start = async (mode: Mode): Promise<void> => {
  if (mode === 'socket') {
    await app.start()
    return
  }
  const port = await freePort()
  await app.start({ port, host: '127.0.0.1' })
  slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)
}

/** A form in the framework's own types. */
const form = (...blocks: types.KnownBlock[]): types.ModalView => ({
  type: 'modal',
  callback_id: 'song',
  title: { type: 'plain_text', text: 'Song' },
  submit: { type: 'plain_text', text: 'Make it' },
  blocks: blocks.length > 0 ? blocks : [promptLine],
})

const promptLine: types.KnownBlock = {
  type: 'input',
  block_id: 'prompt_block',
  label: { type: 'plain_text', text: 'Prompt' },
  element: { type: 'plain_text_input', action_id: 'prompt' },
}

const voiceMenu: types.KnownBlock = {
  type: 'input',
  block_id: 'voice_block',
  label: { type: 'plain_text', text: 'Voice' },
  element: { type: 'external_select', action_id: 'voice', min_query_length: 2 },
}

const act = (deed: Deed) => slack.people.act(slack.addresses.memberId, slack.addresses.channelId, deed)
const seen = () => slack.people.messages({ viewer: slack.addresses.memberId })

beforeEach(async () => {
  clock = startClock()
  wire = createWire(clock)
  slack = await startSlack({ clock, wire })
  slack.installManifest(manifest())
})

afterEach(async () => {
  await app.stop()
  await slack.close()
  clock.stop()
})

describe.each<Mode>(['socket', 'http'])('the official framework over %s, without a refusal', (mode) => {
  beforeEach(() => {
    app = newApp(mode)
  })

  test('takes a command, acknowledges it, posts, edits and responds', async () => {
    app.command('/music', async ({ ack, command, client, respond }) => {
      await ack()
      const channel = command.channel_id
      const { ts = '' } = await client.chat.postMessage({ channel, text: `Making ${command.text}` })
      await client.chat.update({ channel, ts, text: 'Done', blocks: [section('*Done* &amp; dusted')] })
      await respond({ text: 'Only for you', response_type: 'ephemeral' })
    })
    await start(mode)
    expect(await act({ command: '/music a sea shanty tempo:90' })).toEqual({ event: expect.any(String) })
    await until(wire, () => seen().length === 2)
    expect(seen()).toMatchObject([
      { text: '*Done* & dusted', author: 'Tunesmith', edits: 1, seenBy: 'all' },
      { text: 'Only for you', seenBy: slack.addresses.memberId },
    ])
    expect(wire.refusals()).toEqual([])
  })

  test('answers in the acknowledgement', async () => {
    app.command('/music', ({ ack }) => ack('Coming up'))
    await start(mode)
    await act({ command: '/music' })
    expect(seen()).toMatchObject([{ text: 'Coming up', seenBy: slack.addresses.memberId }])
    expect(wire.refusals()).toEqual([])
  })

  test('opens a form from a button, finds a fault in it, and takes it', async () => {
    const submitted: unknown[] = []
    app.action('go', async ({ ack, body, client }) => {
      await ack()
      if (body.type === 'block_actions')
        await client.views.open({ trigger_id: body.trigger_id, view: form() })
    })
    app.view('song', async ({ ack, view, body, client }) => {
      const prompt = view.state.values.prompt_block?.prompt?.value
      submitted.push(prompt)
      if (prompt === 'nonsense') {
        await ack({ response_action: 'errors', errors: { prompt_block: 'Make sense' } })
        return
      }
      await ack()
      await client.chat.postMessage({
        channel: slack.addresses.channelId,
        text: `Asked by <@${body.user.id}>`,
      })
    })
    await start(mode)
    const { ts = '' } = await app.client.chat.postMessage({
      channel: slack.addresses.channelId,
      text: 'A song',
      blocks: [
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'go' }],
        },
      ],
    })
    const { form: opened } = await act({ press: { message: ts, button: 'Go' } })
    expect(opened).toMatchObject({
      title: 'Song',
      fields: [{ name: 'prompt', label: 'Prompt', kind: 'line', required: true }],
    })
    const id = opened?.id ?? ''
    const { form: again } = await act({ submit: { form: id, values: { Prompt: 'nonsense' } } })
    expect(again?.fields).toMatchObject([{ value: 'nonsense', error: 'Make sense' }])
    expect(await act({ submit: { form: id, values: { prompt: 'a shanty' } } })).toEqual({
      event: expect.any(String),
    })
    await until(wire, () => seen().length === 2)
    expect(seen()[1]).toMatchObject({ text: 'Asked by @Max' })
    expect(submitted).toEqual(['nonsense', 'a shanty'])
    expect(wire.refusals()).toEqual([])
  })

  test('uploads a file under a mention in a thread and finds its share', async () => {
    app.event('app_mention', async ({ event, client }) => {
      await client.filesUploadV2({
        channel_id: event.channel,
        thread_ts: event.thread_ts ?? event.ts,
        initial_comment: 'Here it is',
        file: mp3,
        filename: 'song.mp3',
        title: 'A shanty',
      })
    })
    await start(mode)
    const { event: ts } = await act({ say: '@Tunesmith a song, please' })
    await until(wire, () => seen().length === 2)
    const [, answer] = seen()
    expect(answer).toMatchObject({
      text: 'Here it is',
      replyTo: ts,
      files: [{ name: 'song.mp3', contentType: 'audio/mpeg', bytes: mp3.length }],
    })
    expect(Buffer.from(await (await fetch(answer?.files[0]?.url ?? '')).arrayBuffer())).toEqual(mp3)
    expect(wire.refusals()).toEqual([])
  })

  test('reads the clip of a mention in a thread, and answers there', async () => {
    const heard: object[] = []
    app.event('app_mention', async ({ event, client }) => {
      // The framework's own type of this event lacks its files:
      // https://github.com/slackapi/bolt-js/issues/2056
      const { files = [], ...mention } = event as typeof event & { files?: { url_private: string }[] }
      const headers = { authorization: `Bearer ${slack.addresses.botToken}` }
      const read = await Promise.all(files.map(({ url_private }) => fetch(url_private, { headers })))
      const clips = await Promise.all(read.map(async (file) => Buffer.from(await file.arrayBuffer())))
      heard.push({ threadTs: mention.thread_ts, text: mention.text, files, clips })
      const { channel, thread_ts = event.ts } = event
      await client.chat.postMessage({ channel, thread_ts, text: 'Heard' })
    })
    await start(mode)
    const { event: replyTo } = await act({ say: 'who can do this?' })
    const files = [{ name: 'clip.mp3', base64: mp3.toString('base64') }]
    await act({ say: '@Tunesmith as a waltz', replyTo, files })
    await until(wire, () => seen().length === 3)
    expect(heard).toMatchObject([
      {
        threadTs: replyTo,
        text: expect.stringMatching(/^<@U\w+> as a waltz$/),
        files: [
          {
            name: 'clip.mp3',
            mimetype: 'audio/mpeg',
            filetype: 'mp3',
            size: mp3.length,
            mode: 'hosted',
            url_private_download: expect.stringContaining('/download/'),
            permalink: expect.any(String),
          },
        ],
        clips: [mp3],
      },
    ])
    expect(seen()[1]?.files).toMatchObject([{ name: 'clip.mp3', contentType: 'audio/mpeg' }])
    expect(seen()[2]).toMatchObject({ text: 'Heard', replyTo })
    expect(wire.refusals()).toEqual([])
  })

  test('reads the clip of a message shortcut, and fills a menu while a member types', async () => {
    const clips: Buffer[] = []
    app.shortcut('remix', async ({ ack, shortcut, client }) => {
      await ack()
      if (shortcut.type !== 'message_action') return
      const headers = { authorization: `Bearer ${slack.addresses.botToken}` }
      const file = await fetch(shortcut.message.files[0].url_private, { headers })
      clips.push(Buffer.from(await file.arrayBuffer()))
      await client.views.open({ trigger_id: shortcut.trigger_id, view: form(voiceMenu) })
    })
    app.options('voice', ({ ack, payload }) =>
      ack({ options: [{ text: { type: 'plain_text', text: `${payload.value} one` }, value: 'v1' }] }),
    )
    app.view('song', async ({ ack, view, client }) => {
      await ack()
      const voice = view.state.values.voice_block?.voice?.selected_option?.value
      await client.chat.postMessage({ channel: slack.addresses.channelId, text: `Sung by ${voice}` })
    })
    await start(mode)
    const files = [{ name: 'clip.mp3', base64: mp3.toString('base64') }]
    const { event: message } = await act({ say: 'my clip', files })
    const { form: opened } = await act({ action: { name: 'Remix this clip', message } })
    expect(clips).toEqual([mp3])
    const id = opened?.id ?? ''
    const { choices } = await act({ autocomplete: { command: id, option: 'Voice', text: 'alto' } })
    expect(choices).toEqual([{ name: 'alto one', value: 'v1' }])
    await act({ submit: { form: id, values: { Voice: 'alto one' } } })
    await until(wire, () => seen().length === 2)
    expect(seen()[1]).toMatchObject({ text: 'Sung by v1' })
    expect(wire.refusals()).toEqual([])
  })
})
