import { afterEach, beforeEach, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control/control.ts'
import type { ActResult, SeenMessage } from '../../../sandbox/control/people.ts'
import { type RawBot, startRawBot } from '../discord/support.ts'
import { button, type RawApp, type RawSocket, startRawApp, until } from './support.ts'

// Every failure of Slack's that must be survived, commanded over the control address alone, as an outsider
// would. The app has no library; what a good one makes of each failure is tested elsewhere.

let bot: RawBot
let app: RawApp
let socket: RawSocket
let control: Awaited<ReturnType<typeof startControl>>

beforeEach(async () => {
  bot = await startRawBot()
  app = await startRawApp({ rates: 'strict' })
  socket = await app.connect()
  control = await startControl({ discord: bot.discord, slack: app.slack, wire: app.wire, clock: app.clock })
})
afterEach(async () => {
  await control.close()
  await Promise.all([app.stop(), bot.stop()])
})

const command = async (path: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${control.url}${path}`, init)
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
const fail = (fault: object) => command('/faults', { target: 'slack', ...fault })
const pass = (advanceMs: number) => command('/clock', { advanceMs })
const act = (deed: object, as = app.slack.addresses.memberId) =>
  command('/act', {
    platform: 'slack',
    as,
    channel: app.slack.addresses.channelId,
    do: deed,
  }) as Promise<ActResult>
const actAsAdmin = (deed: object) => act(deed, app.slack.addresses.adminId)
const seen = async () =>
  (await (await fetch(`${control.url}/messages?platform=slack`)).json()) as readonly SeenMessage[]
const refusals = async () =>
  ((await (await fetch(`${control.url}/refusals`)).json()) as { platform: string; summary: string }[])
    .filter(({ platform }) => platform === 'slack')
    .map(({ summary }) => summary)

const post = (text = 'hello', more: object = {}) =>
  app.call('chat.postMessage', { channel: app.slack.addresses.channelId, text, ...more })
const acknowledged = (count: number) =>
  until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === count)
const take = async (from: RawSocket, kind = 'message') => {
  const envelope = await from.next(kind)
  from.ack(envelope)
  return envelope
}

test('a socket that is replaced before it goes loses nothing', async () => {
  await fail({ socket: 'warning' })
  await socket.next('disconnect')
  const young = await app.connect()
  await act({ say: 'one' })
  await act({ say: 'two' })
  await Promise.all([take(socket), take(young)])
  await acknowledged(2)
  await pass(10_000)
  await socket.closed
  await act({ say: 'three' })
  expect((await take(young)).payload.event.text).toBe('three')
  await acknowledged(3)
  expect(await refusals()).toEqual([])
})

test.each([
  ['a dropped socket', { socket: 'drop' }, 0, 60_000],
  ['a network that is cut for a minute', { network: 'cut', ms: 60_000 }, 60_000, 240_000],
])('32: %s brings what was missed, once somebody listens again', async (_, fault, spanMs, retryMs) => {
  await fail(fault)
  await socket.closed
  await act({ say: 'while nobody listens' })
  await pass(spanMs)
  const again = await app.connect()
  await pass(retryMs)
  expect((await take(again)).payload.event.text).toBe('while nobody listens')
  await acknowledged(1)
  expect(await refusals()).toEqual([])
})

test('an answer can be given for half an hour, and the message that it stood in may be gone', async () => {
  const acting = act({ command: '/music' })
  const { payload } = await take(socket, 'slash_commands')
  const respond = () =>
    fetch(payload.response_url, { method: 'POST', body: JSON.stringify({ text: 'Here it is' }) })
  expect((await respond()).status).toBe(200)
  await acting
  const { ts } = await post()
  await actAsAdmin({ delete: { message: String(ts) } })
  const edit = { channel: app.slack.addresses.channelId, ts, text: 'done' }
  expect(await app.call('chat.update', edit)).toMatchObject({ error: 'message_not_found' })
  await pass(30 * 60_000)
  expect((await respond()).status).toBe(404)
  await actAsAdmin({ manage: { what: 'remove bot' } })
  expect(await post()).toMatchObject({ error: 'not_in_channel' })
})

test('an event that nobody acknowledges comes four times, and one message may come under two ids', async () => {
  await act({ say: 'four times' })
  const envelopes = [await socket.next('message')]
  for (const spanMs of [3_000, 60_000, 300_000]) {
    await pass(spanMs)
    envelopes.push(await socket.next('message'))
  }
  expect(envelopes.map((envelope) => ('retry_attempt' in envelope ? envelope.retry_attempt : 0))).toEqual([
    0, 1, 2, 3,
  ])
  expect(new Set(envelopes.map(({ payload }) => payload.event_id)).size).toBe(1)
  await fail({ events: 'repeat', id: 'new' })
  await act({ say: 'twice' })
  const both = [await take(socket), await take(socket)]
  expect(both.map(({ payload }) => payload.event.text)).toEqual(['twice', 'twice'])
  expect(new Set(both.map(({ payload }) => payload.event_id)).size).toBe(2)
})

test('a storm of 429 lasts as long as requested, posts nothing and is nobody’s fault', async () => {
  await fail({ method: 'chat.postMessage', answer: 'ratelimited', retryAfterSeconds: 7, times: 3 })
  const answers = [await post(), await post(), await post(), await post()]
  expect(answers.map(({ ok, error }) => error ?? ok)).toEqual([
    ...['ratelimited', 'ratelimited', 'ratelimited'],
    true,
  ])
  expect(await seen()).toHaveLength(1)
  expect(await refusals()).toEqual([])
})

test('a button that is pressed twice is told twice, by two triggers', async () => {
  const blocks = [{ type: 'actions', elements: [button()] }]
  const { ts } = await post('x', { blocks })
  const pressing = [1, 2].map(() => act({ press: { message: String(ts), button: 'Go' } }))
  const both = [await take(socket, 'block_actions'), await take(socket, 'block_actions')]
  expect(new Set(both.map(({ payload }) => payload.trigger_id)).size).toBe(2)
  await post('already started')
  await Promise.all(pressing)
})

test.each([
  ['put out of the channel', () => actAsAdmin({ manage: { what: 'remove bot' } }), 'not_in_channel'],
  ['in a channel that is archived', () => actAsAdmin({ manage: { what: 'archive channel' } }), 'is_archived'],
  [
    'in a channel that is deleted',
    () => actAsAdmin({ manage: { what: 'delete channel' } }),
    'channel_not_found',
  ],
  ['without its token', () => fail({ token: 'revoke' }), 'token_revoked'],
  [
    'uninstalled',
    () => command('/uninstall', { platform: 'slack', workspace: app.slack.addresses.teamId }),
    'account_inactive',
  ],
])('40: an app that is %s while it works posts nothing more', async (_, remove, error) => {
  expect(await post('working')).toMatchObject({ ok: true })
  await remove()
  expect(await post('done')).toMatchObject({ error })
  expect((await seen()).map(({ text }) => text)).not.toContain('done')
})
