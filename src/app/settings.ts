import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { ShardRange } from '../bots/discord/incoming/gateway.ts'
import { clipLinks } from '../core/clip/link.ts'
import { parseCredits } from '../core/credits.ts'
import { isTimeZone } from '../core/ledger/budget-window.ts'
import { parseCreditPrice } from '../core/ledger/credit-worth.ts'
import { builtInPrices, readPrices } from '../core/ledger/prices.ts'
import { areTooLong, isRefusable, refusedWordLengthMax, refusedWordsIn } from '../core/text/refused-words.ts'
import { sourceLanguage } from '../core/text/say.ts'
import { durabilities, readRedisAddress, redisAddressFault } from '../redis/address.ts'
import { languagesIn } from './catalogues.ts'
import { certificateFault, privateKeyFault } from './pem.ts'
import { readServerAccount } from './server-account.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
}

const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const httpUrl = z
  .string()
  .refine(isHttp, 'must be an http(s) address')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

const isPlain = (value: string): boolean => {
  const { username, password, search, hash } = new URL(value)
  return [username, password, search, hash].every((part) => part === '')
}

const plainUrl = (without: string) =>
  httpUrl.refine((value) => !isHttp(value) || isPlain(value), `must be a plain address, without ${without}`)

/** Paths are appended to it, and a password in it would not be recognized as a secret. */
const apiUrl = plainUrl('a user, a password, "?" or "#"')

/** Paths are appended to it, and others see it. */
const publicUrl = plainUrl('a password, "?" or "#"')

/** A bare host means https; another scheme or port is written out, as in "http://127.0.0.1:8701". */
const withScheme = (host: string): string => (host.includes('://') ? host : `https://${host}`)

/** What a header can carry unchanged; quotes around it would be sent along. */
const bare = /^[!#-&(-~]+$/

const secret = (kind: string, problem?: { error: string }) =>
  z
    .string(problem)
    .min(1, { error: 'is empty', abort: true })
    .regex(bare, `must be the bare ${kind}, in plain letters, digits and signs, without blanks or quotes`)

/** Keys may contain commas, so whitespace separates them. */
const olderKeys = z
  .string()
  .transform((value) => value.split(/\s+/).filter((key) => key !== ''))
  .refine(
    (keys) => keys.every((key) => bare.test(key)),
    'must be bare keys without quotes, separated by blanks',
  )

/** Only whole origins are compared, so nothing would ever match a wildcard or a path. */
const originFault = (address: string): string | undefined => {
  if (!isHttp(address) || address.includes(';')) return 'must be hosts separated by commas'
  if (!isPlain(address)) return 'must be plain hosts, without a user, a password, "?" or "#"'
  const { hostname, origin, pathname } = new URL(address)
  if (hostname.includes('*')) return `has the wildcard ${hostname}; list each host by its full name`
  return pathname === '/' ? undefined : `has the path ${pathname}; write ${origin} alone`
}

const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((list) => list.length > 0, 'must name at least one host')
  .transform((list, { issues }) => {
    const addresses = list.map(withScheme)
    for (const message of new Set(addresses.flatMap((address) => originFault(address) ?? [])))
      issues.push({ code: 'custom', message, input: list })
    return addresses.flatMap((address) => (isHttp(address) ? new URL(address).origin : []))
  })

/** The longer the list, the longer each request takes to read. */
const operatorWordsLengthMax = 20_000

/** Words and patterns separated by commas. */
const refusedWords = z
  .string()
  .transform(refusedWordsIn)
  .refine(
    (words) => words.every(isRefusable),
    'must be words separated by commas, each with a letter or a digit',
  )
  .refine(
    (words) => !areTooLong(words, operatorWordsLengthMax),
    `must be words of at most ${refusedWordLengthMax} characters, and ${operatorWordsLengthMax} together`,
  )

const readShards = (value: string): ShardRange | 'all' | undefined => {
  if (value === 'all') return 'all'
  const [from, to, total] = /^(\d{1,5})-(\d{1,5})\/(\d{1,5})$/.exec(value)?.slice(1).map(Number) ?? []
  if (from === undefined || to === undefined || total === undefined || from > to || to >= total)
    return undefined
  return { from, to, total }
}

const shards = z
  .string()
  .transform(readShards)
  .refine((range) => range !== undefined, 'must be all, or from-to/total such as 0-3/8')

/** A text without a fault. */
const faultless = (faultOf: (value: string) => string | undefined) =>
  z.string().transform((value, { issues }) => {
    const message = faultOf(value)
    if (message === undefined) return value
    issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })

const redisUrl = faultless((value) =>
  readRedisAddress(value) === undefined
    ? (redisAddressFault(value) ??
      'must be an address such as redis://127.0.0.1:6379 or rediss://user:password@host:6379, redis+sentinel://host:26379,host:26379/name (rediss+sentinel:// for TLS), or nodes of a cluster, separated by commas')
    : undefined,
)

const certificate = faultless(certificateFault)
const privateKey = faultless(privateKeyFault)

const token = (prefix: string, kind: string) =>
  secret('token').regex(new RegExp(`^${prefix}.`), `must be ${kind}, which begins with ${prefix}`)

const switched = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

const credits = z
  .string()
  .transform(parseCredits)
  .refine((amount) => amount !== undefined, 'must be an amount of credits such as 250 or 0.5')

const creditPrice = z
  .string()
  .transform(parseCreditPrice)
  .refine((price) => price !== undefined, 'must be an amount and a currency, such as 1.10 EUR')

const servers = z.string().transform((value, { issues }) => {
  if (value.trim() === 'any') return 'any' as const
  const read = value.split(',').map((account) => readServerAccount(account.trim()))
  const accounts = read.flatMap(({ account }) => account ?? [])
  if (accounts.length === read.length) return accounts
  const fault = read.flatMap((one) => (one.account === undefined ? (one.fault ?? []) : []))[0]
  const message =
    fault === undefined
      ? 'must be any, or servers separated by commas such as discord:81384788765712384,slack:T024BE7LD'
      : `has a wrong id: ${fault}`
  issues.push({ code: 'custom', message, input: value })
  return z.NEVER
})
/** Members are named by their personal account, see `memberAccountOf`. */
const accounts = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .refine(
    (list) => list.every((entry) => /^(?:discord:@?\d+|slack:(?:[A-Z]\w*|@[A-Z]\w*\/[A-Z]\w*))$/.test(entry)),
    'must be servers and members separated by commas: discord:SERVER, discord:@MEMBER, slack:TEAM or slack:@TEAM/MEMBER',
  )

const ownPrices = z.string().transform((text, { issues }) => {
  const read = readPrices(text)
  if (read.ok) return read.prices
  for (const message of read.problems) issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

const needed = { error: 'is missing' }

const isKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

const encryptionKeys = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every(isKey),
    'must be 32 bytes in base64, such as "openssl rand -base64 32" writes; older keys may follow it, separated by commas',
  )

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables */
const readHeaders = (value: string): Readonly<Record<string, string>> | undefined => {
  const pairs = [...value.matchAll(/(?:^|,)\s*([\w.-]+)=([^,\s]*)\s*(?=,|$)/g)]
  if (pairs.map(([pair]) => pair).join('') !== value) return undefined
  try {
    return Object.fromEntries(pairs.map(([, name = '', text = '']) => [name, decodeURIComponent(text)]))
  } catch {
    return undefined
  }
}

const headers = z
  .string()
  .transform(readHeaders)
  .refine((read) => read !== undefined, 'must be headers such as name=value, separated by commas')

/** Every supported setting, with its default. */
export const settings = z.object({
  DISCORD_TOKEN: secret('token').optional(),
  DISCORD_API_URL: apiUrl.default('https://discord.com/api'),
  DISCORD_FILE_HOSTS: origins.prefault('cdn.discordapp.com,media.discordapp.net'),
  DISCORD_MESSAGE_CONTENT: switched.prefault('on'),
  DISCORD_SHARDS: shards.default('all'),
  SLACK_BOT_TOKEN: token('xoxb-', 'a bot token').optional(),
  SLACK_APP_TOKEN: token('xapp-', 'an app-level token').optional(),
  SLACK_SIGNING_SECRET: secret('secret').optional(),
  SLACK_CLIENT_ID: z
    .string()
    .regex(/^\d+\.\d+$/, 'must be a client ID such as 123.456')
    .optional(),
  SLACK_CLIENT_SECRET: secret('secret').optional(),
  SLACK_AUTHORIZE_URL: apiUrl.default('https://slack.com/oauth/v2/authorize'),
  SLACK_TOKEN_ROTATION: switched.prefault('off'),
  SLACK_API_URL: apiUrl.default('https://slack.com/api'),
  SLACK_FILE_HOSTS: origins.prefault('files.slack.com'),
  PUBLIC_URL: publicUrl.optional(),
  ENCRYPTION_KEY: encryptionKeys.optional(),
  AUDIO_API_URL: z.string(needed).pipe(apiUrl),
  AUDIO_API_KEY: secret('key', needed),
  AUDIO_API_KEYS_OLD: olderKeys.prefault(''),
  AUDIO_FILE_HOSTS: z.string(needed).pipe(origins),
  PRIVATE_HOSTS: origins.optional(),
  AUDIO_API_PARALLEL: wholeNumber(1, 1000).default(1),
  AUDIO_API_LOOKUPS_PER_MINUTE: wholeNumber(1, 100_000).default(20),
  AUDIO_PRICES: ownPrices.default(builtInPrices),
  AUDIO_URL_MAX_MINUTES: wholeNumber(1, 600).default(10),
  AUDIO_CLIP_LINKS: z.enum(clipLinks, 'must be on, flat or off').default('flat'),
  AUDIO_RESULTS_FROM_ELSEWHERE: switched.prefault('off'),
  CREDIT_PRICE: creditPrice.optional(),
  OPERATOR_LIMIT: credits.optional(),
  OPERATOR_NEW_SERVER_CREDITS: credits.optional(),
  OPERATOR_SERVERS: servers.default([]),
  OPERATOR_BLOCKED: accounts.default([]),
  REFUSED_WORDS: refusedWords.default([]),
  REQUESTS_PER_MINUTE_PER_SERVER: wholeNumber(0, 10_000).default(200),
  REQUESTS_PER_MINUTE_PER_MEMBER: wholeNumber(0, 10_000).default(5),
  COMMANDS_PER_MINUTE_PER_SERVER: wholeNumber(0, 10_000).default(1000),
  COMMANDS_PER_MINUTE_PER_MEMBER: wholeNumber(0, 10_000).default(30),
  JOBS_WAITING_PER_SERVER: wholeNumber(1, 1_000_000).default(200),
  JOBS_WAITING_PER_MEMBER: wholeNumber(1, 1_000_000).default(20),
  C2PA_CERTIFICATE: certificate.optional(),
  C2PA_KEY: privateKey.optional(),
  PRIVACY_CONTACT: z.string().max(200, 'must have at most 200 characters').optional(),
  RETENTION_DAYS: wholeNumber(0, 36_500).default(90),
  ARCHIVE_DIR: z
    .string()
    .refine(isAbsolute, 'must be a full path such as /var/lib/tunesmith/archive')
    .optional(),
  LEFT_SERVER_DATA_DAYS: wholeNumber(0, 36_500).default(0),
  REDIS_URL: z.string(needed).pipe(redisUrl),
  REDIS_CA: certificate.optional(),
  REDIS_CERT: certificate.optional(),
  REDIS_KEY: privateKey.optional(),
  REDIS_SENTINEL_USER: z.string().min(1, 'is empty').optional(),
  REDIS_SENTINEL_PASSWORD: z.string().min(1, 'is empty').optional(),
  REDIS_SENTINEL_TLS: switched.optional(),
  REDIS_DURABILITY: z.enum(durabilities, `must be one of ${durabilities.join(', ')}`).default('always'),
  HTTP_HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: wholeNumber(0, 65_535).default(8080),
  METRICS_TOKEN: secret('token').min(16, 'must have at least 16 characters').optional(),
  ADMIN_TOKEN: secret('token').min(32, 'must have at least 32 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: apiUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: z.string().min(1, 'is empty').default('tunesmith'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  TEXTS_LANGUAGE: z
    .string()
    .refine((language) => languagesIn().includes(language), {
      error: () => `must be one of the available languages: ${languagesIn().join(', ')}`,
    })
    .default(sourceLanguage),
  TZ_DEFAULT: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
})

/**
 * Settings of other programs that ENCRYPTION_KEY replaces here. They are refused rather than ignored, because operators
 * rely on what they set.
 */
export const unsupportedSettings = ['SLACK_STATE_SECRET']
