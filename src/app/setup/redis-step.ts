import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { connectStore } from '../../redis/connection.ts'
import {
  type Kept,
  type LackedSetting,
  lackedSettings,
  setSettings,
  wholeFileText,
} from '../../redis/durable-settings.ts'
import { checkRights } from '../../redis/rights.ts'
import { checkDurability, checkVersion, primariesOf } from '../../redis/startup-check.ts'
import { waitForRedis } from '../../redis/wait.ts'
import { readConfig, readRedisSettings } from '../config.ts'
import { writeProblem } from '../connections.ts'
import type { RedisConfig } from '../redis-settings.ts'
import type { Environment } from '../setting-names.ts'
import type { StepDeps } from './ask-secret.ts'
import type { Choice } from './dialog.ts'
import { cleaned, settingFault } from './draft.ts'
import { askNamed, namedSettings } from './redis-extras.ts'

/** How the Redis step can go without questions. */
export interface RedisOptions {
  /** Where a Redis of this machine would be. */
  localUrl: string
  /** Docker compose brings one, so none is set. */
  usesCompose: boolean
  /** Whether its settings may be changed without asking. */
  mayChange: boolean
}

/** A Redis that can be used, one with settings to change, or what is wrong with it. */
type Look =
  | { kind: 'good'; text: string }
  | {
      kind: 'forgetful'
      text: string
      lines: readonly string[]
      change: () => Promise<Kept>
    }
  | { kind: 'bad'; text: string }

const waitMs = 5_000
const localWaitMs = 1_000

const linesOf = (lacked: readonly LackedSetting[]): readonly string[] => [
  ...new Set(lacked.map(({ name, wanted }) => `${name} ${wanted}`)),
]

const nowText = (lacked: readonly LackedSetting[]): string =>
  [...new Set(lacked.map(({ name, value }) => `${name} is ${value}`))].join(', ')

/** Opens a new connection: the last one may be gone by the time the operator decides. */
const changeSettings = async (access: RedisConfig): Promise<Kept> => {
  const redis = connectStore(access, () => undefined)
  try {
    await waitForRedis(redis, waitMs)
    return await setSettings(await lackedSettings(redis, access.durability))
  } finally {
    redis.disconnect()
  }
}

const lookAt = async (access: RedisConfig): Promise<Look> => {
  const redis = connectStore(access, () => undefined)
  try {
    await waitForRedis(redis, waitMs)
    const versions: string[] = []
    for (const primary of primariesOf(redis)) {
      versions.push((await checkVersion(primary)) ?? 'of an unknown version')
      await checkRights(primary, access.durability)
    }
    const lacked = await lackedSettings(redis, access.durability)
    if (lacked.length > 0)
      return {
        kind: 'forgetful',
        text: `Redis may lose its last writes, so a song could be bought twice (${nowText(lacked)}).`,
        lines: linesOf(lacked),
        change: () => changeSettings(access),
      }
    await checkDurability(redis, access.durability)
    const problem = await writeProblem(redis)
    if (problem !== undefined) return { kind: 'bad', text: `Redis ${problem}` }
    return {
      kind: 'good',
      text: `Redis ${[...new Set(versions)].join(', ')} answers, and keeps what is written.`,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'bad', text: error.message }
  } finally {
    redis.disconnect()
  }
}

const answersAt = async (url: string): Promise<boolean> => {
  const redis = connectStore(url, () => undefined)
  try {
    await waitForRedis(redis, localWaitMs)
    return true
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

const installPage = 'https://redis.io/docs/latest/operate/oss_and_stack/install/'

type Source = 'local' | 'compose' | 'other' | 'look_again'

const sourcesOf = (hasLocal: boolean, hasCompose: boolean, localUrl: string): readonly Choice<Source>[] => [
  hasLocal
    ? { value: 'local', label: 'The one on this machine', hint: localUrl }
    : { value: 'look_again', label: 'One that I start now on this machine' },
  { value: 'other', label: 'Another one', hint: 'you paste its address' },
  ...(hasCompose
    ? [
        {
          value: 'compose' as const,
          label: 'The one that Docker brings',
          hint: 'you start Tunesmith with "docker compose up -d" then, not with npm',
        },
      ]
    : []),
]

const forms = [
  'redis://user:password@host:6379     one server; rediss:// with TLS',
  'redis+sentinel://host,host/name     Sentinels; rediss+sentinel:// with TLS',
  'redis://host:6379,redis://host:6379 nodes of a cluster',
]

/** An address; undefined for the Redis of docker compose. */
const askAddress = async (deps: StepDeps, options: RedisOptions): Promise<string | undefined> => {
  const { dialog, folder } = deps
  const { localUrl } = options
  const hasLocal = await dialog.busy('Looking for Redis', () => answersAt(localUrl))
  if (!hasLocal) dialog.warn(`No Redis answers on this machine. How to install one: ${installPage}`)
  const source = await dialog.choose({
    message: 'Redis stores credits and jobs. Which one?',
    flag: '--redis or --redis-file',
    choices: sourcesOf(hasLocal, existsSync(join(folder, 'docker-compose.yml')), localUrl),
    ...(hasLocal && { proposal: 'local' as const }),
  })
  switch (source) {
    case 'local':
      return localUrl
    case 'compose':
      return undefined
    case 'look_again':
      return askAddress(deps, options)
    case 'other':
      dialog.explain('Addresses', forms)
      return cleaned('REDIS_URL', await dialog.secret({ message: 'Paste its address', flag: '--redis-file' }))
  }
}

type Next = 'again' | 'change' | 'lines' | 'named' | 'managed' | 'other'

const nextChoices = (look: Look): readonly Choice<Next>[] => {
  const named = namedSettings(look.text)
  return [
    ...(look.kind === 'forgetful'
      ? ([
          { value: 'change', label: 'Change its settings now', hint: look.lines.join(', ') },
          { value: 'lines', label: 'Print the lines for its configuration' },
        ] as const)
      : []),
    ...(named.length > 0 ? [{ value: 'named' as const, label: `Give ${named.join(' and ')}` }] : []),
    ...(look.text.includes('managed-accepted')
      ? [{ value: 'managed' as const, label: 'Trust the provider to keep what is written' }]
      : []),
    { value: 'again', label: 'Try again' },
    { value: 'other', label: 'Use another Redis' },
  ]
}

const isWholeText = `"redis-cli info persistence" says ${wholeFileText}`

/** Prints the lines. A Redis that starts with appendonly and without its file starts empty, whatever its snapshot has. */
const copyLines = ({ dialog }: StepDeps, { lines }: Look & { kind: 'forgetful' }): void => {
  dialog.copy(lines.join('\n'))
  if (lines.includes('appendonly yes'))
    dialog.warn(
      `If that Redis has data, first run "redis-cli config set appendonly yes", and restart it only once ${isWholeText}. Otherwise it starts empty.`,
    )
}

const change = async (deps: StepDeps, look: Look & { kind: 'forgetful' }): Promise<void> => {
  const { dialog } = deps
  try {
    const outcome = await dialog.busy('Changing its settings', look.change)
    if (outcome === 'kept') return dialog.success('Redis is set, and its configuration file too.')
    if (outcome === 'unfinished')
      return dialog.warn(
        `Redis is set, but still copies its data. Once ${isWholeText}, run "redis-cli config rewrite".`,
      )
    dialog.warn(
      'Redis is set, but runs without a configuration file. Start it with these lines, or it forgets them:',
    )
    dialog.copy(look.lines.join('\n'))
  } catch (error) {
    if (!(error instanceof AppError) || dialog.wasCancelled()) throw error
    dialog.error(`${error.message} Add these lines to its configuration:`)
    copyLines(deps, look)
  }
}

const act = async (deps: StepDeps, look: Look, next: Next): Promise<void> => {
  const { dialog, draft } = deps
  if (next === 'managed') draft.put('REDIS_DURABILITY', 'managed-accepted')
  if (next === 'named') await askNamed(deps, namedSettings(look.text))
  if (look.kind !== 'forgetful') return
  if (next === 'change') await change(deps, look)
  if (next === 'lines') {
    copyLines(deps, look)
    await dialog.choose({
      message: 'Add them to redis.conf and restart Redis',
      flag: '--set-redis',
      choices: [{ value: 'done', label: 'Done' }],
    })
  }
}

const refusal = (look: Look): AppError =>
  new AppError(
    'configuration',
    look.kind === 'forgetful'
      ? `${look.text} Let setup change it with --set-redis, or add to its configuration: ${look.lines.join(', ')}.`
      : `REDIS_URL: ${look.text}`,
  )

const wrongSettings = (environment: Environment): string => {
  const read = readConfig(environment)
  const problems = read.ok ? [] : read.problems.filter(({ name }) => name.startsWith('REDIS_'))
  return problems.map(({ name, text }) => `${name} ${text}.`).join(' ')
}

const look = async ({ dialog, draft }: StepDeps, address: string): Promise<Look> => {
  const fault = settingFault('REDIS_URL', address)
  if (fault !== undefined) return { kind: 'bad', text: fault }
  if (draft.value('REDIS_URL') === address) draft.keep('REDIS_URL')
  else draft.put('REDIS_URL', address)
  const environment = draft.environment()
  const access = readRedisSettings(environment)
  const wrong = wrongSettings(environment)
  if (access === undefined || wrong !== '') return { kind: 'bad', text: wrong }
  return dialog.busy('Asking Redis', () => lookAt(access))
}

/** Sets Redis up, or leaves it to docker compose. Returns whether it will be that one. */
export const setUpRedis = async (deps: StepDeps, options: RedisOptions): Promise<'own' | 'compose'> => {
  const { dialog, draft } = deps
  let address = options.usesCompose ? undefined : draft.value('REDIS_URL')
  let isChanged = false
  for (;;) {
    if (!options.usesCompose) address ??= await askAddress(deps, options)
    if (address === undefined) {
      if (draft.value('REDIS_URL') !== undefined) draft.put('REDIS_URL', '')
      dialog.success('docker compose brings Redis with the right settings.')
      return 'compose'
    }
    const found = await look(deps, address)
    if (found.kind === 'good') {
      dialog.success(found.text)
      return 'own'
    }
    if (found.kind === 'forgetful' && options.mayChange && !isChanged) {
      isChanged = true
      await change(deps, found)
      continue
    }
    if (!dialog.isInteractive) throw refusal(found)
    dialog.error(found.text)
    const next = await dialog.choose({ message: 'What now?', flag: '--redis', choices: nextChoices(found) })
    if (next === 'other') address = undefined
    else await act(deps, found, next)
  }
}
