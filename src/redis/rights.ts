import { AppError } from '../core/errors.ts'
import type { Durability, StoreConnection } from './address.ts'
import { plainScript, runScript } from './scripts.ts'
import { type Primary, primariesOf } from './startup-check.ts'
import { deniedCommand, deniedText, troubleIn } from './trouble.ts'

/** The commands of our scripts and BullMQ's, and those that both send directly. */
const everyCommand = [
  'bzpopmin',
  'client|setname',
  'del',
  'eval',
  'evalsha',
  'exec',
  'exists',
  'get',
  'hdel',
  'hexists',
  'hget',
  'hgetall',
  'hincrby',
  'hkeys',
  'hlen',
  'hmget',
  'hmset',
  'hscan',
  'hset',
  'hsetnx',
  'incr',
  'incrby',
  'info',
  'lindex',
  'llen',
  'lpop',
  'lpos',
  'lpush',
  'lrange',
  'lrem',
  'lset',
  'ltrim',
  'multi',
  'persist',
  'pexpire',
  'pexpireat',
  'ping',
  'pttl',
  'rename',
  'rpop',
  'rpoplpush',
  'rpush',
  'sadd',
  'scan',
  'scard',
  'set',
  'sismember',
  'smembers',
  'srem',
  'sscan',
  'time',
  'type',
  'unlink',
  'wait',
  'xadd',
  'xdel',
  'xlen',
  'xrange',
  'xread',
  'xrevrange',
  'xtrim',
  'zadd',
  'zcard',
  'zcount',
  'zlexcount',
  'zpopmin',
  'zrange',
  'zrangebylex',
  'zrangebyscore',
  'zrank',
  'zrem',
  'zremrangebyrank',
  'zremrangebyscore',
  'zrevrange',
  'zrevrangebylex',
  'zrevrangebyscore',
  'zscore',
] as const

/** Needed only if Redis' settings are read. */
const settingsCommand = 'config|get'

/** Key patterns with an example of each. */
const keyPatterns = {
  '{b*}:*': '{b00}:probe',
  '{operator}:*': '{operator}:probe',
  '{key:*}:*': '{key:probe}:probe',
  '{chat:*}:*': '{chat:probe}:probe',
  '{tunesmith}:*': '{tunesmith}:probe',
} as const

type Command = (typeof everyCommand)[number] | typeof settingsCommand

const exampleKey = keyPatterns['{operator}:*']

/**
 * Arguments of commands that do not begin with one key. They must be complete: Redis 7.0 crashes on an `eval`
 * without its number of keys.
 */
const exampleArguments: Partial<Record<Command, readonly string[]>> = {
  'client|setname': ['name'],
  'config|get': ['appendonly'],
  bzpopmin: [exampleKey, '0'],
  del: [exampleKey],
  eval: ['return 1', '0'],
  evalsha: ['0'.repeat(40), '0'],
  exec: [],
  exists: [exampleKey],
  info: [],
  multi: [],
  ping: [],
  rename: [exampleKey, exampleKey],
  rpoplpush: [exampleKey, exampleKey],
  scan: ['0'],
  time: [],
  unlink: [exampleKey],
  wait: ['1', '0'],
  xread: ['STREAMS', exampleKey, '0'],
}

const exampleOf = (command: Command): readonly string[] => [
  ...command.split('|'),
  ...(exampleArguments[command] ?? [exampleKey, '1', '1']),
]

/**
 * The rules of an ACL user with exactly the needed rights:
 * https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/
 */
export const neededRights: readonly string[] = [
  ...Object.keys(keyPatterns).map((pattern) => `~${pattern}`),
  ...[...everyCommand, settingsCommand].toSorted().map((command) => `+${command}`),
]

/** Further rights that the library needs in a cluster. */
export const clusterRights: readonly string[] = ['+asking', '+cluster|info', '+cluster|slots', '+readonly']

const rightsScript = plainScript('rights')

const keyed = everyCommand.filter((command) => exampleOf(command).includes(exampleKey))

/** The cause of denials: a denied key denies every command on it, and a denied command denies every key. */
const causesOf = (denied: readonly string[]): readonly string[] => {
  const isPattern = (rule: string): boolean => rule.startsWith('~')
  if (keyed.every((command) => denied.includes(`+${command}`))) return denied.filter(isPattern)
  return denied.includes('+set') ? denied.filter((rule) => !isPattern(rule)) : denied
}

const lacking = ({ name }: Primary, rules: string): AppError =>
  new AppError(
    'configuration',
    `The user in REDIS_URL lacks rights: ${name} denies ${rules}. "Rights" in docs/operating/redis.md has the line that allows them.`,
  )

/** The rules that our user lacks now. */
const lackedRules = async ({ redis }: Primary, commands: readonly Command[]): Promise<readonly string[]> => {
  const calls = [
    ...commands.map((command) => ({ rule: `+${command}`, call: exampleOf(command) })),
    ...Object.entries(keyPatterns).map(([pattern, key]) => ({
      rule: `~${pattern}`,
      call: ['set', key, '1'],
    })),
  ]
  try {
    const [status, ...denied] = await runScript(redis, rightsScript, [], [JSON.stringify(calls)])
    return status === 'checked' ? causesOf(denied) : []
  } catch (error) {
    if (troubleIn(error) !== 'NOPERM') throw error
    return [`+${deniedCommand(error) ?? 'eval'}`]
  }
}

/**
 * Checks that our user may run everything that we need. Throws AppError `configuration` with the rights it
 * lacks, and `store_unavailable` if Redis does not answer.
 */
export const checkRights = async (primary: Primary, durability: Durability): Promise<void> => {
  const rules = await lackedRules(
    primary,
    durability === 'managed-accepted' ? everyCommand : [...everyCommand, settingsCommand],
  )
  if (rules.length > 0) throw lacking(primary, rules.join(' '))
}

/**
 * Which rights that every booking needs our user has lost, to follow "Redis"; undefined if none. Skips
 * primaries that do not answer.
 */
export const rightsProblem = async (redis: StoreConnection): Promise<string | undefined> => {
  const lacked = await Promise.all(
    primariesOf(redis).map((primary) => lackedRules(primary, everyCommand).catch(() => [])),
  )
  const rules = [...new Set(lacked.flat())]
  return rules.length === 0 ? undefined : deniedText(rules.join(' '))
}
