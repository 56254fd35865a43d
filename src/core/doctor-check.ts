/** Groups of checks with their titles, in the order of the report. */
export const checkGroups = {
  settings: 'Settings',
  machine: 'This machine',
  redis: 'Redis',
  money: 'Money',
  jobs: 'Jobs',
  audio: 'Audio service',
  discord: 'Discord',
  slack: 'Slack',
  outside: 'Public address',
} as const

export type CheckGroup = keyof typeof checkGroups

/** All groups, in the order of the report. */
export const groupNames = Object.keys(checkGroups) as readonly CheckGroup[]

/**
 * Every check of the doctor and what it looks at, in the order of the report. Monitoring knows them by their
 * ids, so an id is never renamed or given to another check.
 */
export const checkTitles = {
  'settings.valid': 'whether all settings can be used',
  'settings.ignored': 'names that look like settings and have no effect',
  'settings.exposed': 'secrets that would cross a network unencrypted',
  'settings.unused': 'Redis settings that its address does not use',
  'settings.file': 'who else on this machine can read .env',
  'settings.signing': 'the certificate that signs results',
  'machine.node': 'the version of Node',
  'machine.user': 'the user that runs Tunesmith',
  'machine.folder': 'whether clips can be stored in TMPDIR',
  'machine.disk': 'free space in TMPDIR',
  'machine.memory': 'free memory',
  'machine.clock': 'the clock, compared with the chats',
  'machine.health': 'what answers on HTTP_PORT, and whether it is ready',
  'redis.reached': 'whether Redis answers',
  'redis.latency': 'how long a round trip takes',
  'redis.clock': 'the clock of Redis, compared with this machine',
  'redis.version': 'the version of Redis',
  'redis.rights': 'the rights of our user',
  'redis.role': 'whether it is a primary',
  'redis.write': 'whether a write succeeds',
  'redis.eviction': 'whether it evicts keys',
  'redis.durability': 'whether writes survive a power cut',
  'redis.aof': 'the last writes of the append-only file',
  'redis.snapshot': 'the last snapshot',
  'redis.backup': 'the age of the last snapshot and of the last "npm run backup"',
  'redis.restore': 'whether a restore was finished',
  'redis.memory': 'its memory, compared with maxmemory',
  'redis.machine': 'the memory of its machine',
  'redis.clients': 'its connections, compared with maxclients',
  'redis.replicas': 'whether its replicas keep up',
  'redis.cluster': 'whether all slots of a cluster are served',
  'redis.tls': 'whether the connection is encrypted where it should be',
  'money.books': 'all balances, holds and records against the journal',
  'money.archive': 'whether archived months of the journal can be read, and agree with the books',
  'money.total': "the operator's total against its journal",
  'money.limit': 'what is left of OPERATOR_LIMIT',
  'money.pause': 'whether you paused all spending',
  'money.prices': 'what jobs cost, compared with the price list',
  'money.holds': 'jobs that cost more than was held',
  'money.keys': "servers' own API keys",
  'jobs.waiting': 'jobs that no worker takes',
  'jobs.stuck': 'jobs that have not moved for hours',
  'jobs.dead': 'dead letters',
  'jobs.keys': 'running jobs whose API key is gone',
  'jobs.encryption': 'whether secrets in Redis are encrypted, with which key',
  'jobs.secrets': 'running jobs whose encryption key is gone',
  'jobs.processes': 'which processes run, and with which bot',
  'jobs.approvals': 'requests to admins that could not be posted',
  'jobs.alerts': 'alerts to admins that could not be posted',
  'audio.api': 'the address and the key, by one free look-up',
  'audio.account': 'recent refusals for the account or the key',
  'audio.files': 'whether the file hosts can be reached',
  'discord.token': 'the token',
  'discord.events': 'whether interactions come over the gateway',
  'discord.intents': 'the message content intent',
  'discord.commands': 'the published commands',
  'discord.gateway': 'the gateway: session starts and shards',
  'discord.servers': 'the servers that the bot is in',
  'discord.permissions': 'the permissions in each channel',
  'slack.token': 'the bot token',
  'slack.client': 'the client ID and its secret',
  'slack.app_token': 'the app token or the signing secret',
  'slack.scopes': 'the granted scopes',
  'slack.installations': 'the workspaces that installed the app',
  'slack.channels': 'the channels that the app is in',
  'slack.requests': "whether Slack's requests would reach Tunesmith",
  'outside.callbacks': 'whether callbacks reach this installation',
  'outside.files': 'whether the audio service can fetch files',
  'outside.certificate': 'the certificate of PUBLIC_URL',
} as const satisfies Readonly<Record<`${CheckGroup}.${string}`, string>>

export type CheckId = keyof typeof checkTitles

/** The ids of all checks, in the order of the report. */
export const checkIds = Object.keys(checkTitles) as readonly CheckId[]

/** The group of a check: what stands before the dot of its id. */
export const groupOf = (id: CheckId): CheckGroup =>
  groupNames.find((group) => id.startsWith(`${group}.`)) ?? 'settings'

/** A safe fix that the doctor can make if told to. */
export interface Fix {
  /** Makes it, and returns a sentence that says what was changed. */
  make(): Promise<string>
}

/** Something that is wrong: what it is, why it matters, and how to fix it. */
export interface Problem {
  verdict: 'warning' | 'failed'
  what: string
  why: string
  mend: string
  fix?: Fix
}

/** Result of a check: all is well, or what is wrong. */
export type Finding = { verdict: 'ok'; what: string } | Problem

/** A check that changes nothing. Yields at least one finding if it applies to this installation, otherwise none. */
export interface Check {
  id: CheckId
  /** Whether it may take longer than the others, because it reads everything. */
  isLong?: true
  run(): Promise<readonly Finding[]>
}

/** A check whose result is one finding; undefined if it does not apply. */
export const check = (id: CheckId, run: () => Promise<Finding | undefined>): Check => ({
  id,
  async run() {
    const finding = await run()
    return finding === undefined ? [] : [finding]
  },
})

/** A finding that all is well. */
export const ok = (what: string): Finding => ({ verdict: 'ok', what })

/**
 * A text whose first sentence says what is wrong, and the others how to fix it. `otherMend` counts if there is only one:
 * `problemIn('Slack refuses the token. Install the app again.', 'Wait.')` is
 * `{ why: 'Slack refuses the token.', mend: 'Install the app again.' }`.
 */
export const problemIn = (text: string, otherMend: string): Pick<Problem, 'why' | 'mend'> => {
  const end = text.indexOf('. ') + 1
  return end === 0 ? { why: text, mend: otherMend } : { why: text.slice(0, end), mend: text.slice(end + 1) }
}
