import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audioKey, type SetupWorld, startSetupWorld } from '../../support/setup/setup-world.ts'
import { type Answer, keys } from '../../support/setup/typed-terminal.ts'
import { firstRows } from '../../support/suite/runs.ts'

let world: SetupWorld
beforeEach(async () => {
  world = await startSetupWorld()
})
afterEach(() => world.stop())

const { enter, down, ctrlC } = keys
const pasted = (text: string): string => `${text}${enter}`
const second = `${down}${enter}`
const third = `${down}${down}${enter}`

const chatsQuestion = 'Where do you want Tunesmith?'
const both: Answer = [chatsQuestion, enter]
const onDiscord: Answer = [chatsQuestion, second]
const onSlack: Answer = [chatsQuestion, third]
const discordToken = (text = world.discord.addresses.token): Answer => ['Paste the bot token', pasted(text)]
const slackApp: Answer = ['How do you want to create the Slack app?', second]
const botToken = (text = world.slack.addresses.botToken): Answer => [
  'Paste the Bot User OAuth Token',
  pasted(text),
]
const appToken = (text = world.slack.addresses.appToken): Answer => [
  'Paste the app-level token',
  pasted(text),
]
const audioAddress = (text = world.audio.url): Answer => ['Address of the audio service', pasted(text)]
const audioSecret = (text = audioKey): Answer => ['Paste your API key', pasted(text)]
const audioHosts: Answer = ['Hosts that its files come from', enter]
const audio = (): readonly Answer[] => [audioAddress(), audioSecret(), audioHosts]
const otherRedis: Answer = ['Redis stores credits and jobs', second]
const redisAddress = (url = world.redis.url): Answer => ['Paste its address', pasted(url)]
const redis = (): readonly Answer[] => [otherRedis, redisAddress()]

const written = () => parseEnv(world.env() ?? '')

/** No secret may ever be shown. */
const expectNoSecrets = (shown: string) => {
  const { botToken, appToken } = world.slack.addresses
  const secrets = [
    world.discord.addresses.token,
    botToken,
    appToken,
    audioKey,
    written().ENCRYPTION_KEY ?? '-',
  ]
  for (const secret of secrets) expect(shown).not.toContain(secret)
}

/** Shows the end of the screen if a text is not on it. */
const expectShown = (screen: string, text: string) =>
  expect(screen.includes(text) ? text : screen.slice(-1_500)).toBe(text)

/** Talks, and expects that every answer was asked for. */
const talk = async (answers: readonly Answer[], options: Parameters<SetupWorld['talk']>[1] = {}) => {
  const ended = await world.talk(answers, options)
  expect(ended.left, ended.screen.slice(-4_000)).toEqual([])
  expectNoSecrets(ended.written + ended.report)
  return ended
}

const common = () => ({
  AUDIO_API_URL: world.audio.url,
  AUDIO_API_KEY: audioKey,
  AUDIO_FILE_HOSTS: world.audio.url,
  REDIS_URL: world.redis.url,
  ENCRYPTION_KEY: expect.stringMatching(/^[\w+/]{43}=$/),
})
const ofDiscord = () => ({ DISCORD_TOKEN: world.discord.addresses.token })
const ofSlack = () => ({
  SLACK_BOT_TOKEN: world.slack.addresses.botToken,
  SLACK_APP_TOKEN: world.slack.addresses.appToken,
})

describe('from nothing', () => {
  test('both chats are set up with at most six pasted values, and .env is for its owner alone', async () => {
    const answers = [both, discordToken(), slackApp, botToken(), appToken(), ...audio(), ...redis()]
    const { code, screen } = await talk(answers)
    expect(code).toBe(0)
    expect(answers.filter(([, typed]) => /\w{3}/.test(String(typed)))).toHaveLength(6)
    expect(written()).toEqual({ ...ofDiscord(), ...ofSlack(), ...common() })
    expect(world.envMode()).toBe('600')
    expect(screen).toMatch(/Discord now offers \d+ commands\./)
    expect(screen).toMatch(/Now run "npm start", then type \/music in your server\.\s*$/)
  })

  test('where the proposals fit, four values are pasted', async () => {
    const answers = [both, discordToken(), slackApp, botToken(), appToken(), audioSecret()]
    const environment = { AUDIO_API_URL: world.audio.url, AUDIO_FILE_HOSTS: 'cdn1.wav.com' }
    const local: Answer = ['Redis stores credits and jobs', enter]
    const { code } = await talk([...answers, local], { environment, localRedisUrl: world.redis.url })
    expect(code).toBe(0)
    expect(answers.filter(([, typed]) => /\w{3}/.test(String(typed)))).toHaveLength(4)
    expect(written()).toMatchObject({ REDIS_URL: world.redis.url, AUDIO_FILE_HOSTS: 'cdn1.wav.com' })
  })

  const oneChat = [
    [
      'Slack',
      () => [onSlack, slackApp, botToken(), appToken()],
      () => ofSlack(),
      /\/music in that channel\.\s*$/,
    ],
    [
      'Discord',
      () => [onDiscord, discordToken()],
      () => ofDiscord(),
      /then type \/music in your server\.\s*$/,
    ],
  ] as const

  test.each(firstRows(1, oneChat))('%s alone', async (_, answers, settings, end) => {
    const { code, screen } = await talk([...answers(), ...audio(), ...redis()])
    expect(code).toBe(0)
    expect(written()).toEqual({ ...settings(), ...common() })
    expect(screen).toMatch(end)
  })

  test('the Redis of docker compose is left to it', async () => {
    const wish = { usesComposeRedis: true }
    const { code, screen } = await talk([onDiscord, discordToken(), ...audio()], { wish })
    expect(code).toBe(0)
    expect(written()).not.toHaveProperty('REDIS_URL')
    expectShown(screen, 'Now run "docker compose up -d"')
  })
})

describe('Discord', () => {
  const wrongTokens: readonly (readonly [() => string, string])[] = [
    [() => world.discord.addresses.publicKey, 'That is the public key, from General Information.'],
    [() => `${world.discord.addresses.token}x`, 'Discord does not know this token.'],
    [() => world.discord.addresses.applicationId, 'That is an ID, such as the application ID'],
    [() => 'a'.repeat(32), 'That is the client secret, from OAuth2.'],
    [() => 'xoxb-1-2-3', 'That is a token of Slack.'],
    [() => 'two words', 'It must be the bare token'],
  ]

  test.each(firstRows(2, wrongTokens))(
    'a wrong value is named, and the right one after it is taken (%#)',
    async (wrong, text) => {
      const answers = [onDiscord, discordToken(wrong()), discordToken(), ...audio(), ...redis()]
      const { code, screen } = await talk(answers)
      expect([code, written().DISCORD_TOKEN]).toEqual([0, world.discord.addresses.token])
      expectShown(screen, text)
      expectShown(screen, 'Copy the token from Bot → Reset Token.')
    },
  )

  test('a bot that is in no server gets a link with the rights it needs, and is looked for again', async () => {
    const { adminId, channelId, applicationId } = world.discord.addresses
    await world.discord.people.act(adminId, channelId, { manage: { what: 'remove bot' } })
    const question = 'Is it in your server?'
    const answers: Answer[] = [onDiscord, discordToken(), [question, enter], [question, second]]
    const { screen } = await talk([...answers, ...audio(), ...redis()])
    expectShown(
      screen,
      `\nhttps://discord.com/oauth2/authorize?client_id=${applicationId}&permissions=274878024704&scope=bot%20applications.commands\n`,
    )
    expectShown(screen, "The bot isn't in any server yet.")
  })

  test('without the Message Content Intent the bot is told not to ask for it', async () => {
    world.discord.setPrivilegedIntents([])
    const question = 'Switch it on?'
    const answers: Answer[] = [onDiscord, discordToken(), [question, enter], [question, second]]
    const { code, screen } = await talk([...answers, ...audio(), ...redis()])
    expect(code).toBe(0)
    expect(written()).toMatchObject({ DISCORD_MESSAGE_CONTENT: 'off' })
    expectShown(screen, "Message Content Intent is off, so members can't reply to a clip to use it.")
  })

  test('a token that cannot be tested can be kept', async () => {
    world.discord.faults.add({ network: 'cut' })
    const answers: Answer[] = [onDiscord, discordToken(), ['What now?', enter], ['What now?', second]]
    const { code, screen } = await talk([...answers, ...audio(), ...redis()])
    expect(code).toBe(1)
    expect(written()).toMatchObject(ofDiscord())
    expectShown(screen, 'Discord could not be reached at DISCORD_API_URL')
    expectShown(screen, 'Discord was not reached, so it does not know the commands yet.')
  })
})

describe('Slack', () => {
  test('the manifest is written, and the link has it', async () => {
    const link: Answer = ['How do you want to create the Slack app?', enter]
    const { screen } = await talk([onSlack, link, botToken(), appToken(), ...audio(), ...redis()])
    const manifest = JSON.parse(readFileSync(join(world.folder, 'slack-manifest.json'), 'utf8'))
    const [url = ''] = /^https:\/\/api\.slack\.com\/apps\?new_app=1&manifest_json=.*$/m.exec(screen) ?? []
    const linked = JSON.parse(new URL(url).searchParams.get('manifest_json') ?? '')
    expect(linked.oauth_config).toEqual(manifest.oauth_config)
    world.slack.installManifest(linked)
  })

  const wrongTokens: readonly (readonly [string, typeof botToken, () => string, string])[] = [
    ['an unknown token', botToken, () => 'xoxb-1-2', 'Slack does not accept this token (invalid_auth).'],
    ['the other token', appToken, () => world.slack.addresses.botToken, 'That is the bot token (xoxb-)'],
    ['a signing secret', botToken, () => '0123456789abcdef'.repeat(2), 'signing secret or the client secret'],
    [
      'the other token',
      botToken,
      () => world.slack.addresses.appToken,
      'That is the app-level token (xapp-)',
    ],
    [
      'a user token',
      botToken,
      () => 'xoxp-1-2',
      'That is a user token (xoxp-). Copy the Bot User OAuth Token',
    ],
    ['an unknown app token', appToken, () => 'xapp-1', 'Slack does not accept this token (invalid_auth).'],
  ]

  test.each(firstRows(2, wrongTokens))(
    '%s is named, and the right one after it is taken',
    async (_, ask, wrong, text) => {
      const right = [botToken(), appToken()]
      const before = ask === botToken ? [] : right.slice(0, 1)
      const after = ask === botToken ? right : right.slice(1)
      const answers = [onSlack, slackApp, ...before, ask(wrong()), ...after, ...audio(), ...redis()]
      const { code, screen } = await talk(answers)
      expect([code, written()]).toMatchObject([0, ofSlack()])
      expectShown(screen, text)
    },
  )

  test('missing scopes are named, until the app is installed again', async () => {
    world.installSlackWithout('files:write')
    const { screen, left } = await world.talk([onSlack, slackApp, botToken(), ['Paste the Bot', ctrlC]])
    expect(left).toEqual([])
    expectShown(
      screen,
      'The app lacks files:write. Paste slack-manifest.json under App Manifest, and install the app again.',
    )
  })
})
