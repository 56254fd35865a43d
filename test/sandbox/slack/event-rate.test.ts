import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawApp, type RawSocket, startRawApp, times, until } from './support.ts'

let app: RawApp
let socket: RawSocket

beforeEach(async () => {
  app = await startRawApp({ eventsPerHour: 3 })
  socket = await app.connect()
})

afterEach(() => app.stop())

const say = async (count: number, ...where: [] | [string, string]) => {
  for (const number of times(count, (index) => index)) await app.act({ say: `message ${number}` }, ...where)
}

const heard = async (kind: string) => {
  const envelope = await socket.next(kind)
  socket.ack(envelope)
  return envelope.payload
}

const eventsSince = (id: number): readonly string[] =>
  app.wire
    .since(id)
    .filter(({ kind }) => kind === 'event')
    .map(({ summary }) => summary)

// "Rate limiting currently occurs when your app would receive more than 30,000 events in an hour from a
// single workspace": https://docs.slack.dev/reference/events/app_rate_limited
test('events over the number of an hour are lost, and app_rate_limited says so once a minute', async () => {
  await say(5)
  for (const text of ['message 0', 'message 1', 'message 2'])
    expect((await heard('message')).event).toMatchObject({ text })
  const told = await heard('app_rate_limited')
  expect(told).toEqual({
    token: expect.any(String),
    type: 'app_rate_limited',
    team_id: app.slack.addresses.teamId,
    minute_rate_limited: expect.any(Number),
    api_app_id: expect.stringMatching(/^A0/),
  })
  const { minute_rate_limited: minute } = told as unknown as { minute_rate_limited: number }
  expect([minute % 60, Math.abs(app.clock.now() / 1000 - minute) < 120]).toEqual([0, true])
  const { length } = app.wire.since(0)
  app.clock.advance(60_000)
  await say(1)
  expect(eventsSince(length)).toEqual(['events_api: event app_rate_limited'])
})

test('an hour later events come again', async () => {
  await say(3)
  for (const _ of times(3, () => undefined)) await heard('message')
  await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 3)
  app.clock.advance(60 * 60_000)
  const { length } = app.wire.since(0)
  await say(1)
  expect(eventsSince(length)).toEqual(['events_api: event message.channels'])
})

test('fewer events go in an hour where that is requested, until it is taken back', async () => {
  app.slack.faults.add({ eventsPerHour: 1 })
  await say(2)
  expect((await heard('message')).event).toMatchObject({ text: 'message 0' })
  expect(await heard('app_rate_limited')).toMatchObject({ team_id: app.slack.addresses.teamId })
  app.slack.faults.clear()
  await say(1)
  expect((await heard('message')).event).toMatchObject({ text: 'message 0' })
  expect(() => app.slack.faults.add({ eventsPerHour: 30_001 })).toThrow()
})

test('the events of one workspace do not count for another, nor do commands', async () => {
  const { teamId, channelId, memberId } = app.slack.addresses.secondTeam
  app.slack.installIn(teamId)
  await say(3)
  const { length } = app.wire.since(0)
  await say(1, channelId, memberId)
  const acting = app.act({ command: '/music' })
  socket.ack(await socket.next('slash_commands'), { text: 'Coming up' })
  await acting
  expect(eventsSince(length)).toEqual(['events_api: event message.channels', 'slash_commands: /music'])
})
