import { type Check, type Finding, type Fix, ok, type Problem } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import type { Durability, StoreConnection } from '../address.ts'
import { rewriteConfig, wholeFileText } from '../durable-settings.ts'
import {
  checkPersistence,
  checkPolicy,
  managedRisk,
  type Primary,
  primariesOf,
  reportedPolicy,
} from '../startup-check.ts'
import { troubleIn } from '../trouble.ts'
import { notStarted, refusalOf } from './findings.ts'

interface DurabilityOptions {
  redis: StoreConnection
  durability: Durability
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Before that, a Redis that starts with the setting in its file starts empty. */
const whenWhole = `once INFO persistence says ${wholeFileText}, run`

const rewritten = async (primary: Primary): Promise<string> => {
  try {
    return (await rewriteConfig(primary)) === 'kept'
      ? 'and wrote that into its configuration file'
      : `but its append-only file is not whole yet; ${whenWhole} CONFIG REWRITE`
  } catch (error) {
    return `but it forgets that when it restarts, because it can't write its configuration file (${messageOf(error)}); add it there yourself`
  }
}

/** Sets a primary to what we need. https://redis.io/docs/latest/commands/config-set/ */
const setting = (primary: Primary, settings: Readonly<Record<string, string>>): Fix => ({
  async make() {
    const changes = Object.entries(settings)
    try {
      for (const [name, value] of changes) await primary.redis.config('SET', name, value)
    } catch (error) {
      const why =
        troubleIn(error) === 'NOPERM' ? 'our user may not use CONFIG SET' : `it answered: ${messageOf(error)}`
      const commands = changes.map(([name, value]) => `CONFIG SET ${name} ${value}`).join(', ')
      throw new AppError(
        'configuration',
        `${primary.name} could not be changed, because ${why}. Run this as its admin: ${commands}; ${whenWhole} CONFIG REWRITE.`,
        { cause: error },
      )
    }
    const list = changes.map(([name, value]) => `${name} to ${value}`).join(' and ')
    return `set ${list} in ${primary.name}, ${await rewritten(primary)}`
  },
})

const evictionOf = async (primary: Primary): Promise<Finding> => {
  const refusal = await refusalOf(reportedPolicy(primary).then((policy) => checkPolicy(primary, policy)))
  if (refusal === undefined) return ok(`${primary.name} evicts nothing`)
  return {
    verdict: 'failed',
    what: 'the eviction policy of Redis',
    why: refusal,
    mend: notStarted,
    fix: setting(primary, { 'maxmemory-policy': 'noeviction' }),
  }
}

const what = 'the durability of Redis'
const problem = (verdict: Problem['verdict'], why: string, mend: string): Problem => ({
  verdict,
  what,
  why,
  mend,
})

const persistenceOf = async (primary: Primary, durability: Durability): Promise<Finding> => {
  const refusal = await refusalOf(checkPersistence(primary, durability))
  if (refusal !== undefined)
    return {
      ...problem('failed', refusal, notStarted),
      // One that hides its settings takes no new ones either.
      ...(refusal.includes('hides its settings')
        ? {}
        : { fix: setting(primary, { appendonly: 'yes', appendfsync: 'always' }) }),
    }
  if (durability === 'always' || (await refusalOf(checkPersistence(primary, 'always'))) === undefined)
    return ok(`${primary.name} keeps every write that it confirms`)
  return problem(
    'warning',
    'A power cut loses its last second, and a song may be bought twice. REDIS_DURABILITY accepts that.',
    'Set appendfsync to always to be sure.',
  )
}

/** Whether Redis evicts keys, and whether what it confirms survives a power cut. */
export const durabilityChecks = ({ redis, durability }: DurabilityOptions): readonly Check[] => [
  { id: 'redis.eviction', run: () => Promise.all(primariesOf(redis).map(evictionOf)) },
  {
    id: 'redis.durability',
    async run() {
      if (durability === 'managed-accepted')
        return [
          problem(
            'warning',
            await managedRisk(redis),
            'Ask for a Redis that writes to disk before it answers.',
          ),
        ]
      return Promise.all(primariesOf(redis).map((primary) => persistenceOf(primary, durability)))
    },
  },
]
