import { LogLevel, SocketModeClient } from '@slack/socket-mode'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { button, manifest, type RawApp, startRawApp, until } from './support.ts'

let app: RawApp
let client: SocketModeClient

beforeEach(async () => {
  app = await startRawApp()
  const { api, appToken } = app.slack.addresses
  const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
  client = new SocketModeClient({ appToken, logLevel: LogLevel.ERROR, clientOptions })
})

afterEach(async () => {
  await client.disconnect()
  await app.stop()
})

/** What an envelope is handed over as. */
type Heard = {
  readonly ack: (body?: Record<string, unknown>) => Promise<void>
  readonly body: Record<string, unknown>
  readonly event?: Record<string, unknown>
  readonly accepts_response_payload: boolean
  readonly retry_num?: number
}

const next = (name: string): Promise<Heard> => new Promise((resolve) => client.once(name, resolve))

// https://docs.slack.dev/tools/node-slack-sdk/socket-mode
describe('the official client of Socket Mode, alone', () => {
  test('takes a command and answers in the acknowledgement', async () => {
    await client.start()
    const heard = next('slash_commands')
    const acting = app.act({ command: '/music a shanty' })
    const { ack, body, accepts_response_payload } = await heard
    expect([body.text, accepts_response_payload]).toEqual(['a shanty', true])
    await ack({ text: 'Coming up' })
    await acting
    expect(app.slack.people.messages({})).toMatchObject([{ text: 'Coming up' }])
    expect(app.refusals()).toEqual([])
  })

  test('takes a press', async () => {
    await client.start()
    const channel = app.slack.addresses.channelId
    const blocks = [{ type: 'actions', elements: [button()] }]
    const posted = next('message')
    const { ts } = await app.call('chat.postMessage', { channel, text: 'x', blocks })
    await (await posted).ack()
    const heard = next('interactive')
    void app.act({ press: { message: String(ts), button: 'Go' } })
    const { ack, body } = await heard
    await ack()
    await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 2)
    expect(body).toMatchObject({ type: 'block_actions', actions: [{ action_id: 'go' }] })
    expect(app.refusals()).toEqual([])
  })

  test('hears an event by its name, and that it comes again when it is not acknowledged', async () => {
    app.slack.installManifest(manifest({ events: ['app_mention'] }))
    await client.start()
    const first = next('app_mention')
    await app.act({ say: '@Tunesmith hello' })
    expect((await first).event).toMatchObject({ type: 'app_mention' })
    const second = next('app_mention')
    app.clock.advance(3_000)
    const { ack, retry_num } = await second
    await ack()
    expect(retry_num).toBe(1)
    expect(app.refusals()).toEqual(['event app_mention: not acknowledged within 3000 ms'])
  })

  test('is refused with a token that is none', async () => {
    const { api } = app.slack.addresses
    const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
    const stranger = new SocketModeClient({
      appToken: 'xapp-1-A1-nothing',
      logLevel: LogLevel.ERROR,
      clientOptions,
    })
    await expect(stranger.start()).rejects.toMatchObject({ data: { error: 'invalid_auth' } })
    expect(app.refusals()).toEqual(['apps.connections.open: invalid_auth'])
  })
})
