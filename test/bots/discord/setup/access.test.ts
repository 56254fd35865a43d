import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiscord } from '../../../../src/bots/discord/discord.ts'
import { createGateway } from '../../../../src/bots/discord/incoming/gateway.ts'
import { performed } from '../../../../src/core/effect.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const common = {
  token: 'token',
  shards: undefined,
  messageContent: true,
  log: createRecordingLog(),
  wait: () => Promise.resolve(),
}

const failureAt = async (reply: Reply): Promise<unknown> => {
  server.answer(reply)
  const discord = createDiscord({
    ...common,
    apiUrl: `${server.url}/api`,
    fileOrigins: [],
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    effect: performed,
    now: Date.now,
  })
  try {
    return await discord.connect().catch((error: unknown) => error)
  } finally {
    await discord.stop('all')
  }
}

const page = '<html><title>Just a moment</title></html>'

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
test.each<[string, Reply]>([
  ['breaks off', breaks],
  ['a page with 400', answers(400, page)],
  ["a proxy's page with 401", answers(401, page)],
  ['a page with 403', answers(403, page)],
  ['"internal network error" with 403', answers(403, { message: 'internal network error', code: 40333 })],
  ['a page with 405', answers(405, page)],
  ['a page with 408', answers(408, page)],
  ['JSON of others with 403', answers(403, { error: 'forbidden' })],
  ['a page with 425', answers(425, page)],
  ['a page with 429', answers(429, page)],
  ['a page with 502', answers(502, page)],
  ['a page with 200', answers(200, page)],
  ['JSON of others with 200', answers(200, { status: 'ok' })],
  ['nothing with 204', answers(204, '')],
])(
  'an answer that a proxy or an outage can give (%s) counts as away and names the address',
  async (_, reply) => {
    expect(await failureAt(reply)).toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
      message: expect.stringContaining('DISCORD_API_URL'),
      memberText: "I can't reach Discord right now.",
    })
  },
)

test.each([
  ['a token that Discord refuses', answers(401, { message: '401: Unauthorized', code: 0 }), 'DISCORD_TOKEN'],
  ['an address without Discord', answers(404, page), 'DISCORD_API_URL'],
])('%s is final and names the setting', async (_, reply, name) => {
  expect(await failureAt(reply)).toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(name),
  })
})

test("what answers in place of Discord's gateway is named by its setting", async () => {
  server.answer(answers(200, { status: 'ok' }))
  const gateway = createGateway({
    ...common,
    rest: { api: `${server.url}/api`, version: '10', retries: 0 },
    attach: () => undefined,
    track: () => undefined,
  })
  await expect(gateway.open()).rejects.toMatchObject({
    code: 'platform_unavailable',
    message: 'Something other than Discord answers at DISCORD_API_URL.',
  })
})
