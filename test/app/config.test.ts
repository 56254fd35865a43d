import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configProblemsText, readConfig } from '../../src/app/config.ts'
import { secretsOf } from '../../src/app/config-secrets.ts'
import { readSlackAddress } from '../../src/app/manifest-settings.ts'
import { builtInPrices } from '../../src/core/ledger/prices.ts'

const mustBeServers =
  'must be any, or servers separated by commas such as discord:81384788765712384,slack:T024BE7LD'

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64')
const keyMend =
  'must be 32 bytes in base64, such as "openssl rand -base64 32" writes; older keys may follow it, separated by commas'

type Environment = Readonly<Record<string, string | undefined>>

const needed = {
  DISCORD_TOKEN: 'discord-secret',
  AUDIO_API_URL: 'https://api.example/public/',
  AUDIO_API_KEY: 'audio-secret',
  AUDIO_FILE_HOSTS: 'cdn.example',
  REDIS_URL: 'redis://:redis-secret@redis:6379',
}

const read = (changes: Environment = {}) => readConfig({ ...needed, ...changes })

const configOf = (changes: Environment = {}) => {
  const result = read(changes)
  if (!result.ok) throw new Error(configProblemsText(result.problems))
  return result.config
}

const problemsOf = (changes: Environment) => {
  const result = read(changes)
  return result.ok ? [] : result.problems.map(({ name, text }) => `${name} ${text}`)
}

test('what is needed is enough; all else has its default', () => {
  expect(configOf()).toEqual({
    discord: {
      token: 'discord-secret',
      apiUrl: 'https://discord.com/api',
      fileOrigins: ['https://cdn.discordapp.com', 'https://media.discordapp.net'],
      messageContent: true,
      shards: undefined,
    },
    slack: undefined,
    audio: {
      apiUrl: 'https://api.example/public',
      apiKey: 'audio-secret',
      olderKeys: [],
      fileOrigins: ['https://cdn.example'],
      parallel: 1,
      lookupsPerMinute: 20,
      prices: builtInPrices,
      longestMinutes: 10,
      clipLinks: 'flat',
      resultsFromElsewhere: false,
    },
    privateOrigins: [],
    retentionMs: 90 * 24 * 60 * 60_000,
    leftServerMs: undefined,
    privacyContact: undefined,
    creditPrice: undefined,
    allowances: {
      request: { server: 200, member: 5 },
      command: { server: 1000, member: 30 },
      uncharged: { server: 2_000, member: 100 },
      gift: { server: 200, member: 20 },
      change: { server: 2_000, member: 200 },
    },
    waitingMax: { server: 200, member: 20 },
    operator: { limit: undefined, newServerCredits: 200_000, servers: [], blocked: [], refusedWords: [] },
    redis: { url: needed.REDIS_URL, durability: 'always' },
    outside: undefined,
    encryptionKeys: [],
    http: { host: '127.0.0.1', port: 8080 },
    logLevel: 'info',
    language: 'en',
    defaultZone: 'UTC',
  })
})

test.each(Object.entries(needed))('blanks around %s count for nothing', (name, value) => {
  expect(read({ [name]: `  ${value} ` })).toEqual(read())
})

const { DISCORD_TOKEN: _, ...neededAlways } = needed
const slack = { SLACK_BOT_TOKEN: 'xoxb-slack-secret' }
const socket = { ...slack, SLACK_APP_TOKEN: 'xapp-secret' }
const overHttp = { ...slack, SLACK_SIGNING_SECRET: 'signing-secret' }

describe('Slack', () => {
  test.each([
    ['by Socket Mode', socket, { kind: 'socket', appToken: 'xapp-secret' }],
    ['by HTTP', overHttp, { kind: 'http', signingSecret: 'signing-secret' }],
    [
      'by Socket Mode, where both could be',
      { ...socket, ...overHttp },
      { kind: 'socket', appToken: 'xapp-secret' },
    ],
  ])('is reached %s', (_, changes, transport) => {
    expect(configOf(changes).slack).toEqual({
      botToken: 'xoxb-slack-secret',
      transport,
      apiUrl: 'https://slack.com/api',
      fileOrigins: ['https://files.slack.com'],
    })
  })

  test('is enough without Discord', () => {
    const { discord, slack: alone } = configOf({ ...socket, DISCORD_TOKEN: undefined })
    expect([discord, alone]).toEqual([undefined, expect.objectContaining({ botToken: 'xoxb-slack-secret' })])
  })

  test.each([
    ['no way in', slack, 'SLACK_APP_TOKEN is missing (for Socket Mode), or SLACK_SIGNING_SECRET (for HTTP)'],
    ['no bot token', { SLACK_APP_TOKEN: 'xapp-secret' }, 'SLACK_BOT_TOKEN is missing'],
    ['no bot token either', { SLACK_SIGNING_SECRET: 'x' }, 'SLACK_BOT_TOKEN is missing'],
    [
      'the wrong kind of bot token',
      { ...socket, SLACK_BOT_TOKEN: 'xoxp-secret' },
      'SLACK_BOT_TOKEN must be a bot token, which begins with xoxb-',
    ],
    [
      'the wrong kind of app token',
      { ...socket, SLACK_APP_TOKEN: 'xoxb-secret' },
      'SLACK_APP_TOKEN must be an app-level token, which begins with xapp-',
    ],
  ])('with %s is refused with the mend', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem])
  })

  test('and Discord both missing is one problem that names both', () => {
    expect(problemsOf({ DISCORD_TOKEN: undefined })).toEqual([
      'DISCORD_TOKEN is missing, and so is SLACK_BOT_TOKEN: set one of them, or both',
    ])
  })

  test.each([
    [{}, undefined],
    [{ PUBLIC_URL: 'https://tunes.example/' }, 'https://tunes.example'],
    [{ PUBLIC_URL: 'https://tunes.example', SLACK_APP_TOKEN: 'xapp-1' }, undefined],
  ])('with only %j is given this address for its requests: %s', (environment, address) => {
    expect(readSlackAddress(environment)).toBe(address)
  })

  test('is given no address that is none', () => {
    expect(() => readSlackAddress({ PUBLIC_URL: 'tunes.example' })).toThrow(
      'PUBLIC_URL must be an http(s) address.',
    )
  })
})

describe('callbacks of the audio service', () => {
  const publicUrl = 'https://tunes.example'

  test('come to the public address, whose key has to be there', () => {
    const { outside } = configOf({ PUBLIC_URL: `${publicUrl}/`, ENCRYPTION_KEY: keyOf(1) })
    expect(outside).toEqual({ publicUrl, keys: [Buffer.alloc(32, 1)] })
  })

  test('know older keys behind the one that counts', () => {
    const both = `${keyOf(2)}, ${keyOf(1)}`
    const { outside, encryptionKeys } = configOf({ PUBLIC_URL: publicUrl, ENCRYPTION_KEY: both })
    expect(outside?.keys).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])
    expect(encryptionKeys).toEqual([keyOf(2), keyOf(1)])
  })

  test('without the key are one problem, which says what is missing, what for, and how to make it', () => {
    expect(problemsOf({ PUBLIC_URL: publicUrl })).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEY is missing: PUBLIC_URL needs it, .*openssl rand -base64 32/),
    ])
  })

  test('without an address that is one are that one problem', () => {
    expect(problemsOf({ PUBLIC_URL: 'tunes.example', ENCRYPTION_KEY: keyOf(1) })).toEqual([
      'PUBLIC_URL must be an http(s) address',
    ])
  })

  test.each([
    'https://user:password@tunes.example',
    'https://tunes.example/?a=b',
    'https://tunes.example/#a',
  ])('cannot come to %s', (address) => {
    expect(problemsOf({ PUBLIC_URL: address, ENCRYPTION_KEY: keyOf(1) })).toEqual([
      'PUBLIC_URL must be a plain address, without a password, "?" or "#"',
    ])
  })

  test('are made with a secret, each of whose keys the log leaves out', () => {
    const secrets = secretsOf(configOf({ ENCRYPTION_KEY: `${keyOf(2)},${keyOf(1)}` }))
    expect(secrets).toEqual(expect.arrayContaining([keyOf(1), keyOf(2)]))
  })
})

describe.each([
  ['DISCORD_TOKEN', '', 'token', {}],
  ['SLACK_BOT_TOKEN', 'xoxb-', 'token', socket],
  ['SLACK_APP_TOKEN', 'xapp-', 'token', socket],
  ['SLACK_SIGNING_SECRET', '', 'secret', overHttp],
  ['AUDIO_API_KEY', '', 'key', {}],
])('%s that was not copied as it stands', (name, prefix, kind, others) => {
  test.each([
    ['a word before it', 'Bearer hunter'],
    ['a line break inside', 'hunter\ntwo'],
    ['a line break behind it', 'hunter\n'],
    ['quotes of a word processor', '“hunter”'],
    ['plain quotes', '"hunter"'],
    ['single quotes', "'hunter'"],
    ['an ellipsis inside', 'hunter…two'],
    ['letters with accents', 'hüntér'],
    ['a zero-width space', 'hunter\u200b'],
  ])('(%s) is refused with the mend, before anything is sent', (_, value) => {
    expect(problemsOf({ ...others, [name]: `${prefix}${value}` })).toEqual([
      `${name} must be the bare ${kind}, in plain letters, digits and signs, without blanks or quotes`,
    ])
  })
})

const metrics = { METRICS_TOKEN: 'a-token-for-prometheus' }

test.each([socket, overHttp, metrics])(
  'every secret is known, so that the log can leave it out',
  (changes) => {
    const secrets = secretsOf(configOf({ ...changes }))
    expect(secrets.toSorted()).toEqual(
      ['audio-secret', 'discord-secret', 'redis-secret', ...Object.values(changes)].toSorted(),
    )
  },
)

test('headers for a collector are secrets, except for short words that any line of the log may have', () => {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20trace-secret,x-scope-orgid=1' }
  const secrets = secretsOf(configOf({ ...traces, ...headers }))
  expect(secrets).toContain('trace-secret')
  expect(secrets).not.toContain('1')
  expect(secrets).not.toContain('Bearer')
})

test('a token for the metrics that can be guessed is refused', () => {
  expect(problemsOf({ METRICS_TOKEN: 'short' })).toEqual(['METRICS_TOKEN must have at least 16 characters'])
  expect(configOf(metrics).metricsToken).toBe(metrics.METRICS_TOKEN)
})

test('a token for the dashboard that can be guessed is refused, and a good one is a secret', () => {
  expect(problemsOf({ ADMIN_TOKEN: 'x'.repeat(31) })).toEqual([
    'ADMIN_TOKEN must have at least 32 characters',
  ])
  const ADMIN_TOKEN = 'x'.repeat(32)
  expect(configOf({ ADMIN_TOKEN }).adminToken).toBe(ADMIN_TOKEN)
  expect(secretsOf(configOf({ ADMIN_TOKEN }))).toContain(ADMIN_TOKEN)
  expect(configOf().adminToken).toBeUndefined()
})

test.each([
  'redis://:redis%2Dsecret@redis:6379',
  'redis+sentinel://user:redis-secret@sentinel-1,sentinel-2/tunesmith',
  'rediss://:redis-secret@node-1,rediss://:redis-secret@node-2',
])('the password in %s is a secret', (url) => {
  expect(secretsOf(configOf({ REDIS_URL: url }))).toContain('redis-secret')
})

describe('a setting that is needed', () => {
  test.each(Object.keys(neededAlways))('%s is named when it is missing', (name) => {
    expect(problemsOf({ [name]: undefined })).toEqual([`${name} is missing`])
  })

  test.each(Object.keys(neededAlways))('%s counts as missing when it is empty', (name) => {
    expect(problemsOf({ [name]: '' })).toEqual([`${name} is missing`])
  })

  test('is one of several problems that are all named at once', () => {
    const result = readConfig({ HTTP_PORT: 'eighty' })
    const names = result.ok ? [] : result.problems.map(({ name }) => name)
    expect(names.sort()).toEqual([...Object.keys(needed), 'HTTP_PORT'].sort())
  })
})

const redisMend =
  'must be an address such as redis://127.0.0.1:6379 or rediss://user:password@host:6379, redis+sentinel://host:26379,host:26379/name (rediss+sentinel:// for TLS), or nodes of a cluster, separated by commas'

describe('a setting', () => {
  test.each([
    ['DISCORD_API_URL', 'http://127.0.0.1:8702/api/', { discord: { apiUrl: 'http://127.0.0.1:8702/api' } }],
    ['DISCORD_MESSAGE_CONTENT', 'off', { discord: { messageContent: false } }],
    ['DISCORD_FILE_HOSTS', 'http://127.0.0.1:1', { discord: { fileOrigins: ['http://127.0.0.1:1'] } }],
    ['AUDIO_URL_MAX_MINUTES', '3', { audio: { longestMinutes: 3 } }],
    ['AUDIO_CLIP_LINKS', 'off', { audio: { clipLinks: 'off' } }],
    ['AUDIO_CLIP_LINKS', 'on', { audio: { clipLinks: 'on' } }],
    ['AUDIO_RESULTS_FROM_ELSEWHERE', 'on', { audio: { resultsFromElsewhere: true } }],
    ['ENCRYPTION_KEY', keyOf(1), { outside: undefined, encryptionKeys: [keyOf(1)] }],
    ['DISCORD_SHARDS', 'all', { discord: { shards: undefined } }],
    ['DISCORD_SHARDS', '0-3/8', { discord: { shards: { from: 0, to: 3, total: 8 } } }],
    ['DISCORD_SHARDS', '7-7/8', { discord: { shards: { from: 7, to: 7, total: 8 } } }],
    [
      'AUDIO_FILE_HOSTS',
      'a.example, b.example:8443',
      { audio: { fileOrigins: ['https://a.example', 'https://b.example:8443'] } },
    ],
    ['AUDIO_FILE_HOSTS', 'http://127.0.0.1:8701,', { audio: { fileOrigins: ['http://127.0.0.1:8701'] } }],
    ['AUDIO_FILE_HOSTS', 'https://A.example/', { audio: { fileOrigins: ['https://a.example'] } }],
    ['PRIVATE_HOSTS', 'files.company.com', { privateOrigins: ['https://files.company.com'] }],
    ['AUDIO_API_PARALLEL', '10', { audio: { parallel: 10 } }],
    ['AUDIO_API_LOOKUPS_PER_MINUTE', '500', { audio: { lookupsPerMinute: 500 } }],
    ['CREDIT_PRICE', '1.10 EUR', { creditPrice: { amount: 1.1, currency: 'EUR' } }],
    ['OPERATOR_LIMIT', '250.5', { operator: { limit: 250_500_000 } }],
    ['OPERATOR_LIMIT', '0', { operator: { limit: 0 } }],
    ['OPERATOR_NEW_SERVER_CREDITS', '0', { operator: { newServerCredits: 0 } }],
    ['AUDIO_PRICES', '{"music.v6":"0.05"}', { operator: { newServerCredits: 100_000 } }],
    ['OPERATOR_NEW_SERVER_CREDITS', '0.000001', { operator: { newServerCredits: 1 } }],
    ['OPERATOR_SERVERS', 'any', { operator: { servers: 'any' } }],
    ['OPERATOR_SERVERS', 'Discord:1,SLACK:T1', { operator: { servers: ['discord:1', 'slack:T1'] } }],
    ['OPERATOR_SERVERS', 'discord:1, slack:T1', { operator: { servers: ['discord:1', 'slack:T1'] } }],
    ['REDIS_URL', 'rediss://redis:6380/0', { redis: { url: 'rediss://redis:6380/0' } }],
    ['REDIS_URL', 'redis://a:1,redis://b:2', { redis: { url: 'redis://a:1,redis://b:2' } }],
    ['REDIS_DURABILITY', 'everysec-accepted', { redis: { durability: 'everysec-accepted' } }],
    ['REDIS_DURABILITY', 'managed-accepted', { redis: { durability: 'managed-accepted' } }],
    ['HTTP_HOST', '0.0.0.0', { http: { host: '0.0.0.0' } }],
    ['HTTP_PORT', '0', { http: { port: 0 } }],
    ['HTTP_PORT', '65535', { http: { port: 65_535 } }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['TEXTS_LANGUAGE', 'en', { language: 'en' }],
    ['TZ_DEFAULT', 'Asia/Kathmandu', { defaultZone: 'Asia/Kathmandu' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(configOf({ [name]: value })).toMatchObject(expected)
  })

  test.each([
    ['DISCORD_API_URL', 'discord.com', 'must be an http(s) address'],
    ['DISCORD_API_URL', 'ftp://discord.com', 'must be an http(s) address'],
    ['DISCORD_MESSAGE_CONTENT', 'yes', 'must be on or off'],
    ['DISCORD_FILE_HOSTS', ',', 'must name at least one host'],
    ['SLACK_FILE_HOSTS', 'a b', 'must be hosts separated by commas'],
    ['SLACK_API_URL', 'slack.com', 'must be an http(s) address'],
    ['ENCRYPTION_KEY', 'secret', keyMend],
    ['ENCRYPTION_KEY', `${keyOf(1)},short`, keyMend],
    ['ENCRYPTION_KEY', keyOf(1).slice(0, -1), keyMend],
    ['ENCRYPTION_KEY', Buffer.alloc(16, 1).toString('base64'), keyMend],
    ['AUDIO_URL_MAX_MINUTES', '0', 'must be a whole number from 1 to 600'],
    ['AUDIO_RESULTS_FROM_ELSEWHERE', 'yes', 'must be on or off'],
    ['DISCORD_SHARDS', '0-8/8', 'must be all, or from-to/total such as 0-3/8'],
    ['DISCORD_SHARDS', '3-1/8', 'must be all, or from-to/total such as 0-3/8'],
    ['DISCORD_SHARDS', 'some', 'must be all, or from-to/total such as 0-3/8'],
    ['AUDIO_API_URL', 'api.example', 'must be an http(s) address'],
    ['AUDIO_API_URL', 'javascript:alert(1)', 'must be an http(s) address'],
    ['AUDIO_API_KEYS_OLD', 'schlüssel', 'must be bare keys without quotes, separated by blanks'],
    ['AUDIO_API_KEYS_OLD', '"one two"', 'must be bare keys without quotes, separated by blanks'],
    ['AUDIO_FILE_HOSTS', ' , ', 'must name at least one host'],
    ['AUDIO_FILE_HOSTS', 'a b', 'must be hosts separated by commas'],
    ['AUDIO_FILE_HOSTS', 'a.example;b.example', 'must be hosts separated by commas'],
    ['AUDIO_FILE_HOSTS', 'http://[bad', 'must be hosts separated by commas'],
    ['PRIVATE_HOSTS', '10.0.0.0/8', 'has the path /8; write https://10.0.0.0 alone'],
    ['CREDIT_PRICE', '1.10', 'must be an amount and a currency, such as 1.10 EUR'],
    ['CREDIT_PRICE', '1.10 XXY', 'must be an amount and a currency, such as 1.10 EUR'],
    ['CREDIT_PRICE', '-1 EUR', 'must be an amount and a currency, such as 1.10 EUR'],
    ['OPERATOR_LIMIT', '-1', 'must be an amount of credits such as 250 or 0.5'],
    ['OPERATOR_LIMIT', 'none', 'must be an amount of credits such as 250 or 0.5'],
    ['OPERATOR_SERVERS', 'discord:1,1', mustBeServers],
    ['OPERATOR_SERVERS', 'teams:1', mustBeServers],
    ['OPERATOR_SERVERS', '1', mustBeServers],
    [
      'OPERATOR_SERVERS',
      'slack:T1,discord:@1',
      "has a wrong id: a Discord server's id has only digits, at most 20, such as discord:81384788765712384",
    ],
    [
      'OPERATOR_SERVERS',
      'slack:t1',
      "has a wrong id: a Slack workspace's id has only capital letters and digits, at most 20, such as slack:T024BE7LD",
    ],
    ['OPERATOR_NEW_SERVER_CREDITS', '1000001', 'must be an amount of credits such as 250 or 0.5'],
    ['OPERATOR_NEW_SERVER_CREDITS', '0.0000001', 'must be an amount of credits such as 250 or 0.5'],
    ['AUDIO_API_PARALLEL', '0', 'must be a whole number from 1 to 1000'],
    ['AUDIO_API_PARALLEL', '1.5', 'must be a whole number from 1 to 1000'],
    ['AUDIO_API_PARALLEL', 'ten', 'must be a whole number from 1 to 1000'],
    ['AUDIO_API_PARALLEL', '-1', 'must be a whole number from 1 to 1000'],
    ['AUDIO_API_LOOKUPS_PER_MINUTE', '1e9', 'must be a whole number from 1 to 100000'],
    ['REDIS_URL', 'localhost:6379', redisMend],
    ['REDIS_URL', 'redis://', redisMend],
    ['REDIS_URL', 'redis://host:port', redisMend],
    ['REDIS_URL', 'http://127.0.0.1:6379', redisMend],
    ['REDIS_URL', 'redis+sentinel://sentinel:26379', redisMend],
    ['AUDIO_FILE_HOSTS', 'ftp://example.com', 'must be hosts separated by commas'],
    ['REDIS_DURABILITY', 'everysec', 'must be one of always, everysec-accepted, managed-accepted'],
    ['HTTP_PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['TEXTS_LANGUAGE', 'tlh', 'must be one of the available languages: en, de, es, ja'],
    ['TEXTS_LANGUAGE', 'en_US:en', 'must be one of the available languages: en, de, es, ja'],
    ['TZ_DEFAULT', 'Europe/Atlantis', 'must be an IANA time zone such as Europe/Berlin'],
  ])('%s=%j is refused with the mend', (name, value, text) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${text}`])
  })

  test.each([
    'AUDIO_FILE_HOSTS',
    'AUDIO_API_URL',
    'AUDIO_API_KEY',
    'REDIS_URL',
    'HTTP_PORT',
    'DISCORD_SHARDS',
    'ENCRYPTION_KEY',
  ])('%s never shows its value in what is said about it', (name) => {
    expect(problemsOf({ [name]: 'hunter two' }).join()).not.toContain('hunter')
  })
})

test.each(['DISCORD_API_URL', 'AUDIO_API_URL'])('%s with a password is refused without it', (name) => {
  expect(problemsOf({ [name]: 'https://max:hunter2@api.example' })).toEqual([
    `${name} must be a plain address, without a user, a password, "?" or "#"`,
  ])
})

describe('a secret in a file', () => {
  let folder: string
  const path = (name: string) => join(folder, name)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tunesmith-config-'))
    writeFileSync(path('key'), 'key-from-file\n')
    writeFileSync(path('empty'), '\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is read, without the line end', () => {
    const { audio } = configOf({ AUDIO_API_KEY: undefined, AUDIO_API_KEY_FILE: path('key') })
    expect(audio.apiKey).toBe('key-from-file')
  })

  test('and in the setting itself is one too many', () => {
    expect(problemsOf({ AUDIO_API_KEY_FILE: path('key') })).toEqual([
      'AUDIO_API_KEY is set twice: directly and by AUDIO_API_KEY_FILE',
    ])
  })

  test('that cannot be read is named, and not its path', () => {
    const problems = problemsOf({ AUDIO_API_KEY: undefined, AUDIO_API_KEY_FILE: path('nowhere') })
    expect(problems).toContain('AUDIO_API_KEY_FILE names a file that cannot be read')
    expect(problems.join()).not.toContain(folder)
  })

  test('that is empty is no secret', () => {
    expect(problemsOf({ AUDIO_API_KEY: undefined, AUDIO_API_KEY_FILE: path('empty') })).toEqual([
      'AUDIO_API_KEY is empty',
    ])
  })
})

describe('prices of an operator’s own', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tunesmith-prices-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const fileOf = (text: string) => {
    const path = join(folder, 'prices.json')
    writeFileSync(path, text)
    return { AUDIO_PRICES_FILE: path }
  }

  test('stand in a file, and take the place of the built-in ones', () => {
    const { audio } = configOf(fileOf('{ "speech": "0.031", "music.v7": "0.05" }\n'))
    expect(audio.prices).toEqual({
      ...builtInPrices,
      speech: { ...builtInPrices.speech, credits: 31_000 },
      'music.v7': { ...builtInPrices['music.v7'], credits: 50_000 },
    })
  })

  test('that cannot be used are problems, each with its entry and the mend', () => {
    expect(problemsOf(fileOf('{ "speach": "0.03", "lyrics": "-1" }'))).toEqual([
      'AUDIO_PRICES has an entry "speach" that is not a price; did you mean "speech"?',
      expect.stringMatching(/^AUDIO_PRICES has an entry "lyrics" that must be an amount in quotes such as /),
    ])
  })

  test('in a file that is not there are a problem, too', () => {
    expect(problemsOf({ AUDIO_PRICES_FILE: join(folder, 'nowhere') })).toEqual([
      'AUDIO_PRICES_FILE names a file that cannot be read',
    ])
  })
})

test('an operator sees every problem, where to mend it, and how to go without', () => {
  const text = configProblemsText([
    { name: 'DISCORD_TOKEN', text: 'is missing' },
    { name: 'HTTP_PORT', text: 'must be a whole number' },
  ])
  expect(text).toContain('\n  DISCORD_TOKEN is missing\n  HTTP_PORT must be a whole number\n')
  expect(text).toContain('.env')
  expect(text).toContain('npm run sandbox')
})
