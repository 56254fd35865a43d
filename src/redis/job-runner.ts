import { createHash } from 'node:crypto'
import { type Microcredits, microcredits } from '../core/credits.ts'
import type { JobRecord } from '../core/job/job.ts'
import { bucketOfJob } from '../core/job-id.ts'
import { accountOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import type { Keys } from './keys.ts'
import { runScript, type Script } from './scripts.ts'

/** Arguments of a script by name: texts, as Redis takes them. */
export type ScriptArguments = Readonly<Record<string, string>>

/** The job that a script is about. Without `scopes` the script gets no keys of money. */
export type ScriptJob = Pick<JobRecord, 'id'> &
  Partial<Pick<JobRecord, 'target' | 'scopes'>> & { epoch?: number }

export interface RunnerOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** How far our clock may be from Redis' own; beyond it every script refuses. */
  clockToleranceMs: number
}

/**
 * The scripts' JSON parser takes no half of a surrogate pair, and nothing from
 * outside may keep a job from its end.
 */
export const argumentsText = (args: ScriptArguments): string =>
  JSON.stringify(args, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))

/** An amount as scripts take it. What is no amount is a bug, and throws before anything is sent. */
export const creditsText = (amount: Microcredits): string => String(microcredits(amount))

/** What tells one content from another: a repeat of a call has the same one. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

const moneyOf = ({ keys }: RunnerOptions, { target, scopes }: ScriptJob) => {
  if (target === undefined || scopes === undefined) return { keys: [], args: {} }
  const account = accountOf(target)
  return {
    keys: [keys.account(account), ...scopes.map((scope) => keys.scope(account, scope))],
    args: { account, scopes: JSON.stringify(scopes) },
  }
}

/**
 * Runs a script on one job. `contents` are what the call says; `times` may be others when it is
 * repeated. Throws AppError `store_unavailable` when the outcome is not known, and
 * `store_refused` when our clock is wrong.
 */
export const createJobRunner =
  (options: RunnerOptions) =>
  (
    script: Script,
    job: ScriptJob,
    contents: ScriptArguments = {},
    times: ScriptArguments = {},
  ): Promise<readonly string[]> => {
    const { redis, keys, now, clockToleranceMs } = options
    const bucket = bucketOfJob(job.id)
    const jobKeys = [keys.job(job.id), keys.hold(job.id), keys.journal(bucket), keys.open(bucket)]
    const ofBucket = [keys.unmirrored(bucket), keys.waiting(bucket), keys.listed(bucket), keys.dead(bucket)]
    const money = moneyOf(options, job)
    const args = argumentsText({
      fingerprint: fingerprintOf(contents),
      ...(job.epoch === undefined ? {} : { epoch: String(job.epoch) }),
      ...money.args,
      ...contents,
      ...times,
    })
    return runScript(
      redis,
      script,
      [...jobKeys, ...ofBucket, ...money.keys],
      [String(now()), String(clockToleranceMs), job.id, args],
    )
  }
export type JobRunner = ReturnType<typeof createJobRunner>
