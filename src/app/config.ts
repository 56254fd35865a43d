import type { z } from 'zod'
import { songCredits } from '../commands/features/music.ts'
import type { ClipLinks } from '../core/clip/link.ts'
import type { Allowances } from '../core/command/gate.ts'
import type { Microcredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import type { CreditPrice } from '../core/ledger/credit-worth.ts'
import type { Prices } from '../core/ledger/prices.ts'
import type { AccountId } from '../core/target.ts'
import { type C2paSettings, credentialProblems } from './c2pa/credential.ts'
import { type ChatConfig, chatNames, chatProblems, isForManyWorkspaces, toChats } from './chat-settings.ts'
import { type RedisConfig, redisNames, redisProblems, toRedis } from './redis-settings.ts'
import { type ConfigProblem, type Environment, misspellings, nodeProblems } from './setting-names.ts'
import { readFiles } from './setting-values.ts'
import { type LogLevel, settings, unsupportedSettings } from './settings.ts'
import type { TraceSettings } from './telemetry/tracing.ts'

/** All settings of the program. */
export interface Config extends ChatConfig {
  audio: {
    apiUrl: string
    apiKey: string
    /** Earlier keys, which may have paid for running jobs. */
    olderKeys: readonly string[]
    fileOrigins: readonly string[]
    parallel: number
    lookupsPerMinute: number
    prices: Prices
    /** Longest clip accepted, in whole minutes. */
    longestMinutes: number
    /** Whether members can give clips by web address. */
    clipLinks: ClipLinks
    /** Whether `/result` shows tasks that were made elsewhere with the same key. */
    resultsFromElsewhere: boolean
  }
  /** Limits of requests and commands per minute. */
  allowances: Allowances
  /** How many jobs of one server, and of one member in it, may wait at once. */
  waitingMax: { server: number; member: number }
  /** How long records are kept after their jobs ended, in milliseconds; undefined: forever. */
  retentionMs: number | undefined
  /** Folder for old months of the journals; undefined: nothing is archived. */
  archiveDir: string | undefined
  /** How long the data of a server is kept after it removed the bot, in milliseconds; undefined: forever. */
  leftServerMs: number | undefined
  /** What signs the files of results; undefined if nothing does. */
  c2pa: C2paSettings | undefined
  /** How members reach the bot's operator. */
  privacyContact: string | undefined
  /** What the operator bills for a credit. */
  creditPrice: CreditPrice | undefined
  operator: {
    /** What all servers together may spend in a month; undefined: unlimited. */
    limit: Microcredits | undefined
    /** Starter credits of a server; 0 for none. */
    newServerCredits: Microcredits
    /** The servers and workspaces that can spend, besides those let in at the shell. */
    servers: 'any' | readonly AccountId[]
    /** The chat in which anybody can install the bot, if there is one. */
    installedByAnybody: 'slack' | undefined
    /** Accounts that are blocked everywhere; members by their personal account. */
    blocked: readonly string[]
    /** Words and patterns that no request may contain. */
    refusedWords: readonly string[]
  }
  redis: RedisConfig
  /** Origins whose names may lead into the operator's own network. */
  privateOrigins: readonly string[]
  /**
   * How the audio service reaches us; undefined if we can't be reached from outside. The first key is the
   * newest.
   */
  outside: { publicUrl: string; keys: readonly [Uint8Array, ...Uint8Array[]] } | undefined
  /** All keys in ENCRYPTION_KEY, as written there. */
  encryptionKeys: readonly string[]
  http: { host: string; port: number }
  /** What Prometheus must show to read the metrics; undefined if there are none. */
  metricsToken: string | undefined
  /** What the operator signs in to the dashboard with; undefined if there is none. */
  adminToken: string | undefined
  /** Where traces go; undefined if nobody wants any. */
  traces: TraceSettings | undefined
  logLevel: LogLevel
  /** The language of texts for members. */
  language: string
  defaultZone: string
}

const dayMs = 24 * 60 * 60_000

/** 0 days mean forever. */
const daysToMs = (days: number): number | undefined => (days === 0 ? undefined : days * dayMs)

type Settings = z.output<typeof settings>

const toOutside = ({ PUBLIC_URL: publicUrl, ENCRYPTION_KEY = [] }: Settings): Config['outside'] => {
  const [first, ...older] = ENCRYPTION_KEY.map((key) => Buffer.from(key, 'base64'))
  return publicUrl === undefined || first === undefined ? undefined : { publicUrl, keys: [first, ...older] }
}

/** Addresses for callbacks and files are made with the key, so they can't be guessed. */
const callbackProblems = (values: Readonly<Record<string, string>>): ConfigProblem[] =>
  values.PUBLIC_URL === undefined || values.ENCRYPTION_KEY !== undefined || isForManyWorkspaces(values)
    ? []
    : [
        {
          name: 'ENCRYPTION_KEY',
          text: 'is missing: PUBLIC_URL needs it, because it signs the addresses below it ("openssl rand -base64 32" makes one)',
        },
      ]

/** Starter credits pay for one song, unless the operator sets another amount. */
const starterCredits = ({
  OPERATOR_NEW_SERVER_CREDITS: credits,
  AUDIO_PRICES: prices,
}: Pick<Settings, 'OPERATOR_NEW_SERVER_CREDITS' | 'AUDIO_PRICES'>): Microcredits =>
  credits ?? songCredits(prices)

const toTraces = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: serviceName,
}: Settings): Config['traces'] => (endpoint === undefined ? undefined : { endpoint, headers, serviceName })

const toC2pa = ({ C2PA_CERTIFICATE: certificate, C2PA_KEY: key }: Settings): Config['c2pa'] =>
  certificate === undefined || key === undefined ? undefined : { certificate, key }

const toConfig = (read: Settings): Config => ({
  ...toChats(read),
  audio: {
    apiUrl: read.AUDIO_API_URL,
    apiKey: read.AUDIO_API_KEY,
    olderKeys: read.AUDIO_API_KEYS_OLD,
    fileOrigins: read.AUDIO_FILE_HOSTS,
    parallel: read.AUDIO_API_PARALLEL,
    lookupsPerMinute: read.AUDIO_API_LOOKUPS_PER_MINUTE,
    prices: read.AUDIO_PRICES,
    longestMinutes: read.AUDIO_URL_MAX_MINUTES,
    clipLinks: read.AUDIO_CLIP_LINKS,
    resultsFromElsewhere: read.AUDIO_RESULTS_FROM_ELSEWHERE,
  },
  allowances: {
    request: { server: read.REQUESTS_PER_MINUTE_PER_SERVER, member: read.REQUESTS_PER_MINUTE_PER_MEMBER },
    command: { server: read.COMMANDS_PER_MINUTE_PER_SERVER, member: read.COMMANDS_PER_MINUTE_PER_MEMBER },
    uncharged: { server: 2_000, member: 100 },
    gift: { server: 200, member: 20 },
    change: { server: 2_000, member: 200 },
  },
  waitingMax: { server: read.JOBS_WAITING_PER_SERVER, member: read.JOBS_WAITING_PER_MEMBER },
  retentionMs: daysToMs(read.RETENTION_DAYS),
  archiveDir: read.ARCHIVE_DIR,
  leftServerMs: daysToMs(read.LEFT_SERVER_DATA_DAYS),
  c2pa: toC2pa(read),
  privacyContact: read.PRIVACY_CONTACT,
  creditPrice: read.CREDIT_PRICE,
  operator: {
    limit: read.OPERATOR_LIMIT,
    newServerCredits: starterCredits(read),
    servers: read.OPERATOR_SERVERS,
    installedByAnybody: read.SLACK_CLIENT_ID === undefined ? undefined : 'slack',
    blocked: read.OPERATOR_BLOCKED,
    refusedWords: read.REFUSED_WORDS,
  },
  redis: toRedis(read),
  privateOrigins: read.PRIVATE_HOSTS ?? [],
  outside: toOutside(read),
  encryptionKeys: read.ENCRYPTION_KEY ?? [],
  traces: toTraces(read),
  http: { host: read.HTTP_HOST, port: read.HTTP_PORT },
  metricsToken: read.METRICS_TOKEN,
  adminToken: read.ADMIN_TOKEN,
  logLevel: read.LOG_LEVEL,
  language: read.TEXTS_LANGUAGE,
  defaultZone: read.TZ_DEFAULT,
})

const issuesIn = (error: z.ZodError | undefined): ConfigProblem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ name: String(path[0]), text: message }))

/** Settings that were read, or everything that is wrong with them. */
export type Read<T> = { ok: true; config: T } | { ok: false; problems: readonly ConfigProblem[] }

/**
 * Reads the settings from an environment at this time (milliseconds since 1970). Reports every problem at once; no
 * value that may be a secret is ever repeated in a problem.
 */
export const readConfig = (environment: Environment, nowMs = Date.now()): Read<Config> => {
  const problems = [...misspellings(environment), ...nodeProblems(environment)]
  const values = readFiles(environment, problems)
  for (const name of unsupportedSettings) {
    if (values[name] !== undefined)
      problems.push({ name, text: 'is not supported by this version; remove it' })
  }
  problems.push(...chatProblems(values), ...callbackProblems(values), ...redisProblems(values))
  problems.push(...credentialProblems(values, nowMs))
  const read = settings.safeParse(values)
  problems.push(...issuesIn(read.error))
  return read.success && problems.length === 0
    ? { ok: true, config: toConfig(read.data) }
    : { ok: false, problems }
}

/** What publishing commands needs. */
type PublishingConfig = ChatConfig & Pick<Config, 'logLevel' | 'language'>

const publishingNames = { ...chatNames, LOG_LEVEL: true, TEXTS_LANGUAGE: true } as const

/** The settings for publishing commands, as `readConfig` reads them; what is wrong with others does not matter. */
export const readPublishing = (environment: Environment): Read<PublishingConfig> => {
  const problems = [...misspellings(environment), ...nodeProblems(environment)]
  const { PUBLIC_URL, ENCRYPTION_KEY, ...ofOneWorkspace } = publishingNames
  const appNames = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET']
  const isApp = isForManyWorkspaces(readFiles(environment, [], appNames))
  const values = readFiles(environment, problems, Object.keys(isApp ? publishingNames : ofOneWorkspace))
  const read = settings.pick(publishingNames).safeParse(values)
  problems.push(...chatProblems(values), ...issuesIn(read.error))
  if (!read.success || problems.length > 0) return { ok: false, problems }
  const { LOG_LEVEL: logLevel, TEXTS_LANGUAGE: language } = read.data
  return { ok: true, config: { ...toChats(read.data), logLevel, language } }
}

/**
 * The language of texts for members. Needs no other setting, because it is also read before there is any token.
 * Throws AppError `configuration`.
 */
export const readLanguage = (environment: Environment): string => {
  const read = settings.shape.TEXTS_LANGUAGE.safeParse(readFiles(environment, []).TEXTS_LANGUAGE)
  if (read.success) return read.data
  throw new AppError('configuration', `TEXTS_LANGUAGE ${read.error.issues[0]?.message}.`)
}

/** How to reach Redis, whatever else may be wrong; undefined if that part can't be read. */
export const readRedisSettings = (environment: Environment): Config['redis'] | undefined => {
  const values = readFiles(environment, [])
  const read = settings.pick(redisNames).safeParse(values)
  return read.success && redisProblems(values).length === 0 ? toRedis(read.data) : undefined
}

/** Where old months of the journals are, whatever else may be wrong; undefined if that isn't set, or can't be used. */
export const readArchiveDir = (environment: Environment): string | undefined =>
  settings.shape.ARCHIVE_DIR.safeParse(readFiles(environment, []).ARCHIVE_DIR).data

/** The certificate that signs results, in PEM, whatever else may be wrong; undefined if none is set. */
export const readC2paCertificate = (environment: Environment): string | undefined => {
  const read = settings.shape.C2PA_CERTIFICATE.safeParse(readFiles(environment, []).C2PA_CERTIFICATE)
  return read.data
}

/** Initial budgets of accounts without their own. Throws AppError `configuration`. */
export const readBudgetSettings = (
  environment: Environment,
): { defaultZone: string } & Pick<Config['operator'], 'newServerCredits' | 'servers'> => {
  const read = settings
    .pick({ TZ_DEFAULT: true, OPERATOR_NEW_SERVER_CREDITS: true, OPERATOR_SERVERS: true, AUDIO_PRICES: true })
    .safeParse(readFiles(environment, []))
  if (!read.success)
    throw new AppError(
      'configuration',
      read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`).join(' '),
    )
  return {
    defaultZone: read.data.TZ_DEFAULT,
    newServerCredits: starterCredits(read.data),
    servers: read.data.OPERATOR_SERVERS,
  }
}

/** The text an operator sees when the settings can't be used. */
export const configProblemsText = (problems: readonly ConfigProblem[]): string =>
  [
    'Tunesmith cannot start with these settings:',
    ...problems.map(({ name, text }) => `  ${name} ${text}`),
    'Set them in the environment or in .env (see .env.example; every name may also end in _FILE and name a file).',
    'npm run setup asks for anything missing.',
    'To try Tunesmith without any token: npm run sandbox',
  ].join('\n')
