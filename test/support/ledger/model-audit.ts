import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { JobState } from '../../../src/core/job/job.ts'
import { recordFromPairs } from '../../../src/redis/job-record.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { figuresOf, type Model, type ModelJob, monthAt, operatorFiguresOf } from './model.ts'
import { channels, groups, members, slots } from './model-calls.ts'
import { account, jobIdOf } from './model-store.ts'

type Hash = Readonly<Record<string, string>>

/** Everything that an account has in Redis, of one moment. */
export interface Audit {
  account: Hash
  groups: Hash
  /** By `channel:…`, `group:…`, `member:…`. */
  scopes: ReadonlyMap<string, Hash>
  jobs: ReadonlyMap<number, Hash>
  holds: ReadonlyMap<number, Hash>
  journalLength: number
  /** When each job is due. */
  open: Hash
  unmirrored: Hash
  /** Jobs that have not been sent, and those that may be running at the service. */
  waiting: readonly string[]
  running: readonly string[]
  /** The operator's total, and its holds that no record stands behind. */
  operator: Hash
  unconfirmed: Hash
}

const readAll = `
local all = {}
for index, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind == 'hash' then all[index] = redis.call('HGETALL', key)
  elseif kind == 'zset' then all[index] = redis.call('ZRANGE', key, '0', '-1', 'WITHSCORES')
  elseif kind == 'stream' then all[index] = { tostring(redis.call('XLEN', key)) }
  else all[index] = { '' } end
end
return cjson.encode(all)`

const digest = createHash('sha1').update(readAll).digest('hex')

const runAudit = (redis: StoreWorld['redis'], names: readonly string[]): Promise<unknown> =>
  redis.evalsha(digest, names.length, ...names).catch(() => redis.eval(readAll, names.length, ...names))

const scopes = [
  ...channels.map((id) => ({ kind: 'channel', id }) as const),
  ...groups.map((id) => ({ kind: 'group', id }) as const),
  ...members.map((id) => ({ kind: 'member', id }) as const),
]

/** The jobs in a sorted set of those entries that begin like this: each entry ends with a job's id. */
const lastWords = (entries: readonly string[], beginning: string): readonly string[] =>
  Object.keys(recordFromPairs(entries))
    .filter((entry) => entry !== '' && entry.startsWith(beginning))
    .map((entry) => entry.slice(entry.lastIndexOf(' ') + 1))
    .toSorted()

/** Reads everything in one step and one round trip. */
export const createAuditor = ({ redis, keys }: Pick<StoreWorld, 'redis' | 'keys'>) => {
  const bucket = bucketOf(account)
  const names = [
    ...[keys.account(account), keys.groups(account)],
    ...[keys.journal(bucket), keys.open(bucket), keys.unmirrored(bucket)],
    ...[keys.waiting(bucket), keys.listed(bucket)],
    ...scopes.map((scope) => keys.scope(account, scope)),
    ...slots.map((slot) => keys.job(jobIdOf(slot))),
    ...slots.map((slot) => keys.hold(jobIdOf(slot))),
  ]
  const operatorNames = [keys.operatorFigures, keys.operatorUnconfirmed] // they have a slot of their own
  return async (): Promise<Audit> => {
    const [text, ofOperator] = await Promise.all([runAudit(redis, names), runAudit(redis, operatorNames)])
    const lists: string[][] = JSON.parse(String(text))
    const [operator = [], unconfirmed = []]: string[][] = JSON.parse(String(ofOperator))
    const [own = [], ofGroups = [], [length = ''] = [], open = [], unmirrored = [], ...others] = lists
    const [waiting = [], listed = [], ...rest] = others
    const hashes = rest.map(recordFromPairs)
    const by = <T>(things: readonly T[], from: number): ReadonlyMap<T, Hash> =>
      new Map(things.map((thing, index) => [thing, hashes[from + index] ?? {}]))
    return {
      account: recordFromPairs(own),
      groups: recordFromPairs(ofGroups),
      journalLength: Number(length),
      open: recordFromPairs(open),
      unmirrored: recordFromPairs(unmirrored),
      waiting: lastWords(waiting, ''),
      running: lastWords(listed, 'running '),
      operator: recordFromPairs(operator),
      unconfirmed: recordFromPairs(unconfirmed),
      scopes: by(
        scopes.map(({ kind, id }) => `${kind}:${id}`),
        0,
      ),
      jobs: by(slots, scopes.length),
      holds: by(slots, scopes.length + slots.length),
    }
  }
}

const windowsIn = (hash: Hash): readonly string[] => [
  ...new Set(
    Object.keys(hash).flatMap((name) => {
      const [figure = '', window] = name.split('|')
      return window !== undefined && ['posted', 'pending', 'granted'].includes(figure) ? [window] : []
    }),
  ),
]

const figuresIn = (hash: Hash, window: string) => ({
  posted: Number(hash[`posted|${window}`] ?? 0),
  pending: Number(hash[`pending|${window}`] ?? 0),
  granted: Number(hash[`granted|${window}`] ?? 0),
})

type Figures = ReturnType<typeof figuresIn>

const isNothing = ({ posted, pending, granted }: Figures): boolean =>
  posted === 0 && pending === 0 && granted === 0

/** By `<scope>|<window>`: what Redis has. The server's own windows of which nothing is used are left out. */
const balancesIn = ({ account: own, scopes: others }: Audit): Record<string, Figures> => {
  const balances: Record<string, Figures> = {}
  for (const [scope, hash] of [['server', own] as const, ...others]) {
    for (const window of windowsIn(hash)) {
      const figures = figuresIn(hash, window)
      if (scope !== 'server' || !isNothing(figures)) balances[`${scope}|${window}`] = figures
    }
  }
  return balances
}

const jobIn = (job: Hash, hold: Hash, open: Hash, id: string) => ({
  state: job.state,
  epoch: Number(job.epoch),
  wake: Number(job.wake),
  window: hold.window,
  version: Number(job.money),
  isHeld: hold.state === 'open',
  hold: Number(hold.amount),
  bound: Number(job.held),
  settled: hold.settled === undefined ? undefined : Number(hold.settled),
  source: hold.source,
  dueMs: open[id] === undefined ? undefined : Number(open[id]),
})

const outlineOf = (job: ModelJob) => {
  const { state, epoch, wake, window, version, isHeld, hold, bound } = job
  const { settled, source, dueMs } = job
  return {
    state,
    epoch,
    wake,
    window,
    version,
    isHeld,
    hold,
    bound,
    settled,
    source,
    dueMs,
  }
}

const jobsIn = ({ jobs, holds, open }: Audit) =>
  Object.fromEntries(
    slots.flatMap((slot) => {
      const [job = {}, hold = {}] = [jobs.get(slot), holds.get(slot)]
      return job.state === undefined ? [] : [[slot, jobIn(job, hold, open, jobIdOf(slot))]]
    }),
  )

/** The same by the model. */
const balancesOf = (model: Model): Record<string, Figures> => {
  const ofServer = [...model.jobs.values()].map(({ window }) => `server|${window}`)
  const ofScopes = [...model.lapses].flatMap(([scope, windows]) =>
    [...windows.keys()].map((window) => `${scope}|${window}`),
  )
  const names = [...new Set([...ofServer, ...model.granted.keys(), ...ofScopes])]
  const all = names.map((name) => {
    const [scope = '', window = ''] = name.split('|')
    return [name, figuresOf(model, scope, window)] as const
  })
  return Object.fromEntries(
    all.filter(([name, figures]) => !name.startsWith('server|') || !isNothing(figures)),
  )
}

const mustEqual = (found: unknown, expected: unknown, what: string): void => {
  if (!isDeepStrictEqual(found, expected)) expect(found, what).toEqual(expected)
}

const operatorKeptMs = 35 * 86_400_000

/** The operator's total has heard of everything, and holds nothing for what was refused. */
const compareOperator = ({ operator, unmirrored, unconfirmed }: Audit, model: Model): void => {
  const oldest = monthAt(model.nowMs - operatorKeptMs)
  const months = new Set([...windowsIn(operator), ...[...model.jobs.values()].map(({ month }) => month)])
  for (const month of [...months].filter((name) => name >= oldest)) {
    const { posted, pending } = figuresIn(operator, month)
    mustEqual({ posted, pending }, operatorFiguresOf(model, month), `the operator's total of ${month}`)
  }
  const waiting = [unmirrored, unconfirmed].flatMap((hash) => Object.keys(hash)).filter((id) => id !== '')
  mustEqual(waiting, [], 'jobs that the total does not know')
}

const waits: ReadonlySet<JobState> = new Set(['requested', 'accepted'])
const runs: ReadonlySet<JobState> = new Set(['submitting', 'submitted', 'uncertain'])

/** So many may wait; and a job that runs has a place, where it costs anything. */
const compareLists = ({ waiting, running }: Audit, model: Model): void => {
  const idsOf = (fits: (job: ModelJob) => boolean): readonly string[] =>
    [...model.jobs].flatMap(([slot, job]) => (fits(job) ? [jobIdOf(slot)] : [])).toSorted()
  mustEqual(
    waiting,
    idsOf(({ state }) => waits.has(state)),
    'jobs that wait',
  )
  mustEqual(
    running,
    idsOf(({ state, isFree }) => runs.has(state) && !isFree),
    'jobs that run',
  )
}

/** Throws where Redis has not what plain arithmetic says. */
export const compare = (audit: Audit, model: Model): void => {
  mustEqual(balancesIn(audit), balancesOf(model), 'spent, held and granted')
  const jobs = Object.fromEntries([...model.jobs].map(([slot, job]) => [slot, outlineOf(job)]))
  mustEqual(jobsIn(audit), jobs, 'the jobs')
  compareLists(audit, model)
  compareOperator(audit, model)
}

/** Throws where what is held in a window is not the sum of the open holds, by Redis' own figures. */
export const checkHolds = (audit: Audit): void => {
  const sums = new Map<string, number>()
  for (const [slot, { state, window, amount }] of audit.holds) {
    if (state !== 'open') continue
    const scopesOfJob: { kind: string; id: string }[] = JSON.parse(audit.jobs.get(slot)?.scopes ?? '[]')
    for (const scope of ['server', ...scopesOfJob.map(({ kind, id }) => `${kind}:${id}`)]) {
      const name = `${scope}|${window}`
      sums.set(name, (sums.get(name) ?? 0) + Number(amount))
    }
  }
  for (const [name, { pending }] of Object.entries(balancesIn(audit))) {
    mustEqual(pending, sums.get(name) ?? 0, `held in ${name}`)
  }
}
