import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audioKey, type SetupWorld, startSetupWorld } from '../../support/setup/setup-world.ts'
import { keys } from '../../support/setup/typed-terminal.ts'
import { firstRows } from '../../support/suite/runs.ts'

let world: SetupWorld
beforeEach(async () => {
  world = await startSetupWorld()
})
afterEach(() => world.stop())

const publicUrl = 'https://tunes.example'

/** The environment of an operator whose app many workspaces install. */
const environment = (changes: Readonly<Record<string, string | undefined>> = {}) => {
  const { clientId, clientSecret, appToken } = world.slack.addresses
  const all: Readonly<Record<string, string | undefined>> = {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_APP_TOKEN: appToken,
    PUBLIC_URL: publicUrl,
    AUDIO_API_URL: world.audio.url,
    AUDIO_API_KEY: audioKey,
    AUDIO_FILE_HOSTS: 'cdn1.wav.com',
    REDIS_URL: world.redis.url,
    ...changes,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
const alone = { chats: ['slack'], takesProposals: true } as const

test('an app for many workspaces needs no bot token, and its manifest has the redirect URL', async () => {
  const { code, report, screen } = await world.script({ wish: alone, environment: environment() })
  expect({ code, report }).toEqual({ code: 0, report: '' })
  expect(screen).toContain('Slack knows the client ID and its secret.')
  expect(screen).not.toContain(world.slack.addresses.clientSecret)
  const manifest = JSON.parse(readFileSync(join(world.folder, 'slack-manifest.json'), 'utf8'))
  expect(manifest.oauth_config.redirect_urls).toEqual([`${publicUrl}/slack/oauth_redirect`])
  expect(manifest.settings.event_subscriptions.bot_events).toContain('app_uninstalled')
  expect(parseEnv(world.env() ?? '')).toMatchObject({
    SLACK_CLIENT_SECRET: world.slack.addresses.clientSecret,
    SLACK_APP_TOKEN: world.slack.addresses.appToken,
  })
  expect(world.env()).not.toContain('SLACK_BOT_TOKEN')
})

const wrong: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['a secret of another app', { SLACK_CLIENT_SECRET: 'f'.repeat(32) }, 'bad_client_secret'],
  ['another app’s client ID', { SLACK_CLIENT_ID: '1.2' }, 'invalid_client_id'],
  ['a token as the secret', { SLACK_CLIENT_SECRET: 'xoxb-1' }, 'That is a token.'],
]

test.each(firstRows(1, wrong))(
  '%s is refused, and the message says where to copy the right one',
  async (_, changes, text) => {
    const { code, report } = await world.script({ wish: alone, environment: environment(changes) })
    expect(code).not.toBe(0)
    expect(report).toContain(text)
    expect(report).toContain('Copy Client ID and Client Secret from Basic Information.')
  },
)

test('without a terminal, the missing secret is named', async () => {
  const { report } = await world.script({
    wish: alone,
    environment: environment({ SLACK_CLIENT_SECRET: undefined }),
  })
  expect(report).toContain('Give SLACK_CLIENT_SECRET;')
})

test('at a terminal, it says what to do at Slack and asks only for the secret', async () => {
  const { clientSecret } = world.slack.addresses
  const { code, screen, left } = await world.talk(
    [['Paste the Client Secret', `${clientSecret}${keys.enter}`]],
    {
      wish: { ...alone, takesProposals: false },
      environment: environment({ SLACK_CLIENT_SECRET: undefined }),
    },
  )
  expect({ code, left }).toEqual({ code: 0, left: [] })
  expect(screen).toContain('Activate Public Distribution')
  expect(screen).toContain(`${publicUrl}/slack/install`)
})
