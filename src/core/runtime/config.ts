import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isTimeZone } from '../budget-window.ts'

/** A setting that cannot be used: which one, what is wrong, and the mend. */
export interface ConfigProblem {
  name: string
  text: string
}

export interface Config {
  discord: { token: string; apiUrl: string; shards: ShardRange | undefined }
  audio: {
    apiUrl: string
    apiKey: string
    fileOrigins: readonly string[]
    parallel: number
    lookupsPerMinute: number
  }
  redis: { url: string; acceptsEverysec: boolean }
  http: { host: string; port: number }
  logLevel: LogLevel
  defaultZone: string
}

/** Shards `from` to `to` of `total`, as Discord numbers them. */
export interface ShardRange {
  from: number
  to: number
  total: number
}

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
  .transform((value) => value.replace(/\/+$/, ''))

/** A bare host means https; another scheme or port is written out, as in "http://127.0.0.1:8701". */
const withScheme = (host: string): string => (host.includes('://') ? host : `https://${host}`)

const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((list) => list.length > 0, 'must name at least one host')
  .transform((list) => list.map(withScheme))
  .refine((list) => list.every(isHttp), 'must be hosts separated by commas')
  .transform((list) => list.map((address) => new URL(address).origin))

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

const redisUrl = z
  .string()
  .refine(
    (value) => /^rediss?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
    'must be an address such as redis://127.0.0.1:6379 or rediss://user:password@host:6379',
  )

const needed = { error: 'is missing' }

const settings = z.object({
  DISCORD_TOKEN: z.string(needed),
  DISCORD_API_URL: httpUrl.default('https://discord.com/api'),
  DISCORD_SHARDS: shards.default('all'),
  AUDIO_API_URL: z.string(needed).pipe(httpUrl),
  AUDIO_API_KEY: z.string(needed).regex(/^[\x21-\x7e]+$/, 'must be the bare key, without blanks'),
  AUDIO_FILE_HOSTS: z.string(needed).pipe(origins),
  AUDIO_API_PARALLEL: wholeNumber(1, 1000).default(1),
  AUDIO_API_LOOKUPS_PER_MINUTE: wholeNumber(1, 100_000).default(20),
  REDIS_URL: z.string(needed).pipe(redisUrl),
  REDIS_DURABILITY: z
    .enum(['always', 'everysec-accepted'], 'must be always or everysec-accepted')
    .default('always'),
  HTTP_HOST: z.string().min(1).default('127.0.0.1'),
  HTTP_PORT: wholeNumber(0, 65_535).default(8080),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  TZ_DEFAULT: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
})

/** Settings of versions to come; they are refused rather than ignored, because people rely on what they set. */
const notServedYet = [
  'DISCORD_FILE_HOSTS',
  'DISCORD_MESSAGE_CONTENT',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'PUBLIC_URL',
  'OPERATOR_LIMIT',
  'OPERATOR_NEW_SERVER_CREDITS',
  'AUDIO_PRICES_FILE',
  'ADMIN_TOKEN',
  'ENCRYPTION_KEY',
  'AUDIO_URL_MAX_MINUTES',
  'SLACK_API_URL',
  'SLACK_FILE_HOSTS',
  'SLACK_AUTHORIZE_URL',
]

const servedNames = Object.keys(settings.shape)
const ourPrefixes = /^(DISCORD|SLACK|AUDIO|OPERATOR|REDIS|HTTP|LOG|TZ)_/

/** Names that container platforms set by themselves for a service called "redis" and the like. */
const injectedNames = /^(REDIS_PORT|[A-Z_]+_(SERVICE_HOST|SERVICE_PORT|PORT_\d+_.*|PORT))$/

const editDistance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

const nearMissMax = 2

const misspellings = (names: readonly string[]): ConfigProblem[] =>
  names
    .map((name) => name.replace(/_FILE$/, ''))
    .filter((name) => ourPrefixes.test(name) && !servedNames.includes(name) && !notServedYet.includes(name))
    .filter((name) => !injectedNames.test(name))
    .flatMap((name) => {
      const meant = servedNames.find((known) => editDistance(known, name) <= nearMissMax)
      return meant === undefined ? [] : [{ name, text: `is not a setting; did you mean ${meant}?` }]
    })

const readFiles = (environment: Readonly<Record<string, string | undefined>>, problems: ConfigProblem[]) => {
  const values: Record<string, string> = {}
  for (const name of [...servedNames, ...notServedYet]) {
    const direct = environment[name]
    const file = environment[`${name}_FILE`]
    if (direct !== undefined && direct !== '') values[name] = direct
    if (file === undefined || file === '') continue
    if (values[name] !== undefined)
      problems.push({ name, text: `is set twice: directly and by ${name}_FILE` })
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch {
      problems.push({ name: `${name}_FILE`, text: 'names a file that cannot be read' })
    }
  }
  return values
}

const toConfig = (read: z.output<typeof settings>): Config => ({
  discord: {
    token: read.DISCORD_TOKEN,
    apiUrl: read.DISCORD_API_URL,
    shards: read.DISCORD_SHARDS === 'all' ? undefined : read.DISCORD_SHARDS,
  },
  audio: {
    apiUrl: read.AUDIO_API_URL,
    apiKey: read.AUDIO_API_KEY,
    fileOrigins: read.AUDIO_FILE_HOSTS,
    parallel: read.AUDIO_API_PARALLEL,
    lookupsPerMinute: read.AUDIO_API_LOOKUPS_PER_MINUTE,
  },
  redis: { url: read.REDIS_URL, acceptsEverysec: read.REDIS_DURABILITY === 'everysec-accepted' },
  http: { host: read.HTTP_HOST, port: read.HTTP_PORT },
  logLevel: read.LOG_LEVEL,
  defaultZone: read.TZ_DEFAULT,
})

/** Reads the settings from an environment. Every problem is reported at once; no value is ever repeated in a problem. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; problems: readonly ConfigProblem[] } => {
  const problems = misspellings(Object.keys(environment))
  const values = readFiles(environment, problems)
  for (const name of notServedYet) {
    if (values[name] !== undefined)
      problems.push({ name, text: 'is not served by this version; take it out' })
  }
  const read = settings.safeParse(values)
  for (const issue of read.error?.issues ?? []) {
    problems.push({ name: String(issue.path[0]), text: issue.message })
  }
  return read.success && problems.length === 0
    ? { ok: true, config: toConfig(read.data) }
    : { ok: false, problems }
}

/** The text an operator sees when the settings can't be used. */
export const configProblemsText = (problems: readonly ConfigProblem[]): string =>
  [
    'Tunesmith cannot start with these settings:',
    ...problems.map(({ name, text }) => `  ${name} ${text}`),
    'Set them in the environment or in .env (see .env.example; every name may also end in _FILE and name a file).',
    'To try Tunesmith without any token: npm run sandbox',
  ].join('\n')
