import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiscord } from '../../../../src/bots/discord/discord.ts'
import { readReplyToken, writeReplyToken } from '../../../../src/bots/discord/outgoing/reply-right.ts'
import { performed } from '../../../../src/core/effect.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

const nowMs = Date.UTC(2026, 5, 1)
const byItsRight = '/api/v10/webhooks/application-1/secret-token/messages/message-1'
const byTheBot = '/api/v10/channels/channel-1/messages/message-1'

let server: ScriptedServer

beforeEach(async () => {
  server = await startScriptedServer({ reply: answers(200, { id: 'message-1' }) })
})
afterEach(() => server.close())

/** Edits an answer, whose message is known unless it `isNew`; the addresses that were asked. */
const edit = async ({
  ageMs = 0,
  notes = {},
  isNew = false,
}: {
  ageMs?: number
  notes?: Record<string, string>
  isNew?: boolean
} = {}) => {
  const discord = createDiscord({
    token: 'bot-token',
    apiUrl: `${server.url}/api`,
    fileOrigins: [],
    messageContent: true,
    shards: undefined,
    effect: performed,
    log: createRecordingLog(),
    download: () => Promise.reject(new Error('there is no file')),
    now: () => nowMs,
    wait: () => Promise.resolve(),
  })
  const replyToken = `application-1/${nowMs - ageMs}/secret-token`
  const place = { platform: 'discord', channel: 'channel-1', replyToken } as const
  await discord.edit(
    isNew ? place : { ...place, message: 'message-1' },
    plainMessage('Your song is ready.'),
    {
      key: 'abcdefghijklmnopqrstuvwxy',
      notes,
      askedAtMs: nowMs,
      fileBytesMax: 1,
      linksAllowed: false,
      note: () => Promise.resolve(),
    },
  )
  await discord.stop('all')
  return server.requests.map(({ url }) => url)
}

describe('an answer whose message is known', () => {
  test('is edited by its own right, which no limit for the whole bot holds', async () => {
    expect(await edit()).toEqual([byItsRight])
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['whose right is over', { ageMs: 15 * 60_000 }],
    ['that was posted', { notes: { post_tried: '1' } }],
    ['that was posted in place of another', { notes: { post_round: '1' } }],
  ])('%s is edited by the bot’s right', async (_, changes) => {
    expect(await edit(changes)).toEqual([byTheBot])
  })

  test.each([
    ['over', 401, { code: 50_027, message: 'Invalid Webhook Token' }],
    ['one to another message', 404, { code: 10_008, message: 'Unknown Message' }],
    ['unknown', 404, { code: 10_015, message: 'Unknown Webhook' }],
  ])('is edited by the bot’s right where its own turns out to be %s', async (_, status, body) => {
    const [no, yes] = [answers(status, body), answers(200, { id: 'message-1' })]
    server.answer((response, request) => (request.url.includes('webhooks') ? no : yes)(response, request))
    expect(await edit()).toEqual([byItsRight, byTheBot])
  })
})

test('an answer whose message nobody knows is edited by its own right, also where another post was tried', async () => {
  const original = '/api/v10/webhooks/application-1/secret-token/messages/@original'
  for (const notes of [{}, { post_tried: '1' }, { post_round: '1' }])
    expect(await edit({ isNew: true, notes })).toContain(original)
  expect(server.requests).toHaveLength(3)
})

test('the right to edit an answer is kept with its application and its age, whatever is in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{17,20}$/), fc.nat(), fc.string(), (applicationId, sinceMs, token) => {
      const right = { applicationId, sinceMs, token }
      expect(readReplyToken(writeReplyToken(right), sinceMs)).toEqual(right)
    }),
  )
})

// https://docs.discord.com/developers/interactions/receiving-and-responding: tokens are valid for 15 minutes
describe('the right to edit an answer', () => {
  const sinceMs = 1_800_000_000_000
  const minutes = (count: number) => sinceMs + count * 60_000
  const written = writeReplyToken({ applicationId: '1', token: 'x', sinceMs })

  test.each([
    [0, false],
    [14.8, false],
    [14.9, true],
    [15, true],
    [60, true],
  ])('after %d minutes: is over is %s, with room for a request', (count, expected) => {
    expect(readReplyToken(written, minutes(count)) === undefined).toBe(expected)
  })

  test('of a lost moment is over', () => {
    expect(readReplyToken('application-1/token-1', sinceMs)).toBeUndefined()
  })
})
