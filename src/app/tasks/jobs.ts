import { AppError, unreachable } from '../../core/errors.ts'
import type { DeadEnd, DeadLetter, DeadLetters } from '../../core/job/dead-letters.ts'
import { isJobId } from '../../core/job-id.ts'
import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import type { Log } from '../../core/log.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { createDeadLetters } from '../../redis/dead-letters.ts'
import { createJobStore } from '../../redis/job-store.ts'
import { createKeys } from '../../redis/keys.ts'
import { createOperatorTotal } from '../../redis/operator-total.ts'
import { createSealer } from '../../redis/sealer.ts'
import type { JobsWish } from '../command-line/jobs.ts'
import { readBudgetSettings } from '../config.ts'
import { type BesideTheBot, onRedis } from './beside-the-bot.ts'

interface JobsDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
  clockToleranceMs: number
}

/** Fields of a record that may appear on the operator's screen: nothing that members wrote. */
const shownFields = [
  ...[
    'version',
    'state',
    'feature',
    'created_at',
    'changed_at',
    'epoch',
    'wake',
    'pickups',
    'failure',
    'task',
  ],
  ...['submit_epoch', 'submit_tries', 'held', 'settled', 'settled_by', 'ending', 'told', 'target', 'message'],
] as const

/** More ids would not help to choose. */
const namedMax = 5

const refuse = (text: string): never => {
  throw new AppError('configuration', text)
}

const notDead = (jobId: string): never =>
  refuse(`${jobId} is not a dead letter: npm run jobs -- dead lists them.`)

const noRecord = (jobId: string): never =>
  refuse(`${jobId} has no record to continue with. See "When the books differ" in docs/operating/money.md.`)

const letterText = ({ jobId, why, detail, sinceMs, state, held }: DeadLetter): string => {
  const money = held === undefined ? 'holds nothing' : `holds ${exactCreditsText(held)}`
  return `${jobId}  since ${new Date(sinceMs).toISOString()}  ${state ?? 'without a state'}, ${money}  ${why}: ${detail}\n`
}

const listText = (letters: readonly DeadLetter[]): string =>
  letters.length === 0 ? 'There are no dead letters.\n' : letters.map(letterText).join('')

const retry = async (letters: DeadLetters, jobId: string): Promise<string> => {
  const done = await letters.putBack(jobId)
  switch (done) {
    case 'back':
      return `${jobId} is put back. A worker continues it within 15 seconds.\n`
    case 'not_dead':
      return notDead(jobId)
    case 'no_record':
      return noRecord(jobId)
    default:
      return unreachable(done)
  }
}

const retryAll = async (letters: DeadLetters): Promise<string> => {
  const all = await letters.list()
  const done = await Promise.all(all.map(({ jobId }) => letters.putBack(jobId)))
  const backCount = done.filter((each) => each === 'back').length
  const left = done.filter((each) => each === 'no_record').length
  const rest = left === 0 ? '' : ` ${left} have no record and stay.`
  return `${backCount} put back. Workers continue them within 15 seconds.${rest}\n`
}

const toldText = ({ isMemberTold }: { isMemberTold: boolean }): string =>
  isMemberTold ? 'its member is told' : 'its member cannot be told'

const endText = (jobId: string, end: DeadEnd): string => {
  switch (end.status) {
    case 'ended':
      return `${jobId} has ended as "${end.as}"; ${toldText(end)}.\n`
    case 'over':
      return `${jobId} had already ended, and nothing is left to do for it.\n`
    case 'moved_on':
      return refuse(`${jobId} has moved on in the meantime. Look again: npm run jobs -- show ${jobId}`)
    case 'not_dead':
      return notDead(jobId)
    case 'no_record':
      return noRecord(jobId)
    default:
      return unreachable(end)
  }
}

const refund = async (letters: DeadLetters, jobId: string): Promise<string> => {
  const done = await letters.refund(jobId)
  switch (done.status) {
    case 'refunded':
      return `Returned ${exactCreditsText(done.credits)} of ${jobId}; ${toldText(done)}.\n`
    case 'before':
      return refuse(`The credits of ${jobId} were returned before.`)
    case 'settled':
      return refuse(
        `${jobId} has nothing booked to return: its cost is known, or will be once it ends. npm run jobs -- show ${jobId} says more.`,
      )
    case 'no_record':
      return refuse(`There is no job ${jobId}. Use npm run ledger -- give if its record is gone.`)
    default:
      return unreachable(done)
  }
}

const show = async (letters: DeadLetters, jobId: string): Promise<string> => {
  const [letter, fields] = await Promise.all([letters.find(jobId), letters.fields(jobId)])
  if (letter === undefined && fields.state === undefined) return refuse(`There is no job ${jobId}.`)
  const head = letter === undefined ? `${jobId} is not a dead letter.\n` : letterText(letter)
  const lines = shownFields.flatMap((name) =>
    fields[name] === undefined ? [] : [`  ${name}: ${fields[name]}\n`],
  )
  return head + lines.join('')
}

/** The id of the job that the operator named. */
const idOf = async (letters: DeadLetters, job: string): Promise<string> => {
  if (isJobId(job)) return job
  const [only, ...more] = await letters.named(job)
  if (only === undefined)
    return refuse(
      `There is no job named ${job}. Records are deleted after RETENTION_DAYS, or when members delete their data. To give credits back without a record, run "npm run ledger -- give".`,
    )
  if (more.length === 0) return only
  return refuse(
    `Several job names begin with ${job}. Use an id: ${[only, ...more].slice(0, namedMax).join(', ')}.`,
  )
}

/**
 * Carries out the operator's request, and returns what to write. Throws AppError `configuration` if that is
 * impossible.
 */
export const grantWish = async (letters: DeadLetters, wish: JobsWish): Promise<string> => {
  switch (wish.kind) {
    case 'list':
      return listText(await letters.list())
    case 'retry_all':
      return retryAll(letters)
    case 'retry':
      return retry(letters, await idOf(letters, wish.job))
    case 'end': {
      const jobId = await idOf(letters, wish.job)
      return endText(jobId, await letters.end(jobId))
    }
    case 'refund':
      return refund(letters, await idOf(letters, wish.job))
    case 'show':
      return show(letters, await idOf(letters, wish.job))
    default:
      return unreachable(wish)
  }
}

/** The task's error report covers failures; other log entries are irrelevant here. */
const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

const deadLettersOn = (
  redis: StoreConnection,
  { environment, now, clockToleranceMs }: JobsDeps,
): DeadLetters => {
  const { defaultZone, newServerCredits, servers } = readBudgetSettings(environment)
  const shared = { redis, waitingRedis: redis, keys: createKeys(), now, clockToleranceMs }
  const operator = createOperatorTotal({
    ...shared,
    allowedBySettings: servers,
    allowlistReady: async () => undefined, // takes no requests
    limit: undefined,
    zone: defaultZone,
    holdMs: 0,
  })
  const zero = { server: 0, member: 0 } // this task requests nothing
  const store = createJobStore({
    ...shared,
    defaultZone,
    newServerCredits,
    waitingMax: zero,
    allowances: { request: zero, command: zero, uncharged: zero, gift: zero, change: zero },
    operator,
    sealer: createSealer({ keys: [], tell: () => undefined }), // this task answers nobody
    log: silent,
  })
  return createDeadLetters({ ...shared, store })
}

/** Handles dead letters beside the bot. Throws AppError `configuration`, and what `onRedis` throws. */
export const lookAfterJobs = (deps: JobsDeps, wish: JobsWish): Promise<void> =>
  onRedis(deps, async (redis) => deps.write(await grantWish(deadLettersOn(redis, deps), wish)))
