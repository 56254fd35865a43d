import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPrivateRedis } from '../../support/redis/private-redis.ts'
import { answers } from '../../support/service/scripted-server.ts'
import { audioKey, type SetupWorld, startSetupWorld } from '../../support/setup/setup-world.ts'
import { type Answer, keys } from '../../support/setup/typed-terminal.ts'

let world: SetupWorld
beforeEach(async () => {
  world = await startSetupWorld()
})
afterEach(() => world.stop())

const { enter, down, ctrlC } = keys
const nth = (choice: number): string => `${down.repeat(choice - 1)}${enter}`

/** Everything that is needed for Discord, with things of the operator in between. */
const complete = (): string =>
  [
    '# Our bot. Ask Kim before you change it.',
    `DISCORD_TOKEN=${world.discord.addresses.token}`,
    `AUDIO_API_URL=${world.audio.url}`,
    `AUDIO_API_KEY='${audioKey}' # from wav.com`,
    '',
    'AUDIO_FILE_HOSTS=cdn1.wav.com',
    'OUR_OWN=1',
    `REDIS_URL=${world.redis.url}`,
    `ENCRYPTION_KEY=${'A'.repeat(43)}=`,
    'CREDIT_PRICE=1.10 EUR',
    '',
  ].join('\n')

const written = () => parseEnv(world.env() ?? '')
const expectShown = (screen: string, text: string) =>
  expect(screen.includes(text) ? text : screen.slice(-1_500)).toBe(text)
const chats: Answer = ['Where do you want Tunesmith?', enter]

test('run again, it asks nothing but where, tests everything, and leaves .env as it is', async () => {
  world.writeEnv(complete())
  const { code, screen, left } = await world.talk([chats])
  expect({ code, left, env: world.env() }).toEqual({ code: 0, left: [], env: complete() })
  for (const text of ['DISCORD_TOKEN is set', 'Discord accepts the token', 'accepts the key', 'Redis 7'])
    expectShown(screen, text)
  expect(screen).not.toContain(audioKey)
})

test('it asks only for what is refused or missing, and keeps comments and order', async () => {
  world.writeEnv(
    complete()
      .replace(audioKey, 'an-old-key')
      .replace(/^REDIS_URL=.*$/m, '#REDIS_URL='),
  )
  const { code, left } = await world.talk([
    chats,
    ['Paste your API key', `${audioKey}${enter}`],
    ['Redis stores credits and jobs', nth(2)],
    ['Paste its address', `${world.redis.url}${enter}`],
  ])
  expect({ code, left, env: world.env() }).toEqual({
    code: 0,
    left: [],
    env: complete().replace(`'${audioKey}'`, audioKey),
  })
})

describe('without a terminal', () => {
  test('everything that is missing is named at once', async () => {
    const { code, report } = await world.script()
    expect([code, report]).toEqual([
      78,
      'Setup cannot ask without a terminal. Give --chats, --audio-key-file, --audio-url, --audio-file-hosts, --redis; "npm run setup -- --help" explains them.',
    ])
    const slack = await world.script({ wish: { chats: ['slack'], takesProposals: true } })
    expect([slack.code, slack.report]).toEqual([
      78,
      'Setup cannot ask without a terminal. Give --slack-bot-token-file, --slack-app-token-file, --audio-key-file; "npm run setup -- --help" explains them.',
    ])
    expect(world.env()).toBeUndefined()
  })

  test('flags, files, standard input and the environment answer everything', async () => {
    const file = join(world.folder, 'discord-token')
    writeFileSync(file, `${world.discord.addresses.token}\n`)
    const { code, report, screen } = await world.script({
      wish: {
        chats: ['discord', 'slack'],
        secretFiles: { DISCORD_TOKEN: file, AUDIO_API_KEY: '-' },
        values: {
          AUDIO_API_URL: world.audio.url,
          AUDIO_FILE_HOSTS: 'cdn1.wav.com',
          REDIS_URL: world.redis.url,
        },
      },
      environment: {
        SLACK_BOT_TOKEN: world.slack.addresses.botToken,
        SLACK_APP_TOKEN: world.slack.addresses.appToken,
      },
      stdin: `${audioKey}\n`,
    })
    expect({ code, report }).toEqual({ code: 0, report: '' })
    expect(written()).toMatchObject({
      DISCORD_TOKEN: world.discord.addresses.token,
      SLACK_APP_TOKEN: world.slack.addresses.appToken,
      AUDIO_API_KEY: audioKey,
      REDIS_URL: world.redis.url,
    })
    expectShown(screen, 'ok       Slack lets the app open a socket.\n')
    expectShown(screen, 'Now run "npm start", then type /music in your server.')
  })

  test.each([
    ['DISCORD_TOKEN', 'no-such-token', 'DISCORD_TOKEN: Discord does not know this token.'],
    ['AUDIO_API_KEY', 'another-key', 'The audio service does not accept the key (Authentication failed).'],
    ['REDIS_URL', 'redis://127.0.0.1:1', 'REDIS_URL: Redis did not answer within 5 s. Is it running?'],
    ['REDIS_URL', '127.0.0.1', 'REDIS_URL: It must be an address such as redis://'],
    ['ENCRYPTION_KEY', 'short', 'ENCRYPTION_KEY: It must be 32 bytes in base64'],
  ])('a wrong %s ends it with 78', async (name, value, text) => {
    world.writeEnv(complete().replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`))
    const { code, report } = await world.script({ wish: { chats: ['discord'] } })
    expect(code).toBe(78)
    expectShown(report, text)
    expect(written()[name]).toBe(value)
  })
})

describe('Redis', () => {
  const configure = async (url: string, settings: Readonly<Record<string, string>>) => {
    const redis = new Redis(url)
    for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value)
    redis.disconnect()
  }
  const settingOf = async (url: string, name: string) => {
    const redis = new Redis(url)
    const [, value] = (await redis.config('GET', name)) as string[]
    redis.disconnect()
    return value
  }

  test('that may forget is set, after a yes', async () => {
    await configure(world.redis.url, { appendonly: 'no', 'maxmemory-policy': 'allkeys-lru' })
    world.writeEnv(complete())
    const { code, screen, left } = await world.talk([chats, ['What now?', enter]])
    expect([code, left]).toEqual([0, []])
    expectShown(screen, 'a song could be bought twice (maxmemory-policy is allkeys-lru, appendonly is no).')
    expectShown(screen, 'Start it with these lines, or it forgets them:')
    expectShown(screen, '\nmaxmemory-policy noeviction\nappendonly yes\n')
    expect(await settingOf(world.redis.url, 'appendonly')).toBe('yes')
    expect(await settingOf(world.redis.url, 'maxmemory-policy')).toBe('noeviction')
  })

  test('that may forget gets lines, with the way to switch appendonly on without losing what it has', async () => {
    await configure(world.redis.url, { appendonly: 'no' })
    world.writeEnv(complete())
    const { code, screen, left } = await world.talk([
      chats,
      ['What now?', nth(2)],
      ['Add them to redis.conf', enter],
      ['What now?', enter],
    ])
    expect([code, left]).toEqual([0, []])
    expectShown(screen, 'If that Redis has data, first run "redis-cli config set appendonly yes"')
    expectShown(screen, 'Otherwise it starts empty.')
  })

  test('that may forget is set without a question by --set-redis, and otherwise refused with the lines', async () => {
    await configure(world.redis.url, { appendfsync: 'everysec' })
    world.writeEnv(complete())
    const refused = await world.script({ wish: { chats: ['discord'] } })
    expect(refused.code).toBe(78)
    expectShown(
      refused.report,
      'Let setup change it with --set-redis, or add to its configuration: appendfsync always.',
    )
    const { code } = await world.script({ wish: { chats: ['discord'], mayChangeRedis: true } })
    expect([code, await settingOf(world.redis.url, 'appendfsync')]).toEqual([0, 'always'])
  })

  test('that hides its settings is taken once its provider is trusted', async () => {
    const managed = await startPrivateRedis({ commands: { CONFIG: '' } })
    world.writeEnv(complete().replace(world.redis.url, managed.url))
    const { code, screen, left } = await world.talk([chats, ['What now?', enter]])
    await managed.stop()
    expect([code, left]).toEqual([0, []])
    expectShown(screen, 'hides its settings')
    expect(written()).toMatchObject({ REDIS_DURABILITY: 'managed-accepted' })
  })

  test('that cannot be reached gives way to another', async () => {
    world.writeEnv(complete().replace(world.redis.url, world.noRedisUrl))
    const { code, left } = await world.talk([
      chats,
      ['What now?', nth(2)],
      ['Redis stores credits and jobs', nth(2)],
      ['Paste its address', `${world.redis.url}${enter}`],
    ])
    expect([code, left, world.env()]).toEqual([0, [], complete()])
  })
})

test('a machine without Redis is told where to get one, and looked at again', async () => {
  world.writeEnv(complete().replace(/^REDIS_URL=.*\n/m, ''))
  const { code, screen, left } = await world.talk([
    chats,
    ['Redis stores credits and jobs', enter],
    ['Redis stores credits and jobs', nth(2)],
    ['Paste its address', `${world.redis.url}${enter}`],
  ])
  expect([code, left]).toEqual([0, []])
  expectShown(screen, 'No Redis answers on this machine. How to install one: https://redis.io/')
})

test('Ctrl-C ends it with 130, and says what was saved', async () => {
  const token = world.discord.addresses.token
  const answered: Answer[] = [
    ['Where do you want Tunesmith?', nth(2)],
    ['Paste the bot token', `${token}${enter}`],
    ['Address of the audio service', ctrlC],
  ]
  const { code, screen } = await world.talk(answered)
  expect([code, written()]).toEqual([130, { DISCORD_TOKEN: token }])
  expectShown(screen, 'Stopped. .env now has DISCORD_TOKEN. Run "npm run setup" to go on.')
  const before = await world.talk([['Where do you want Tunesmith?', ctrlC]])
  expectShown(before.screen, 'Stopped. Nothing was written to .env.')
})

test.each([
  ['Ctrl-D', '\u0004'],
  ['Escape', '\u001B'],
])('%s ends it as well', async (_, typed) => {
  const { code, screen } = await world.talk([['Where do you want Tunesmith?', typed]])
  expect(code).toBe(130)
  expectShown(screen, 'Stopped. Nothing was written to .env.')
})

test('Ctrl-C is heard while something is tested', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  world.audio.answer(() => resolve())
  world.writeEnv(complete())
  const typed = world.talk([chats], { whileWaiting: promise })
  expect((await typed).code).toBe(130)
  expect(world.env()).toBe(complete())
})

test('a key that the service accepts, but without money, is kept with a word', async () => {
  world.audio.answer(answers(402, { success: false, error: 'INSUFFICIENT FUNDS' }))
  world.writeEnv(complete())
  const { code, screen } = await world.talk([chats])
  expect(code).toBe(0)
  expectShown(screen, 'accepts the key, but its account needs a top-up')
})

test('a folder that cannot be written to is named before anything is asked', async () => {
  const missing = join(world.folder, 'missing')
  const { code, report } = await world.talk([], { folder: missing })
  expect(code).toBe(78)
  expectShown(report, `${missing} cannot be written to (ENOENT), so .env could not be saved.`)
})

test('a setting that setup does not ask for, but would keep the bot from starting, is named', async () => {
  world.writeEnv(`${complete()}LOG_LEVEL=loud\n`)
  const { code, screen } = await world.talk([chats])
  expect(code).toBe(1)
  expectShown(screen, 'LOG_LEVEL must be one of')
  expectShown(screen, 'Not everything is set up yet.')
})

test('a value in the environment that would hide the new one is named', async () => {
  world.writeEnv(complete())
  const { screen } = await world.talk([chats, ['Paste your API key', `${audioKey}${enter}`]], {
    environment: { AUDIO_API_KEY: 'an-old-key' },
  })
  expectShown(screen, "AUDIO_API_KEY in this shell's environment overrides the value in .env. Unset it.")
})
