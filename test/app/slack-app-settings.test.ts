import { describe, expect, test } from 'vitest'
import { configProblemsText, readConfig } from '../../src/app/config.ts'
import { secretsOf } from '../../src/app/config-secrets.ts'
import { readSlackInstalls } from '../../src/app/manifest-settings.ts'

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64')

type Environment = Readonly<Record<string, string | undefined>>

const needed = {
  AUDIO_API_URL: 'https://api.example/public/',
  AUDIO_API_KEY: 'audio-secret',
  AUDIO_FILE_HOSTS: 'cdn.example',
  REDIS_URL: 'redis://redis:6379',
}

const configOf = (changes: Environment) => {
  const result = readConfig({ ...needed, ...changes })
  if (!result.ok) throw new Error(configProblemsText(result.problems))
  return result.config
}

const problemsOf = (changes: Environment) => {
  const result = readConfig({ ...needed, ...changes })
  return result.ok ? [] : result.problems.map(({ name, text }) => `${name} ${text}`)
}

const app = {
  SLACK_CLIENT_ID: '123.456',
  SLACK_CLIENT_SECRET: 'client-secret',
  SLACK_APP_TOKEN: 'xapp-secret',
  PUBLIC_URL: 'https://tunes.example',
  ENCRYPTION_KEY: keyOf(1),
}

describe('Slack for many workspaces', () => {
  test.each([
    ['by Socket Mode', app, 'socket'],
    ['by HTTP', { ...app, SLACK_APP_TOKEN: undefined, SLACK_SIGNING_SECRET: 'signing-secret' }, 'http'],
  ])('needs no bot token (%s)', (_, changes, kind) => {
    expect(configOf(changes).operator.installedByAnybody).toBe('slack')
    expect(configOf(changes).slack).toMatchObject({
      app: {
        clientId: '123.456',
        clientSecret: 'client-secret',
        authorizeUrl: 'https://slack.com/oauth/v2/authorize',
        publicUrl: 'https://tunes.example',
      },
      transport: { kind },
    })
  })

  const stateSecretOf = (key: string): string => {
    const { slack: found } = configOf({ ...app, ENCRYPTION_KEY: key })
    return found !== undefined && 'app' in found ? found.app.stateSecret : ''
  }

  test('signs states with a secret derived from the newest encryption key', () => {
    expect(stateSecretOf(keyOf(1))).toMatch(/^[\w-]{43}$/)
    expect(stateSecretOf(`${keyOf(1)},${keyOf(2)}`)).toBe(stateSecretOf(keyOf(1)))
    expect(stateSecretOf(keyOf(2))).not.toBe(stateSecretOf(keyOf(1)))
    expect(secretsOf(configOf(app))).toEqual(
      expect.arrayContaining(['client-secret', stateSecretOf(keyOf(1)), 'xapp-secret']),
    )
  })

  test.each([
    [
      'a bot token',
      { SLACK_BOT_TOKEN: 'xoxb-1' },
      'SLACK_BOT_TOKEN is for one workspace, and SLACK_CLIENT_ID for many: remove one of them',
    ],
    ['no client ID', { SLACK_CLIENT_ID: undefined }, 'SLACK_CLIENT_ID is missing'],
    [
      'an app ID as client ID',
      { SLACK_CLIENT_ID: 'A123' },
      'SLACK_CLIENT_ID must be a client ID such as 123.456',
    ],
    ['no client secret', { SLACK_CLIENT_SECRET: undefined }, 'SLACK_CLIENT_SECRET is missing'],
    [
      'no public address',
      { PUBLIC_URL: undefined },
      'PUBLIC_URL is missing: workspaces install the app at an address below it',
    ],
    ['an unknown switch', { SLACK_TOKEN_ROTATION: 'yes' }, 'SLACK_TOKEN_ROTATION must be on or off'],
    [
      'plain http',
      { PUBLIC_URL: 'http://tunes.example' },
      'PUBLIC_URL must begin with https://: Slack leads browsers nowhere else',
    ],
    [
      'no encryption key',
      { ENCRYPTION_KEY: undefined },
      'ENCRYPTION_KEY is missing: it encrypts the tokens of workspaces ("openssl rand -base64 32" makes one)',
    ],
    [
      'no way in',
      { SLACK_APP_TOKEN: undefined },
      'SLACK_APP_TOKEN is missing (for Socket Mode), or SLACK_SIGNING_SECRET (for HTTP)',
    ],
  ])('with %s is refused, and the message says what to set', (_, changes, problem) => {
    expect(problemsOf({ ...app, ...changes })).toEqual([problem])
  })

  test.each([
    [{}, undefined],
    [{ ...app, SLACK_CLIENT_ID: undefined, SLACK_CLIENT_SECRET: undefined }, undefined],
    [app, { redirectUrl: 'https://tunes.example/slack/oauth_redirect', rotatesTokens: false }],
    [
      { ...app, SLACK_TOKEN_ROTATION: 'on' },
      { redirectUrl: 'https://tunes.example/slack/oauth_redirect', rotatesTokens: true },
    ],
  ])('is in the manifest only if it is configured (row %#)', (environment, installs) => {
    expect(readSlackInstalls(environment)).toEqual(installs)
  })
})
