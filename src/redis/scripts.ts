import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AllowanceOwner, Allowances, AllowanceUse, TooMany } from '../core/command/gate.ts'
import type { JobRecord } from '../core/job/job.ts'
import { arrows, type JobOperation } from '../core/job/job-transitions.ts'
import { bucketOfJob } from '../core/job-id.ts'
import { type AccountId, accountOf, type Target } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, storeError } from './connection.ts'
import type { Keys } from './keys.ts'

/** A Lua script with the digest that Redis knows it by. */
export interface Script {
  source: string
  digest: string
}

const read = (name: string): string =>
  readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), { encoding: 'utf8' })

/** With this first line Redis refuses the whole script when memory or disk is full, instead of half of it. */
const header = '#!lua\n'

const script = (source: string): Script => ({
  source,
  digest: createHash('sha1').update(source).digest('hex'),
})

/** A standalone script after the parts that it shares; its file states its contract. */
export const plainScript = (...names: readonly string[]): Script => script(header + names.map(read).join(''))

/** A standalone script that only reads, so Redis runs it also when memory or disk is full. */
export const readingScript = (name: string): Script => script(`#!lua flags=no-writes\n${read(name)}`)

/** A script on a budget's figures, after the parts that it shares. */
export const figuresScript = (...names: readonly string[]): Script => plainScript('figures', ...names)

const arrowInLua = ({ from, to, hold }: (typeof arrows)[number]): string =>
  `${from} = { to = '${to}', hold = '${hold}' }`

/** By operation and state: the next state, and what happens to the hold. */
const arrowsInLua = (operations: readonly JobOperation[]): string => {
  const rows = operations.map((operation) => {
    const own = arrows.filter((arrow) => arrow.operation === operation)
    return `['${operation}'] = { ${own.map(arrowInLua).join(', ')} }`
  })
  return `local arrows = { ${rows.join(', ')} }\n`
}

/** A script on one job: the arrows of its operations, the shared part of all such scripts, then its file. */
export const jobScript = (name: string, ...operations: readonly JobOperation[]): Script =>
  script(header + arrowsInLua(operations) + read('figures') + read('prelude') + read(name))

/** A script that creates a job, with the parts that count uses per minute and let it exceed limits. */
export const newJobScript = (name: string): Script =>
  script(header + arrowsInLua([]) + ['figures', 'prelude', 'allowance', 'approval', name].map(read).join(''))

/** A script on the line of one key: the shared part, then its file. */
export const lineScript = (name: string): Script => script(header + read('line') + read(name))

/** A script of the operator's total: the shared part, then these files. */
export const operatorScript = (...names: readonly string[]): Script =>
  script(header + ['figures', 'operator-prelude', ...names].map(read).join(''))

/**
 * Runs a script by its digest, and by its source if Redis does not know it yet. The reply is a list of strings
 * whose first one names the outcome. Throws AppError `store_unavailable` if the outcome is unknown.
 */
export const runScript = async (
  redis: StoreConnection,
  { source, digest }: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<readonly string[]> => {
  try {
    const reply = await redis.evalsha(digest, keys.length, ...keys, ...args).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return redis.eval(source, keys.length, ...keys, ...args)
    })
    return (reply as unknown[]).map(String)
  } catch (error) {
    throw storeError(error)
  }
}

/**
 * A script's arguments by name. They are sent as texts: an absent value is empty, `true` is "yes", numbers are
 * whole, and a structured value is JSON.
 */
export type ScriptArguments = Readonly<Record<string, string | number | boolean | object | undefined>>

const textOf = (value: ScriptArguments[string]): string => {
  switch (typeof value) {
    case 'object':
      return JSON.stringify(value)
    case 'number':
      return String(Math.round(value))
    case 'boolean':
      return value ? 'yes' : ''
    default:
      return value ?? ''
  }
}

/**
 * The texts of arguments. The scripts' JSON parser rejects half of a surrogate pair, and no external text may
 * keep a job from ending.
 */
export const textsOf = (args: ScriptArguments): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(args)) texts[name] = textOf(value).toWellFormed()
  return texts
}

/**
 * The job that a script is about. Without `scopes` the script gets no keys of money; `moreKeys` come after them, and
 * last, with a `day`, the spend of that day.
 */
export type ScriptJob = Pick<JobRecord, 'id'> &
  Partial<Pick<JobRecord, 'target' | 'scopes' | 'day'>> & { epoch?: number; moreKeys?: readonly string[] }

/** The time in which all uses of a kind come back. */
const spansMs = {
  command: 60_000,
  request: 60_000,
  uncharged: 24 * 3_600_000,
  gift: 24 * 3_600_000,
  change: 24 * 3_600_000,
} as const satisfies Record<AllowanceUse, number>

/** Milliseconds between two uses, rounded down so that all of them fit into their time. */
const spacingOf = (use: AllowanceUse, most: number): string =>
  most === 0 ? '' : String(Math.floor(spansMs[use] / most))

const isOwner = (text: string | undefined): text is AllowanceOwner => text === 'member' || text === 'server'

/** What a script counts a use with: see allowance.lua. */
export interface Counting {
  keys: readonly [member: string, server: string]
  spacings: readonly [member: string, server: string]
}

/** The keys and limits for counting a member's use. */
export const countingOf = <Use extends AllowanceUse>(
  { keys, allowances }: { keys: Keys; allowances: Pick<Allowances, Use> },
  { account, member: id }: { account: AccountId; member: string },
  use: Use,
): Counting => {
  const { member, server } = allowances[use]
  return {
    keys: [keys.allowance(account, use, id), keys.allowance(account, use, undefined)],
    spacings: [spacingOf(use, member), spacingOf(use, server)],
  }
}

/** What a script's reply says of an allowance that is used up; undefined for any other reply. */
export const tooManyIn = <Use extends AllowanceUse>(
  [status, owner, waitMs]: readonly string[],
  allowances: Pick<Allowances, Use>,
  use: Use,
): TooMany | undefined =>
  status === 'too_many' && isOwner(owner)
    ? { status, of: owner, limit: allowances[use][owner], waitMs: Number(waitMs) }
    : undefined

/** How long the spend of a day is kept, from its first paid request on. */
export const spendKeptMs = 100 * 24 * 60 * 60 * 1000

export interface RunnerOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** How far our clock may be from Redis' own; beyond it every script refuses. */
  clockToleranceMs: number
}

/** What scripts that touch money need besides: how a member's jobs without a charge are counted. */
interface MoneyOptions {
  uncharged?: (target: Target) => { keys: readonly string[]; spacings: readonly string[] }
}

/** Identifies a content: a repeat of a call has the same fingerprint. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/**
 * Runs a script on one job. `contents` are the call's values; `times` may differ when it is repeated. Throws
 * AppError `store_unavailable` if the outcome is unknown, and `store_refused` if our clock is wrong.
 */
export const createJobRunner =
  ({ redis, keys, now, clockToleranceMs, uncharged }: RunnerOptions & MoneyOptions) =>
  (
    script: Script,
    { id, epoch, target, scopes, day, moreKeys = [] }: ScriptJob,
    contents: ScriptArguments = {},
    times: ScriptArguments = {},
  ): Promise<readonly string[]> => {
    const bucket = bucketOfJob(id)
    const counting = target && uncharged?.(target)
    const money = target &&
      scopes && { account: accountOf(target), scopes, uncharged_spacings: counting?.spacings ?? [] }
    const keyNames = [
      keys.job(id),
      keys.hold(id),
      keys.journal(bucket),
      keys.open(bucket),
      keys.unmirrored(bucket),
      keys.waiting(bucket),
      keys.listed(bucket),
      keys.dead(bucket),
    ]
    if (money) {
      keyNames.push(keys.account(money.account))
      for (const scope of money.scopes) keyNames.push(keys.scope(money.account, scope))
      keyNames.push(...(counting?.keys ?? []))
    }
    keyNames.push(...moreKeys)
    const isCounted = money !== undefined && day !== undefined
    if (isCounted) keyNames.push(keys.spend(money.account, day))
    const texts = textsOf(contents)
    const args = {
      fingerprint: fingerprintOf(texts),
      ...(epoch !== undefined && { epoch: String(epoch) }),
      ...(money && textsOf(money)),
      ...(isCounted && textsOf({ day, day_kept_ms: spendKeptMs })),
      ...texts,
      ...textsOf(times),
    }
    return runScript(redis, script, keyNames, [now(), clockToleranceMs, id, JSON.stringify(args)])
  }
export type JobRunner = ReturnType<typeof createJobRunner>

interface StoreClockOptions {
  redis: StoreConnection
  /** This machine's clock, in milliseconds since 1970. */
  now: () => number
  /** A clock further from Redis' own is not corrected: every script refuses it. */
  toleranceMs: number
}

/** A clock synchronized with Redis', so that processes on several machines judge deadlines alike. */
export interface StoreClock {
  now(): number
  /**
   * Asks Redis for the time; until the first answer the machine's clock counts. Throws AppError
   * `store_unavailable`.
   */
  measure(): Promise<void>
}

/** A process whose clock is a minute ahead would give up what another one is about to finish. */
export const createStoreClock = ({ redis, now, toleranceMs }: StoreClockOptions): StoreClock => {
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    async measure() {
      const askedMs = now()
      const [seconds, microseconds] = await fromStore(redis.time())
      const redisMs = Number(seconds) * 1000 + Number(microseconds) / 1000
      const apartMs = Math.round(redisMs - (askedMs + now()) / 2)
      offsetMs = Math.abs(apartMs) > toleranceMs ? 0 : apartMs
    },
  }
}
