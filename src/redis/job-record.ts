import { z } from 'zod'
import type { Microcredits } from '../core/credits.ts'
import { AppError } from '../core/errors.ts'
import {
  byAdminNote,
  endings,
  type JobRecord,
  type JobRequest,
  jobRecordVersion,
  jobStates,
} from '../core/job/job.ts'
import { payers } from '../core/job/own-keys.ts'
import { takerNote } from '../core/job-id.ts'
import { scope } from '../core/ledger/scope.ts'
import { digitalSources, toldLength } from '../core/outcome.ts'
import { messageRef, storedTarget } from '../core/target.ts'
import type { Sealer } from './sealer.ts'

const keysOf = <T extends object>(record: T) =>
  Object.keys(record) as [keyof T & string, ...(keyof T & string)[]]

const whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
const credits = whole.pipe(
  z.custom<Microcredits>((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'is not an amount'),
)
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, { issues }): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: text })
        return z.NEVER
      }
    })
    .pipe(schema)

/** JSON has null for what is undefined. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().transform((value) => value ?? undefined)
const maybe = orNull(z.string())

const outcome = z.object({
  outputs: z.array(
    z.object({
      conversionId: maybe,
      title: maybe,
      lyrics: maybe,
      timedLyrics: z.array(z.object({ startSeconds: z.number(), text: z.string() })),
      audioUrl: maybe,
      wavUrl: maybe,
      smallerUrl: maybe.exactOptional(),
      durationSeconds: orNull(z.number()).transform(toldLength),
      sounds: maybe,
    }),
  ),
  coverUrl: maybe,
  transcription: maybe,
  translation: maybe,
  findings: orNull(
    z
      .object({
        facts: z.array(z.object({ name: z.string(), value: z.string() })),
        files: z.array(z.object({ name: z.string(), url: z.string() })),
        streams: z.array(z.string()),
      })
      .optional(),
  ),
  mark: z
    .object({ job: z.string(), model: maybe.exactOptional(), source: z.enum(digitalSources) })
    .optional()
    .catch(undefined),
})

/** A job's hash as Redis keeps it. */
export const storedJob = z.object({
  version: whole,
  state: z.enum(jobStates),
  epoch: whole,
  wake: whole,
  feature: z.string(),
  values: json(z.record(z.string(), z.unknown())),
  target: json(storedTarget),
  file_bytes_max: whole,
  created_at: whole,
  changed_at: whole,
  message: json(messageRef).optional(),
  reply_token: z.string().optional(),
  held: credits,
  unread_minutes: whole.optional(),
  window: z.string(),
  scopes: json(z.array(scope)),
  day: z.string().optional(),
  groups: json(z.array(z.string())).optional(),
  money: whole,
  estimate: credits.optional(),
  settled: credits.optional(),
  settled_by: z.enum(['hold', 'estimate', 'refund', 'final']).optional(),
  submit_epoch: whole.optional(),
  submit_deadline: whole.optional(),
  provider_key: z.string().optional(),
  paid_by: z.enum(payers).default('operator'),
  callback: z.enum(['asked', '']).default(''),
  clip_ms: whole.optional(),
  submit_tries: whole.default(0),
  unsent_tries: whole.default(0),
  task: z.string().optional(),
  hinted_tasks: json(z.array(z.string())).default([]),
  eta: whole.optional(),
  submitted_at: whole.optional(),
  outcome: json(outcome).optional(),
  ending: z.enum(keysOf(endings)).optional(),
  said: z.string().optional(),
  cancelled_by: z.string().optional(),
  removal: z.enum(['asked', 'done']).optional(),
  removed_by: z.string().optional(),
  told: z.enum(jobStates).optional(),
  deliver_tries: whole.default(0),
  pickups: whole.default(0),
  repeat_due: whole.optional(),
})

const notePrefix = 'note:'

/** With the job's id, where its token belongs: see `Sealer`. */
const tokenPlace = 'reply_token'

type StoredHash = Readonly<Record<string, string>>

/** Converts an older record's shape to the next version, by the older version's number. */
type Migrations = Readonly<Record<number, (hash: StoredHash) => StoredHash>>

/**
 * Nothing was released before version 1. Raising `jobRecordVersion` requires a migration from the previous
 * version here.
 */
const knownMigrations: Migrations = {
  // Version 2 counts in features and models, too, and may be paid for by a server's own key: an older program could
  // neither settle the one nor find the other.
  1: (hash) => hash,
}

/**
 * Brings a record to the version that this program writes. Throws AppError `record_of_newer_version` for a
 * newer one, as during an upgrade or after a rollback, and `record_of_other_version` for one without a
 * migration.
 */
export const migrated = (
  hash: StoredHash,
  migrations: Migrations = knownMigrations,
  wanted = jobRecordVersion,
): StoredHash => {
  const version = whole.safeParse(hash.version)
  if (!version.success) throw unreadable('version: it is not a number')
  let current = hash
  for (let number = version.data; number !== wanted; number += 1) {
    const migrate = number < wanted ? migrations[number] : undefined
    if (migrate === undefined)
      throw new AppError(
        number > wanted ? 'record_of_newer_version' : 'record_of_other_version',
        `its record has version ${version.data}, and this program reads up to ${wanted}`,
      )
    current = { ...migrate(current), version: String(number + 1) }
  }
  return current
}

const unreadable = (problem: string): AppError =>
  new AppError('record_unreadable', `its record cannot be read: ${problem}`)

/**
 * Reads a job's hash as Redis keeps it. If its token can't be opened, the record has none. Throws AppError
 * `record_unreadable` if it is not one of our records, and `record_of_newer_version` or `record_of_other_version`.
 */
export const parseJobRecord = (id: string, hash: StoredHash, open: Sealer['open']): JobRecord => {
  const { data: record, error } = storedJob.safeParse(migrated(hash))
  if (record === undefined)
    throw unreadable(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const { clip_ms: clipMs, reply_token: token } = record
  const notes: [string, string][] = []
  for (const [name, value] of Object.entries(hash)) {
    if (name.startsWith(notePrefix)) notes.push([name.slice(notePrefix.length), value])
  }
  return {
    id,
    version: record.version,
    state: record.state,
    epoch: record.epoch,
    wake: record.wake,
    feature: record.feature,
    values: record.values,
    target: record.target,
    fileBytesMax: record.file_bytes_max,
    createdAtMs: record.created_at,
    changedAtMs: record.changed_at,
    message: record.message,
    replyToken: token && open(token, `${id} ${tokenPlace}`),
    held: record.held,
    unreadMinutes: record.unread_minutes,
    window: record.window,
    scopes: record.scopes,
    day: record.day,
    groups: record.groups,
    moneyVersion: record.money,
    estimate: record.estimate,
    settled: record.settled,
    settledBy: record.settled_by,
    submitEpoch: record.submit_epoch,
    submitDeadlineMs: record.submit_deadline,
    keyId: record.provider_key,
    paidBy: record.paid_by,
    callback: record.callback === 'asked',
    clipSeconds: clipMs === undefined ? undefined : clipMs / 1000,
    submitTries: record.submit_tries,
    unsentTries: record.unsent_tries,
    taskId: record.task,
    hintedTasks: record.hinted_tasks,
    etaSeconds: record.eta,
    submittedAtMs: record.submitted_at,
    outcome: record.outcome,
    ending: record.ending,
    endingDetail: record.said === '' ? undefined : record.said,
    cancelledBy: record.cancelled_by,
    removal: record.removal,
    removedBy: record.removed_by,
    toldState: record.told,
    deliverTries: record.deliver_tries,
    pickups: record.pickups,
    repeatDueMs: record.repeat_due,
    notes: Object.fromEntries(notes),
  }
}

/** `groups`: only those of the member's that have a limit. */
type NewJob = Pick<
  JobRequest,
  | 'id'
  | 'feature'
  | 'values'
  | 'target'
  | 'fileBytesMax'
  | 'replyToken'
  | 'groups'
  | 'unreadMinutes'
  | 'isByAdmin'
  | 'taker'
  | 'notes'
>

/** Fields that a new job comes with; the script adds state, money and times. */
export const newJobFields = (request: NewJob, seal: Sealer['seal']): Readonly<Record<string, string>> => ({
  version: String(jobRecordVersion),
  feature: request.feature,
  values: JSON.stringify(request.values),
  target: JSON.stringify(request.target),
  file_bytes_max: String(request.fileBytesMax),
  reply_token: request.replyToken && seal(request.replyToken, `${request.id} ${tokenPlace}`),
  ...(request.groups !== undefined && { groups: JSON.stringify(request.groups) }),
  ...(request.unreadMinutes !== undefined && { unread_minutes: String(request.unreadMinutes) }),
  ...(request.isByAdmin === true && { [notePrefix + byAdminNote]: '1' }),
  ...(request.taker !== undefined && { [notePrefix + takerNote]: String(request.taker) }),
  ...Object.fromEntries(
    Object.entries(request.notes ?? {}).map(([name, value]) => [notePrefix + name, value]),
  ),
})

/** A list of alternating names and values as a record. */
export const recordFromPairs = (pairs: readonly string[]): Readonly<Record<string, string>> => {
  const record: Record<string, string> = {}
  for (let index = 0; index + 1 < pairs.length; index += 2)
    record[pairs[index] ?? ''] = pairs[index + 1] ?? ''
  return record
}
