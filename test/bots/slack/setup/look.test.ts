import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtApp, lookAtBot } from '../../../../src/bots/slack/setup/look.ts'
import { scopes } from '../../../../src/bots/slack/setup/scopes.ts'
import {
  answers,
  breaks,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'
import '../../../support/suite/speech.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const look = (of: typeof lookAtBot | typeof lookAtApp) =>
  of({ token: 'xoxb-1', apiUrl: `${server.url}/api/` })
const us = { ok: true, team: 'Band', user: 'tunesmith', team_id: 'T1', user_id: 'U1', bot_id: 'B1' }
const granted = (names: readonly string[]) => ({ 'x-oauth-scopes': names.join(',') })
const refusal = (error: string) => answers(200, { ok: false, error })

test('a bot token shows its workspace and the scopes that are missing', async () => {
  server.answer(answers(200, us, granted(Object.keys(scopes))))
  expect(await look(lookAtBot)).toEqual({ workspace: 'Band', name: 'tunesmith', missing: [] })
  server.answer(answers(200, us, granted(Object.keys(scopes).slice(1))))
  expect(await look(lookAtBot)).toMatchObject({ missing: ['app_mentions:read'] })
})

test.each([
  ['configuration', 'of a person', () => answers(200, { ...us, bot_id: undefined })],
  ['configuration', 'invalid_auth', () => refusal('invalid_auth')],
  ['platform_unavailable', 'Something other than Slack', () => answers(200, { ok: true })],
  ['platform_unavailable', 'could not be reached at SLACK_API_URL', () => breaks],
] as const)('a bot token is refused with %s (%s)', async (code, text, reply) => {
  server.answer(reply())
  await expect(look(lookAtBot)).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
})

test.each([
  ['configuration', 'lacks the scope connections:write', () => refusal('missing_scope')],
  ['configuration', 'not_allowed_token_type', () => refusal('not_allowed_token_type')],
  ['platform_unavailable', 'HTTP 429', () => answers(429, '', { 'retry-after': '30' })],
] as const)('an app-level token is refused with %s (%s)', async (code, text, reply) => {
  server.answer(reply())
  await expect(look(lookAtApp)).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
})

test('an app-level token that opens a socket is good, and asks for one address', async () => {
  server.answer(answers(200, { ok: true, url: 'wss://slack.example' }))
  await look(lookAtApp)
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/apps.connections.open'])
})
