import { z } from 'zod'
import { type Microcredits, microcredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import type { DeadEnd, DeadLetter, DeadLetters, DeadWhy } from '../core/job/dead-letters.ts'
import { type JobState, jobStates } from '../core/job/job.ts'
import type { JobStore, MoveResult, Step } from '../core/job/job-store.ts'
import { bucketOfJob } from '../core/job-id.ts'
import { type Scope, scope } from '../core/ledger/scope.ts'
import { type AccountId, type PlatformName, platformNames, type Target } from '../core/target.ts'
import { fromStore, readAll, repliesOf } from './connection.ts'
import { jobsNamed } from './job-list.ts'
import { parseJobRecord, recordFromPairs } from './job-record.ts'
import { bucketLines } from './journal.ts'
import { buckets } from './keys.ts'
import { createJobRunner, type JobRunner, jobScript, type RunnerOptions } from './scripts.ts'

type DeadLettersOptions = RunnerOptions & {
  /** Ends jobs as workers do. */
  store: Pick<JobStore, 'void' | 'uncertain' | 'book' | 'finish' | 'told' | 'read' | 'correct'>
}

type StoredHash = Readonly<Record<string, string>>

const putBackScript = jobScript('put-back')
/** How long the operator has a job in hand that they want to end. */
const inHandMs = 60_000

const whys: readonly DeadWhy[] = ['unreadable', 'version', 'failing']

const entry = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ why: z.enum(whys), detail: z.string(), at: z.coerce.number() }))

const amountIn = (text: string | null | undefined): Microcredits | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? microcredits(Number(text)) : undefined

/** The hold is read beside the record, which may be useless. */
const readLetter = async (
  { redis, keys }: DeadLettersOptions,
  jobId: string,
  text: string,
): Promise<DeadLetter> => {
  const { why, detail, at } = entry.parse(text)
  const replies = redis.pipeline([
    ['type', keys.job(jobId)],
    ['hmget', keys.hold(jobId), 'state', 'amount'],
  ])
  const [type, hold] = await repliesOf(replies)
  const state = type === 'hash' ? await fromStore(redis.hget(keys.job(jobId), 'state')) : null
  const [holdState, amount] = hold as (string | null)[]
  return {
    jobId,
    why,
    detail,
    sinceMs: at,
    state: state ?? undefined,
    held: holdState === 'open' ? amountIn(amount) : undefined,
  }
}

const entriesIn = async ({ redis, keys }: DeadLettersOptions, bucket: string) => {
  const texts = await fromStore(redis.hgetall(keys.dead(bucket)))
  return Object.entries(texts).map(([jobId, text]) => ({ jobId, text, sinceMs: entry.parse(text).at }))
}

/** The number of dead letters, without reading them. Throws AppError `store_unavailable`. */
export const countDeadLetters = async ({
  redis,
  keys,
}: Pick<RunnerOptions, 'redis' | 'keys'>): Promise<number> => {
  const counts = await readAll(
    redis,
    buckets.map((bucket) => ['hlen', keys.dead(bucket)] as const),
  )
  return counts.reduce<number>((sum, count) => sum + Number(count), 0)
}

const isPlatform = (name: string | undefined): name is PlatformName =>
  platformNames.some((known) => known === name)

/** Only the part of a target that says which account pays. */
const payerOf = (account: AccountId): Target | undefined => {
  const [, platform, server] = /^([^:]*):(.*)$/.exec(account) ?? []
  return isPlatform(platform) && server !== undefined
    ? { platform, server, channel: '', member: '' }
    : undefined
}

const storedScopes = (text: string | undefined): readonly Scope[] | undefined => {
  try {
    return z.array(scope).parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** The account that pays for a job: if its record no longer says it, the journal does. */
const moneyOf = async (
  options: DeadLettersOptions,
  jobId: string,
  hash: StoredHash,
): Promise<Pick<Step, 'target' | 'scopes' | 'day'> | undefined> => {
  const { redis, keys } = options
  const account = await fromStore(redis.hget(keys.hold(jobId), 'account'))
  const target = account === null ? undefined : payerOf(account as AccountId)
  const scopes = storedScopes(hash.scopes)
  if (target !== undefined && scopes !== undefined) return { target, scopes, day: hash.day }
  for await (const line of bucketLines(options, bucketOfJob(jobId))) {
    if (!('job' in line) || line.job !== jobId) continue
    const payer = payerOf(line.account)
    if (payer !== undefined) return { target: payer, scopes: line.scopes, day: line.day }
  }
  return undefined
}

const isReadable = (jobId: string, hash: StoredHash): boolean => {
  try {
    // The token stays sealed: nothing of the record is used here.
    parseJobRecord(jobId, hash, (stored) => stored)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Keeps the money safe first: whatever may have been bought counts as spent. */
const endIn = async (
  { store }: DeadLettersOptions,
  state: JobState,
  step: Step,
): Promise<{ moved: MoveResult; as: JobState } | undefined> => {
  switch (state) {
    case 'requested':
    case 'accepted':
      return { moved: await store.void(step, 'faulty'), as: 'voided' }
    case 'submitting':
      await store.uncertain(step)
      return { moved: await store.book(step, 'booked', 'faulty'), as: 'booked' }
    case 'uncertain':
      return { moved: await store.book(step, 'booked', 'faulty'), as: 'booked' }
    case 'submitted':
      return { moved: await store.book(step, 'expired', 'faulty'), as: 'expired' }
    case 'ready':
      return { moved: await store.finish(step, 'withheld', undefined), as: 'withheld' }
    case 'voided':
    case 'failed':
    case 'booked':
    case 'expired':
    case 'posted':
    case 'withheld':
      return undefined
  }
}

/** Ends the job that an operator has in hand. One that had already ended lacked only its closing message. */
const endStep = async (options: DeadLettersOptions, jobId: string, hash: StoredHash): Promise<DeadEnd> => {
  const state = jobStates.find((known) => known === hash.state)
  const money = await moneyOf(options, jobId, hash)
  if (state === undefined || money === undefined) return { status: 'no_record' }
  const step: Step = { id: jobId, epoch: Number(hash.epoch), ...money }
  const ended = await endIn(options, state, step)
  if (ended === undefined) {
    await options.store.told(step)
    return { status: 'over' }
  }
  if (ended.moved.status === 'refused') return { status: 'moved_on' }
  const isMemberTold = ended.as !== 'withheld' && isReadable(jobId, hash)
  if (!isMemberTold) await options.store.told(step)
  return { status: 'ended', as: ended.as, isMemberTold }
}

const putBackWith =
  (run: JobRunner, nowMs: () => number) =>
  (jobId: string, forWhom: 'workers' | 'operator'): Promise<readonly string[]> =>
    run(putBackScript, { id: jobId }, { until: forWhom === 'workers' ? '' : nowMs() + inHandMs })

const refundWith =
  ({ store }: DeadLettersOptions): DeadLetters['refund'] =>
  async (jobId) => {
    const job = await store.read(jobId)
    if (job === undefined) return { status: 'no_record' }
    const cost = { amount: microcredits(0), source: 'refund' } as const
    const corrected = await store.correct(job, cost, 'told_again')
    if (corrected !== 'corrected') return { status: corrected === 'same' ? 'before' : 'settled' }
    const credits = job.settled ?? microcredits(0)
    return { status: 'refunded', credits, isMemberTold: job.removal === undefined }
  }

/** The operator's access to dead letters, in Redis. */
export const createDeadLetters = (options: DeadLettersOptions): DeadLetters => {
  const { redis, keys, now } = options
  const putBack = putBackWith(createJobRunner(options), now)
  return {
    async list(countMax) {
      const found = (await Promise.all(buckets.map((bucket) => entriesIn(options, bucket)))).flat()
      const longest = found.sort((one, other) => one.sinceMs - other.sinceMs).slice(0, countMax)
      return Promise.all(longest.map(({ jobId, text }) => readLetter(options, jobId, text)))
    },
    named: (name) => jobsNamed(options, name),
    async find(jobId) {
      const text = await fromStore(redis.hget(keys.dead(bucketOfJob(jobId)), jobId))
      return text === null ? undefined : readLetter(options, jobId, text)
    },
    async fields(jobId) {
      const type = await fromStore(redis.type(keys.job(jobId)))
      return type === 'hash' ? fromStore(redis.hgetall(keys.job(jobId))) : {}
    },
    async putBack(jobId) {
      const [status] = await putBack(jobId, 'workers')
      return status === 'back' || status === 'no_record' ? status : 'not_dead'
    },
    async end(jobId) {
      const [status, ...pairs] = await putBack(jobId, 'operator')
      if (status !== 'taken') return { status: status === 'no_record' ? status : 'not_dead' }
      return endStep(options, jobId, recordFromPairs(pairs))
    },
    refund: refundWith(options),
  }
}
