import { setupHelp } from './help-texts.ts'
import { alone, type HelpTask, help, parse, refuse } from './parse.ts'

const chatNames = ['discord', 'slack'] as const

/** A chat that setup can set up. */
export type ChatName = (typeof chatNames)[number]

/** Settings that setup reads from files, and those files. */
export type SecretFiles = Partial<
  Record<'DISCORD_TOKEN' | 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN' | 'AUDIO_API_KEY' | 'REDIS_URL', string>
>

/** The operator's answers before any question; what is undefined is asked. */
export interface SetupWish {
  chats: readonly ChatName[] | undefined
  secretFiles: SecretFiles
  /** Answers that are no secrets, by their settings. */
  values: Partial<Record<'AUDIO_API_URL' | 'AUDIO_FILE_HOSTS' | 'REDIS_URL', string>>
  /** Docker compose brings Redis. */
  usesComposeRedis: boolean
  /** Whether Redis' settings may be changed without asking. */
  mayChangeRedis: boolean
  takesProposals: boolean
}

/** What `setup` should do. */
export type SetupTask = { kind: 'setup'; wish: SetupWish } | HelpTask

const readChats = (value: string): readonly ChatName[] => {
  const named = value.split(',').map((name) => name.trim().toLowerCase())
  const known = chatNames.filter((name) => named.includes(name))
  return known.length > 0 && known.length === new Set(named).size
    ? known
    : refuse('--chats must be discord, slack or discord,slack.')
}

const options = {
  ...help,
  chats: { type: 'string' },
  'discord-token-file': { type: 'string' },
  'slack-bot-token-file': { type: 'string' },
  'slack-app-token-file': { type: 'string' },
  'audio-url': { type: 'string' },
  'audio-key-file': { type: 'string' },
  'audio-file-hosts': { type: 'string' },
  redis: { type: 'string' },
  'redis-file': { type: 'string' },
  'set-redis': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const

const given = <Name extends string>(values: Readonly<Record<Name, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<Name, string>
  >

const hasPassword = (address: string): boolean => /\/\/[^/]*@|password=/.test(address)

const readRedis = (value: string | undefined) => {
  if (value !== undefined && hasPassword(value))
    return refuse(
      '--redis has a password, which others on the machine could see. Put it in a file: --redis-file.',
    )
  return value === 'compose' ? undefined : value
}

/** `-` for a file means standard input, which can be read only once. */
const checkInput = (files: SecretFiles): void => {
  if (Object.values(files).filter((file) => file === '-').length > 1)
    refuse('Only one secret can come from standard input (-).')
}

/** Reads the arguments after `setup`. Throws AppError `configuration`. */
export const readSetup = (args: readonly string[]): SetupTask => {
  const { values, positionals } = parse(args, options)
  if (values.help) return { kind: 'help', text: setupHelp }
  if (values.redis !== undefined && values['redis-file'] !== undefined)
    return refuse('--redis and --redis-file exclude each other.')
  const secretFiles = given({
    DISCORD_TOKEN: values['discord-token-file'],
    SLACK_BOT_TOKEN: values['slack-bot-token-file'],
    SLACK_APP_TOKEN: values['slack-app-token-file'],
    AUDIO_API_KEY: values['audio-key-file'],
    REDIS_URL: values['redis-file'],
  })
  checkInput(secretFiles)
  const wish: SetupWish = {
    chats: values.chats === undefined ? undefined : readChats(values.chats),
    secretFiles,
    values: given({
      AUDIO_API_URL: values['audio-url'],
      AUDIO_FILE_HOSTS: values['audio-file-hosts'],
      REDIS_URL: readRedis(values.redis),
    }),
    usesComposeRedis: values.redis === 'compose',
    mayChangeRedis: values['set-redis'],
    takesProposals: values.yes,
  }
  return alone(positionals, { kind: 'setup', wish }, 'Secrets are read from files; see --help.')
}
