import { App, type LogLevel, type types } from '@slack/bolt'
import { afterEach, describe, expect, test } from 'vitest'
import { manifest, modal, plain, type RawApp, type RawSocket, startRawApp, until } from './support.ts'

let app: RawApp
let socket: RawSocket

const start = async (
  tabs: object = { home_tab_enabled: true, messages_tab_enabled: true },
): Promise<void> => {
  const { features, ...rest } = manifest()
  app = await startRawApp({ manifest: { ...rest, features: { ...features, app_home: tabs } } })
  socket = await app.connect()
}

afterEach(() => app.stop())

const member = () => app.slack.addresses.memberId
const admin = () => app.slack.addresses.adminId

const home = (title: string, more: object = {}) => ({
  type: 'home',
  blocks: [{ type: 'header', text: plain(title) }],
  ...more,
})

const publish = async (user_id: string, view: object, hash?: string) => {
  const answer = await app.call('views.publish', { user_id, view, hash })
  return { error: answer.error, view: answer.view as { id: string; hash: string; external_id: string } }
}

const visit = async (tab: 'home' | 'messages', as = member()) => {
  await app.act({ visit: tab }, app.slack.addresses.channelId, as)
  const envelope = await socket.next('app_home_opened')
  socket.ack(envelope)
  return envelope.payload.event
}

// https://docs.slack.dev/reference/events/app_home_opened
describe('opening the app', () => {
  test('tells who opened which tab, in the conversation that they have with the app', async () => {
    await start()
    const direct = expect.stringMatching(/^D/)
    for (const tab of ['home', 'messages'] as const)
      expect(await visit(tab)).toEqual({
        type: 'app_home_opened',
        user: member(),
        channel: direct,
        tab,
        event_ts: expect.any(String),
      })
  })

  test('brings the home tab as it was published last, once it was, and to its own person', async () => {
    await start()
    await publish(member(), home('First'))
    const { view } = await publish(member(), home('Second', { private_metadata: 'state' }))
    expect(await visit('home')).toMatchObject({
      view: {
        id: view.id,
        hash: view.hash,
        type: 'home',
        private_metadata: 'state',
        blocks: [{ text: { text: 'Second' } }],
        team_id: app.slack.addresses.teamId,
        root_view_id: view.id,
        previous_view_id: null,
      },
    })
    expect(await visit('home', admin())).not.toHaveProperty('view')
    expect(await visit('messages')).not.toHaveProperty('view')
  })
})

// https://docs.slack.dev/reference/app-manifest and https://docs.slack.dev/surfaces/app-home
describe('the manifest switches the tabs', () => {
  test('without a home tab nobody opens it, and none is published', async () => {
    await start({ messages_tab_enabled: true })
    expect(await app.act({ visit: 'home' })).toEqual({ event: '', refused: 'The app has no home tab' })
    expect(await publish(member(), home('Songs'))).toMatchObject({ error: 'not_enabled' })
  })

  test('without a messages tab nobody opens it or writes there, and neither does the app', async () => {
    await start({ home_tab_enabled: true, messages_tab_enabled: false })
    expect(await app.act({ visit: 'messages' })).toMatchObject({ refused: 'The app has no messages tab' })
    expect(await app.act({ say: 'hello' }, '@tunesmith')).toMatchObject({
      refused: 'Sending messages to this app has been turned off',
    })
    expect(await app.call('chat.postMessage', { channel: member(), text: 'hello' })).toMatchObject({
      error: 'messages_tab_disabled',
    })
  })

  test('with one to read only, the app writes there and nobody else', async () => {
    await start({ messages_tab_enabled: true, messages_tab_read_only_enabled: true })
    expect(await visit('messages')).toMatchObject({ tab: 'messages' })
    expect(await app.act({ say: 'hello' }, '@tunesmith')).toMatchObject({
      refused: 'Sending messages to this app has been turned off',
    })
    expect(await app.call('chat.postMessage', { channel: member(), text: 'hello' })).toMatchObject({
      ok: true,
    })
    expect(app.refusals()).toEqual([])
  })
})

// https://docs.slack.dev/reference/methods/views.publish
describe('a home tab', () => {
  test("is each person's own, and is not published over a newer one", async () => {
    await start()
    const mine = await publish(member(), home('Mine'))
    const other = await publish(admin(), home('Theirs'))
    expect(other.view.id).not.toBe(mine.view.id)
    const again = await publish(member(), home('Mine again'), mine.view.hash)
    expect([again.error, again.view.id]).toEqual([undefined, mine.view.id])
    expect(await publish(member(), home('Too late'), mine.view.hash)).toMatchObject({
      error: 'hash_conflict',
    })
    expect(await publish(member(), home('Whatever is there'))).toMatchObject({ error: undefined })
    expect(await publish(admin(), home('Theirs'), other.view.hash)).toMatchObject({ error: undefined })
  })

  test('keeps its external id when it is published again, and no other view can have it', async () => {
    await start()
    await publish(member(), home('Mine', { external_id: 'songs' }))
    expect(await publish(member(), home('Mine again', { external_id: 'songs' }))).toMatchObject({
      view: { external_id: 'songs' },
    })
    expect(await publish(admin(), home('Theirs', { external_id: 'songs' }))).toMatchObject({
      error: 'duplicate_external_id',
    })
  })
})

test('a form is found by the external id of the one that is open, whatever had that id before', async () => {
  await start()
  const open = async () => {
    const acting = app.act({ command: '/music' })
    const envelope = await socket.next('slash_commands')
    socket.ack(envelope)
    const { trigger_id } = envelope.payload
    await app.call('views.open', { trigger_id, view: modal({ external_id: 'song' }) })
    return (await acting).form?.id ?? ''
  }
  await app.act({ close: { form: await open() } })
  const form = await open()
  const view = modal({ external_id: 'song', private_metadata: 'changed' })
  expect(await app.call('views.update', { external_id: 'song', view })).toMatchObject({
    view: { id: form, private_metadata: 'changed' },
  })
  expect(app.refusals()).toEqual([])
})

test('the official framework publishes a home tab when it is opened, and hears its buttons', async () => {
  await start()
  socket.end()
  await socket.closed
  const { api, botToken, appToken } = app.slack.addresses
  const bolt = new App({
    token: botToken,
    appToken,
    socketMode: true,
    logLevel: 'error' as LogLevel,
    clientOptions: { slackApiUrl: api, retryConfig: { retries: 0 } },
  })
  const view = (title: string): types.HomeView => ({
    type: 'home',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title } },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'More' }, action_id: 'more' }],
      },
    ],
  })
  const { promise: published, resolve } = Promise.withResolvers<string>()
  bolt.event('app_home_opened', async ({ event, client }) => {
    const answer = await client.views.publish({ user_id: event.user, view: view('Your songs') })
    resolve(String(answer.view?.id))
  })
  bolt.action('more', async ({ ack, body, client }) => {
    await ack()
    const hash = body.type === 'block_actions' ? body.view?.hash : undefined
    await client.views.publish({ user_id: body.user.id, view: view('More songs'), ...(hash && { hash }) })
  })
  await bolt.start()
  await app.act({ visit: 'home' })
  const pressing = app.act({ press: { message: await published, button: 'More' } })
  await until(app.wire, () => JSON.stringify(app.wire.since(0)).includes('More songs'))
  await pressing
  await bolt.stop()
  expect(app.refusals()).toEqual([])
})
