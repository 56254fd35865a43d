import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../sandbox/discord/stand-in.ts'
import { createWire } from '../../sandbox/wire.ts'
import { readConfig } from '../../src/app/config.ts'
import { findingText } from '../../src/app/findings.ts'
import { outsideChecks } from '../../src/app/outside-checks.ts'
import { startClock } from '../../studio/kit/clock.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { publishCommands } from '../support/sandbox/in-this-process.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/service/scripted-server.ts'
import { selfSigned } from '../support/service/self-signed.ts'

const clock = startClock()
let audio: ScriptedServer
let impostor: ScriptedServer
let closedPort: number
let discord: DiscordStandIn
beforeAll(async () => {
  audio = await startScriptedServer()
  closedPort = await freePort()
  impostor = await startScriptedServer({ tls: selfSigned() })
  discord = await startDiscord({ clock, wire: createWire(clock) })
})
afterAll(async () => {
  await discord.close()
  await audio.close()
  await impostor.close()
  clock.stop()
})

const look = async (
  settings: Readonly<Record<string, string>>,
  spent: 'spent' | 'wait' = 'spent',
): Promise<readonly string[]> => {
  const read = readConfig({
    DISCORD_TOKEN: discord.addresses.token,
    DISCORD_API_URL: discord.addresses.api,
    AUDIO_API_URL: audio.url,
    AUDIO_API_KEY: 'audio-key',
    AUDIO_FILE_HOSTS: 'files.audio.example',
    REDIS_URL: 'redis://127.0.0.1',
    ...settings,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const checks = await outsideChecks(read.config, {
    spendLookup: () =>
      Promise.resolve(spent === 'spent' ? { status: spent } : { status: spent, waitMs: 4_200 }),
  })
  const found = await Promise.all(checks.map(({ run }) => run()))
  return found.flat().map(findingText)
}

const voices = { success: true, voices: [], total: 0 }

test.each<[string, Reply, string]>([
  ['accepts the key', answers(200, voices), 'ok       the audio service answers and accepts AUDIO_API_KEY'],
  [
    'refuses the key',
    answers(401, { success: false, error: 'Authentication failed' }),
    'failed   AUDIO_API_KEY: The audio service does not accept it (Authentication failed). Set a key that it accepts, and restart.',
  ],
  [
    'is somewhere else',
    answers(404, 'Not found'),
    'failed   AUDIO_API_URL: The audio service was not found there (HTTP 404 without JSON). Set its address without a version, and restart.',
  ],
  [
    'has an outage',
    answers(503, '<html></html>'),
    'failed   the audio service: It does not answer (HTTP 503). Wait if it has an outage; otherwise check AUDIO_API_URL.',
  ],
  [
    'breaks off',
    breaks,
    'failed   the audio service: It could not be reached (UND_ERR_SOCKET): the connection was interrupted. Wait if it has an outage; otherwise check http or https in AUDIO_API_URL, and firewalls on the way.',
  ],
])('an audio service that %s is told', async (_, reply, line) => {
  audio.answer(reply)
  expect(await look({})).toContain(line)
})

test('a look-up that is not left is not spent, and what it would have shown counts as failed', async () => {
  audio.answer(answers(200, voices))
  audio.requests.length = 0
  expect(await look({}, 'wait')).toContain(
    'failed   the audio service: It could not be checked: AUDIO_API_LOOKUPS_PER_MINUTE leaves no look-up for the next 5 s. Run the doctor again after that.',
  )
  expect(audio.requests).toEqual([])
})

test('commands that were never published are told, and none after that', async () => {
  const told = (await look({})).find((line) => line.startsWith('warning  Discord: '))
  expect(told).toMatch(
    /offers other commands than this version: it lacks .*\. Run npm run publish-commands\.$/,
  )
  await publishCommands(discord.addresses)
  expect(await look({})).toContain('ok       Discord accepts our token')
})

test('a wrong DISCORD_TOKEN is told', async () => {
  expect(await look({ DISCORD_TOKEN: 'wrong' })).toContain(
    'failed   Discord: Discord does not know this token. Check DISCORD_TOKEN.',
  )
})

test.each([
  [
    'a certificate of an authority that is not known',
    () => `${impostor.url}/api`,
    /_SELF_SIGNED_CERT\): its certificate is not signed by a known authority.*\. Set NODE_EXTRA_CA_CERTS /,
  ],
  [
    'a host that DNS does not know',
    () => 'https://nowhere.invalid/api',
    /\((ENOTFOUND|EAI_AGAIN)\): DNS does.*\. Check the .*DNS servers of this machine\.$/,
  ],
  [
    'a port that refuses',
    () => `http://127.0.0.1:${closedPort}/api`,
    /\(ECONNREFUSED\): the connection was refused\. Check /,
  ],
])(
  '%s is told of the audio service and of both chats, by its code and with the mend',
  async (_, url, text) => {
    const found = await look({
      AUDIO_API_URL: url(),
      DISCORD_API_URL: url(),
      SLACK_API_URL: url(),
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: 'xapp-1',
    })
    for (const what of ['the audio service', 'Discord', 'Slack'])
      expect(found.find((line) => line.startsWith(`failed   ${what}: `))).toMatch(text)
    expect(found.join()).not.toContain('Wait')
  },
)

test('Slack is told by the rights that it did not grant', async () => {
  const known = { ok: true, team_id: 'T1', user_id: 'U0', bot_id: 'B0' }
  const slack = await startScriptedServer({ reply: answers(200, known, { 'x-oauth-scopes': 'chat:write' }) })
  const settings = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: `${slack.url}/api` }
  expect((await look(settings)).find((line) => line.includes('Slack'))).toMatch(
    /^warning {2}Slack: Slack did not grant .*commands .*files:write.*\. Install the app again/,
  )
  expect(slack.requests.map(({ url }) => url)).toEqual(['/api/auth.test'])
  await slack.close()
})

test('a public address that leads nowhere is told, and one that leads to us', async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')
  expect(await look({ ENCRYPTION_KEY, PUBLIC_URL: 'http://127.0.0.1:1' })).toContain(
    'warning  PUBLIC_URL: It does not answer (ECONNREFUSED), as seen from this machine. Start the bot, and let POST /webhooks/audio/ through to its HTTP_PORT.',
  )
  const ours = await startScriptedServer({ reply: (response) => response.writeHead(204).end() })
  expect(await look({ ENCRYPTION_KEY, PUBLIC_URL: ours.url })).toContain(
    'ok       PUBLIC_URL leads to Tunesmith',
  )
  await ours.close()
})
