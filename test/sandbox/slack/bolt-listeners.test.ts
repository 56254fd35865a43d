import { App, type LogLevel, type types } from '@slack/bolt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../studio/kit/free-port.ts'
import { manifest, type RawApp, startRawApp, until } from './support.ts'

type Mode = 'socket' | 'http'

let raw: RawApp
let bolt: App

const newBolt = (mode: Mode): App => {
  const { api, botToken: token, appToken, signingSecret } = raw.slack.addresses
  const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
  const shared = { token, logLevel: 'error' as LogLevel, clientOptions }
  return mode === 'socket'
    ? new App({ ...shared, appToken, socketMode: true })
    : new App({ ...shared, signingSecret })
}

const start = async (mode: Mode): Promise<void> => {
  if (mode === 'socket') {
    await bolt.start()
    return
  }
  const port = await freePort()
  await bolt.start({ port, host: '127.0.0.1' })
  raw.slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)
}

const form = (title: string, more: Partial<types.ModalView> = {}): types.ModalView => ({
  type: 'modal',
  callback_id: 'song',
  title: { type: 'plain_text', text: title },
  submit: { type: 'plain_text', text: 'Make it' },
  blocks: [
    {
      type: 'input',
      block_id: 'prompt_block',
      label: { type: 'plain_text', text: 'Prompt' },
      element: { type: 'plain_text_input', action_id: 'prompt' },
    },
  ],
  ...more,
})

/** A form that opened from the menu that is everywhere. */
const openForm = async (mode: Mode, view: types.ModalView): Promise<string> => {
  bolt.shortcut('new', async ({ ack, shortcut, client }) => {
    await ack()
    await client.views.open({ trigger_id: shortcut.trigger_id, view })
  })
  await start(mode)
  const { form: opened } = await raw.act({ action: { name: 'New song' } })
  return opened?.id ?? ''
}

const submit = (form: string) => raw.act({ submit: { form, values: { prompt: 'a shanty' } } })
const seen = () => raw.slack.people.messages({ viewer: raw.slack.addresses.memberId })

// https://docs.slack.dev/tools/bolt-js
describe.each<Mode>(['socket', 'http'])('the official framework over %s, without a refusal,', (mode) => {
  beforeEach(async () => {
    raw = await startRawApp({ manifest: manifest({ events: ['app_home_opened', 'message.channels'] }) })
    bolt = newBolt(mode)
  })

  afterEach(async () => {
    expect(raw.refusals()).toEqual([])
    await bolt.stop()
    await raw.stop()
  })

  test('opens a form from the shortcut that is everywhere', async () => {
    const bodies: object[] = []
    bolt.use(async ({ body, next }) => {
      bodies.push(body)
      await next()
    })
    expect(await openForm(mode, form('Song'))).toMatch(/^V/)
    expect(bodies).toMatchObject([{ type: 'shortcut', callback_id: 'new', user: { username: 'max' } }])
    expect(bodies[0]).not.toHaveProperty('channel')
    expect(bodies[0]).not.toHaveProperty('response_url')
  })

  test('answers a form with the next step in its place, and with one on top of it, and closes them all', async () => {
    const steps = ['update', 'push', 'clear'] as const
    let step = 0
    bolt.view('song', async ({ ack }) => {
      const action = steps[step++] ?? 'clear'
      await (action === 'clear'
        ? ack({ response_action: 'clear' })
        : ack({ response_action: action, view: form(action) }))
    })
    const id = await openForm(mode, form('Song'))
    const { form: updated } = await submit(id)
    expect(updated).toMatchObject({ id, title: 'update' })
    const { form: pushed } = await submit(id)
    expect(pushed).toMatchObject({ title: 'push' })
    expect(pushed?.id).not.toBe(id)
    expect(await submit(pushed?.id ?? '')).toEqual({ event: expect.any(String) })
    await expect(submit(id)).rejects.toThrow()
  })

  test('hears that a form was closed, when it asked to', async () => {
    const closed = new Promise((resolve) =>
      bolt.view({ callback_id: 'song', type: 'view_closed' }, async ({ ack, body }) => {
        await ack()
        resolve(body)
      }),
    )
    const id = await openForm(mode, form('Song', { notify_on_close: true }))
    await raw.act({ close: { form: id } })
    expect(await closed).toMatchObject({ type: 'view_closed', is_cleared: false, view: { id } })
  })

  test('hears a message that fits a pattern, and an event of another kind', async () => {
    const heard: unknown[] = []
    bolt.message(/shanty/, async ({ message, say }) => {
      heard.push(message.type)
      await say('Aye')
    })
    bolt.message('waltz', async () => {
      heard.push('waltz')
    })
    bolt.event('app_home_opened', async ({ event, client }) => {
      heard.push(event.tab)
      await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [] } })
    })
    await start(mode)
    await raw.act({ say: 'a shanty, please' })
    await until(raw.wire, () => seen().length === 2)
    await raw.act({ visit: 'home' })
    await until(raw.wire, () => raw.wire.since(0).some(({ summary }) => summary === 'views.publish ok'))
    expect(heard).toEqual(['message', 'home'])
  })
})
