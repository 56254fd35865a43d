import type { Check, Finding } from '../core/doctor-check.ts'
import { AppError } from '../core/errors.ts'
import type { LedgerAudit } from '../core/job/audit.ts'
import { type Difference, differenceText } from '../core/ledger/difference.ts'
import type { UnknownLine } from '../core/ledger/journal.ts'
import type { Durability, StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { countDeadLetters } from './dead-letters.ts'
import { buckets, type Keys } from './keys.ts'
import { auditOperator } from './operator-audit.ts'
import { checkRights } from './rights.ts'
import { checkDurability, checkVersion, managedRisk, type Primary, primariesOf } from './startup-check.ts'

export interface CheckOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** What the operator accepts that it may lose. */
  durability: Durability
  /** How far our clock may be from Redis' own; beyond it every script refuses. */
  clockToleranceMs: number
  audit: LedgerAudit
}

const clockWarningMs = 10_000
const roundTrips = 5
const roundTripWarningMs = 50
/** The sweeper wakes jobs that are ten seconds overdue; none sweeps those a minute overdue. */
const overdueMs = 60_000
const stuckMs = 2 * 60 * 60_000
/** A job may wait for its turn for six hours. */
const stuckInLineMs = 7 * 60 * 60_000
const shownMax = 20

type Problem = Exclude<Finding, { verdict: 'ok' }>

/** https://redis.io/docs/latest/commands/info/ */
const takesWrites = async ({ redis, name }: Primary): Promise<Finding> => {
  const info = await fromStore(redis.info('replication', 'persistence'))
  const infoField = (field: string): string => new RegExp(`^${field}:([^\\r\\n]*)`, 'm').exec(info)?.[1] ?? ''
  if (infoField('role') === 'slave')
    return {
      verdict: 'failed',
      what: `${name} takes no writes`,
      why: `It is a replica of ${infoField('master_host')}:${infoField('master_port')}.`,
      mend: 'Let REDIS_URL lead to the primary.',
    }
  return infoField('aof_last_write_status') === 'err'
    ? {
        verdict: 'failed',
        what: `${name} takes no writes`,
        why: 'Its last write to disk failed.',
        mend: 'Make room on it.',
      }
    : { verdict: 'ok', what: `${name} takes writes` }
}

const clockOf = async (
  { now, clockToleranceMs }: CheckOptions,
  { redis, name }: Primary,
): Promise<Finding> => {
  const sentMs = now()
  const [seconds, microseconds] = await fromStore(redis.time())
  const middleMs = (sentMs + now()) / 2
  const apartMs = Math.round(Math.abs(Number(seconds) * 1000 + Number(microseconds) / 1000 - middleMs))
  const what = `the clocks of this machine and of ${name} are ${apartMs} ms apart`
  if (apartMs <= clockWarningMs) return { verdict: 'ok', what }
  return {
    verdict: apartMs > clockToleranceMs ? 'failed' : 'warning',
    what,
    why: `The bot allows for that, but beyond ${clockToleranceMs / 1000} s it stops booking; the log and Slack's signatures use only this machine's clock.`,
    mend: 'Set both clocks by NTP.',
  }
}

/** The fastest of a few round trips: the others may have waited for something else. */
const roundTripMs = async (redis: Primary['redis'], now: () => number): Promise<number> => {
  const trips: number[] = []
  while (trips.length < roundTrips) {
    const sentMs = now()
    await fromStore(redis.ping())
    trips.push(now() - sentMs)
  }
  return Math.round(Math.min(...trips))
}

const distanceOf = async ({ now }: CheckOptions, { redis, name }: Primary): Promise<Finding> => {
  const tripMs = await roundTripMs(redis, now)
  const what = `a round trip to ${name} takes ${tripMs} ms`
  if (tripMs <= roundTripWarningMs) return { verdict: 'ok', what }
  return {
    verdict: 'warning',
    what,
    why: `That is over ${roundTripWarningMs} ms. An answer needs about ten trips and has 1.5 s, so it may come too late.`,
    mend: 'Run Tunesmith closer to Redis.',
  }
}

const notStarted = 'Tunesmith starts only after that.'

const passes = (check: Promise<unknown>): Promise<string | undefined> =>
  check.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'configuration') return error.message
      throw error
    },
  )

const versionOf = async (primary: Primary): Promise<Finding> => {
  const checking = checkVersion(primary)
  const refusal = await passes(checking)
  if (refusal !== undefined)
    return { verdict: 'failed', what: 'the version of Redis', why: refusal, mend: notStarted }
  return { verdict: 'ok', what: `${primary.name} has version ${(await checking) ?? 'unknown'}` }
}

/** Whether each Redis that accepts writes is new enough for our scripts; an older one can't be checked further. */
export const versionFindings = (redis: StoreConnection): Promise<readonly Finding[]> =>
  Promise.all(primariesOf(redis).map(versionOf))

const keptProblem = (verdict: Problem['verdict'], why: string, mend: string): Problem => ({
  verdict,
  what: 'the durability of Redis',
  why,
  mend,
})

const rights = async ({ durability }: CheckOptions, primary: Primary): Promise<Finding> => {
  const refusal = await passes(checkRights(primary, durability))
  return refusal === undefined
    ? { verdict: 'ok', what: `${primary.name} gives our user all the rights it needs` }
    : {
        verdict: 'failed',
        what: 'the rights of our user',
        why: refusal,
        mend: notStarted,
      }
}

const keeping = async ({ redis, durability }: CheckOptions): Promise<readonly Finding[]> => {
  const refusal = await passes(checkDurability(redis, durability))
  if (refusal !== undefined) return [keptProblem('failed', refusal, notStarted)]
  if (durability === 'managed-accepted')
    return [
      keptProblem(
        'warning',
        await managedRisk(redis),
        'Ask for a Redis that writes to disk before it answers.',
      ),
    ]
  if (durability === 'always' || (await passes(checkDurability(redis, 'always'))) === undefined)
    return [{ verdict: 'ok', what: 'Redis keeps its writes and evicts nothing' }]
  return [
    keptProblem(
      'warning',
      'A power cut loses its last second, and a song may be bought twice. REDIS_DURABILITY accepts that.',
      'Set appendfsync to always to be sure.',
    ),
  ]
}

/** The first problems of one kind; the rest is only counted. */
const readable = (what: string, problems: readonly Problem[]): readonly Problem[] => {
  const [next, ...others] = problems.slice(shownMax)
  if (next === undefined) return problems
  const more = { ...next, what, why: `There are ${others.length + 1} more of these.` }
  return [...problems.slice(0, shownMax), more]
}

const differing = (what: string, difference: Difference): Problem => ({
  verdict: 'failed',
  what,
  why: `${differenceText(difference)}.`,
  mend: 'See "When the books differ" in docs/operating/money.md.',
})

const unreadable = (bucket: string, { id, named, problem }: UnknownLine): Problem => ({
  verdict: 'warning',
  what: `line ${id} of the journal of ${bucket} ("${named}")`,
  why: `It cannot be read (${problem}).`,
  mend: 'Run the newest version that uses this Redis.',
})

const books = async ({ audit }: CheckOptions): Promise<readonly Finding[]> => {
  const failures: Problem[] = []
  const warnings: Problem[] = []
  let lineCount = 0
  for (const bucket of audit.buckets) {
    const { differences, unknownLines, ...result } = await audit.whole(bucket)
    lineCount += result.lineCount
    failures.push(...differences.map((difference) => differing('the books', difference)))
    warnings.push(...unknownLines.map((line) => unreadable(bucket, line)))
  }
  if (failures.length + warnings.length > 0)
    return [...readable('the books', failures), ...readable('the journal', warnings)]
  return [{ verdict: 'ok', what: `all balances match the journal (${lineCount} lines)` }]
}

const operatorTotal = async (options: CheckOptions): Promise<readonly Finding[]> => {
  const differences = await auditOperator(options, buckets)
  if (differences.length === 0)
    return [{ verdict: 'ok', what: "the operator's total matches its journal and all jobs" }]
  const what = "the operator's total"
  return readable(
    what,
    differences.map((difference) => differing(what, difference)),
  )
}

interface OpenJob {
  job: string
  dueMs: number
  state: string
  changedMs: number
}

const openJobsIn = async ({ redis, keys }: CheckOptions, bucket: string): Promise<readonly OpenJob[]> => {
  const due = await fromStore(redis.zrange(keys.open(bucket), '0', '-1', 'WITHSCORES'))
  const jobs: OpenJob[] = []
  for (let index = 0; index + 1 < due.length; index += 2) {
    const job = due[index] ?? ''
    const [state, changed] = await fromStore(redis.hmget(keys.job(job), 'state', 'changed_at'))
    jobs.push({
      job,
      dueMs: Number(due[index + 1]),
      state: state ?? 'unknown',
      changedMs: Number(changed ?? 0),
    })
  }
  return jobs
}

const spanText = (spanMs: number): string => {
  const minutes = Math.floor(spanMs / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

const openJobs = async (options: CheckOptions): Promise<readonly Finding[]> => {
  const nowMs = options.now()
  const jobs = (await Promise.all(buckets.map((bucket) => openJobsIn(options, bucket)))).flat()
  const overdue = jobs.filter(({ dueMs }) => nowMs - dueMs > overdueMs)
  const stuck = jobs.filter(
    ({ state, changedMs }) => nowMs - changedMs > (state === 'accepted' ? stuckInLineMs : stuckMs),
  )
  const oldestMs = Math.max(0, ...overdue.map(({ dueMs }) => nowMs - dueMs))
  const waiting: Problem = {
    verdict: 'warning',
    what: `${overdue.length} jobs wait for a worker`,
    why: `The oldest should have been touched ${spanText(oldestMs)} ago.`,
    mend: 'Start a worker: npm start, or npm start -- --role worker.',
  }
  const lasting = stuck.map(
    ({ job, state, changedMs }): Problem => ({
      verdict: 'warning',
      what: `job ${job}`,
      why: `It has been "${state}" for ${spanText(nowMs - changedMs)}.`,
      mend: `Look for its id in the log, or run npm run jobs -- show ${job}`,
    }),
  )
  const problems = [...(overdue.length > 0 ? [waiting] : []), ...readable('jobs under way', lasting)]
  if (problems.length > 0) return problems
  return [{ verdict: 'ok', what: `no job is stuck (${jobs.length} under way)` }]
}

const deadLetters = async (options: CheckOptions): Promise<readonly Finding[]> => {
  const count = await countDeadLetters(options)
  if (count === 0) return [{ verdict: 'ok', what: 'there are no dead letters' }]
  return [
    {
      verdict: 'failed',
      what: `${count} dead letters`,
      why: 'Workers leave these jobs alone, and their holds stay.',
      mend: 'npm run jobs -- dead gives the reasons; npm run jobs -- retry or end resolves them.',
    },
  ]
}

/** The checks of a reachable and new enough Redis. None of them writes. */
export const redisChecks = (options: CheckOptions): readonly Check[] => {
  const eachPrimary = (look: (primary: Primary) => Promise<Finding>) => () =>
    Promise.all(primariesOf(options.redis).map(look))
  return [
    { name: 'the rights of our user', run: eachPrimary((primary) => rights(options, primary)) },
    { name: 'whether Redis takes writes', run: eachPrimary(takesWrites) },
    { name: 'the durability of Redis', run: () => keeping(options) },
    { name: 'the way to Redis', run: eachPrimary((primary) => distanceOf(options, primary)) },
    { name: 'the clocks', run: eachPrimary((primary) => clockOf(options, primary)) },
    { name: 'the books', run: () => books(options) },
    { name: "the operator's total", run: () => operatorTotal(options) },
    { name: 'jobs under way', run: () => openJobs(options) },
    { name: 'dead letters', run: () => deadLetters(options) },
  ]
}
