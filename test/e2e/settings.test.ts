import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { spawnChild } from '../../studio/kit/children.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const run = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
  const child = spawnChild({
    name: 'bot',
    args: [program, ...args],
    env,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  const exit = await child.exited
  return { exit, output: child.lastLines().join('\n') }
}

test('a start without settings ends with 78 and names every variable and the way to try it without', async () => {
  const { exit, output } = await run({})
  expect(exit.code).toBe(78) // EX_CONFIG of sysexits.h
  for (const name of ['DISCORD_TOKEN', 'AUDIO_API_URL', 'AUDIO_API_KEY', 'AUDIO_FILE_HOSTS', 'REDIS_URL']) {
    expect(output).toContain(`${name} is missing`)
  }
  expect(output).toContain('npm run sandbox')
})

test('a role that does not exist ends with 78 and names the roles', async () => {
  const { exit, output } = await run({}, '--role', 'drummer')
  expect(exit.code).toBe(78)
  expect(output).toContain('all, bots, worker')
})

const audio = {
  AUDIO_API_URL: 'https://audio.example',
  AUDIO_API_KEY: 'key',
  AUDIO_FILE_HOSTS: 'files.audio.example',
  REDIS_URL: 'redis://127.0.0.1:1',
}

test.each([
  [{ SLACK_BOT_TOKEN: 'xoxb-1' }, 'SLACK_APP_TOKEN is missing (for Socket Mode), or SLACK_SIGNING_SECRET'],
  [{ SLACK_SIGNING_SECRET: 'secret' }, 'SLACK_BOT_TOKEN is missing'],
])('a start with %j alone ends with 78 and says "%s"', async (chat, problem) => {
  const { exit, output } = await run({ ...audio, ...chat })
  expect(exit.code).toBe(78)
  expect(output).toContain(problem)
})

test('a start with malformed settings ends with 78 and names each with its fix, and none of the values', async () => {
  const { exit, output } = await run({
    ...audio,
    DISCORD_FILE_HOSTS: ',',
    DISCORD_MESSAGE_CONTENT: 'yes',
    SLACK_FILE_HOST: 'files.slack.com',
    SLACK_BOT_TOKEN: 'xapp-1',
    SLACK_APP_TOKEN: 'xoxb-1',
    SLACK_FILE_HOSTS: 'ftp://files.slack.com',
    PUBLIC_URL: 'tunesmith.example',
    AUDIO_URL_MAX_MINUTES: '0',
    SLACK_CLIENT_ID: '1.2',
    TEXTS_LANGUAGE: 'tlh',
  })
  expect(exit.code).toBe(78)
  for (const problem of [
    'DISCORD_FILE_HOSTS must name at least one host',
    'DISCORD_MESSAGE_CONTENT must be on or off',
    'SLACK_FILE_HOST is not a setting; did you mean SLACK_FILE_HOSTS?',
    'SLACK_BOT_TOKEN must be a bot token, which begins with xoxb-',
    'SLACK_APP_TOKEN must be an app-level token, which begins with xapp-',
    'SLACK_FILE_HOSTS must be hosts',
    'PUBLIC_URL must be an http(s) address',
    'AUDIO_URL_MAX_MINUTES must be a whole number from 1 to 600',
    'SLACK_BOT_TOKEN is for one workspace, and SLACK_CLIENT_ID for many: remove one of them',
    'TEXTS_LANGUAGE must be one of the available languages: en',
  ])
    expect(output).toContain(problem)
  for (const value of ['xapp-1', 'xoxb-1', 'ftp:', 'tunesmith.example']) expect(output).not.toContain(value)
})

test('publishing commands needs no Redis and no audio service', async () => {
  const without = await run({ REDIS_URL: '', AUDIO_API_KEY_FILE: '/nowhere' }, 'publish-commands')
  expect(without.exit.code).toBe(78)
  expect(without.output).toContain('DISCORD_TOKEN is missing')
  expect(without.output).not.toMatch(/REDIS_|AUDIO_/)
  const chat = { DISCORD_TOKEN: 'token', DISCORD_API_URL: 'http://127.0.0.1:1/api', LOG_LEVEL: 'loud' }
  const { output } = await run(chat, 'publish-commands')
  expect(output).toContain('LOG_LEVEL must be one of')
  expect(output).not.toContain('is missing')
})

describe('the manifest for Slack needs no setting', () => {
  const manifestIn = async (env: Readonly<Record<string, string>>) => {
    const { exit, output } = await run(env, 'publish-commands', '--slack-manifest')
    expect(exit.code).toBe(0)
    return output
  }

  test('and asks for Socket Mode', async () => {
    expect(await manifestIn({})).toContain('"socket_mode_enabled": true')
  })

  test('and names the address where there is one and no app token', async () => {
    const address = { PUBLIC_URL: 'https://tunesmith.example' }
    expect(await manifestIn(address)).toContain('"request_url": "https://tunesmith.example/slack/events"')
    const both = await manifestIn({ ...address, SLACK_APP_TOKEN: 'xapp-1' })
    expect(both).toContain('"socket_mode_enabled": true')
    expect(both).not.toContain('tunesmith.example')
  })
})
