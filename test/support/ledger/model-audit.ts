import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { JobState } from '../../../src/core/job/job.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { type Books, booksOf, type Fields, fieldsOf } from '../judge/books.ts'
import { heldApart } from '../judge/ledger.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { figuresOf, type Model, type ModelJob, monthAt, operatorFiguresOf, spendOf } from './model.ts'
import { channels, features, groups, members, models, slots } from './model-calls.ts'
import { account, jobIdOf } from './model-store.ts'

/** Everything that an account has in Redis, of one moment. */
export interface Audit {
  /** By key; of the journal how long it is. */
  contents: Readonly<Record<string, Fields>>
  books: Books
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
  ...features.map((id) => ({ kind: 'feature', id }) as const),
  ...models.map((id) => ({ kind: 'model', id }) as const),
]

/** Reads everything in one step and one round trip. */
export const createAuditor = ({ redis, keys, prefix }: Pick<StoreWorld, 'redis' | 'keys' | 'prefix'>) => {
  const bucket = bucketOf(account)
  const fixed = [
    ...[keys.account(account), keys.groups(account)],
    ...[keys.journal(bucket), keys.open(bucket), keys.unmirrored(bucket)],
    ...[keys.waiting(bucket), keys.listed(bucket), keys.bonuses(bucket)],
    ...scopes.map((scope) => keys.scope(account, scope)),
    ...slots.map((slot) => keys.job(jobIdOf(slot))),
    ...slots.map((slot) => keys.hold(jobIdOf(slot))),
  ]
  const operatorNames = [keys.operatorFigures, keys.operatorUnconfirmed] // they have a slot of their own
  return async ({ jobs }: Pick<Model, 'jobs'>): Promise<Audit> => {
    const days = new Set([...jobs.values()].map(({ day }) => day))
    const names = [...fixed, ...[...days].map((day) => keys.spend(account, day))]
    const texts = await Promise.all([runAudit(redis, names), runAudit(redis, operatorNames)])
    const lists = texts.flatMap((text): string[][] => JSON.parse(String(text)))
    const entries = [...names, ...operatorNames].map((name, index) => {
      const contents = lists[index] ?? []
      const isLength = name === keys.journal(bucket)
      return [
        name.slice(prefix.length),
        isLength ? { lines: contents[0] ?? '' } : fieldsOf(contents),
      ] as const
    })
    return {
      contents: Object.fromEntries(entries),
      books: booksOf(entries.flatMap(([key, fields]) => ('lines' in fields ? [] : [[key, [fields]]]))),
    }
  }
}

type Figures = ReturnType<typeof figuresOf>

const isNothing = ({ posted, pending, granted }: Figures): boolean =>
  posted === 0 && pending === 0 && granted === 0

/** By `<scope>|<window>`: what Redis has. The server's own windows of which nothing is used are left out. */
const balancesIn = ({ figures }: Books): Record<string, Figures> =>
  Object.fromEntries(
    figures.flatMap(({ scope, window, spent, held, granted }) => {
      const balance = { posted: spent, pending: held, granted }
      if (scope === '' && isNothing(balance)) return []
      return [[`${scope || 'server'}|${window}`, balance]]
    }),
  )

/** By `<day>|<member>|<feature>`: what Redis has. */
const spendIn = (contents: Audit['contents']): Record<string, number> => {
  const prefix = `{${bucketOf(account)}}:spend:${account}:`
  const entries = Object.entries(contents).flatMap(([key, fields]) =>
    key.startsWith(prefix)
      ? Object.entries(fields).map(
          ([name, value]) => [`${key.slice(prefix.length)}|${name}`, Number(value)] as const,
        )
      : [],
  )
  return Object.fromEntries(entries.filter(([name, value]) => !name.endsWith('|opened') && value !== 0))
}

const jobIn = ({ records, holds }: Books, open: Fields, id: string) => {
  const [job = {}, hold = {}] = [records.get(id), holds.get(id)]
  return {
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
  }
}

const outlineOf = (job: ModelJob): ReturnType<typeof jobIn> => {
  const { state, epoch, wake, window, version, isHeld, hold, bound, settled, source, dueMs } = job
  return { state, epoch, wake, window, version, isHeld, hold, bound, settled, source, dueMs }
}

const leftIn = ({ left }: Books, kind: string): Fields =>
  [...left].find(([key]) => key.endsWith(`:${kind}`))?.[1] ?? {}

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
const compareOperator = (books: Books, model: Model): void => {
  const { figures } = books.operator
  const oldest = monthAt(model.nowMs - operatorKeptMs)
  const stored = Object.keys(figures).map((name) => name.split('|')[1] ?? '')
  const months = new Set([...stored, ...[...model.jobs.values()].map(({ month }) => month)])
  for (const month of [...months].filter((name) => name >= oldest)) {
    const [posted, pending] = ['posted', 'pending'].map((kind) => Number(figures[`${kind}|${month}`] ?? 0))
    mustEqual({ posted, pending }, operatorFiguresOf(model, month), `the operator's total of ${month}`)
  }
  const waiting = ['unmirrored', 'unconfirmed'].flatMap((kind) => Object.keys(leftIn(books, kind)))
  mustEqual(waiting, [], 'jobs that the total does not know')
}

const waits: ReadonlySet<JobState> = new Set(['requested', 'accepted'])
const runs: ReadonlySet<JobState> = new Set(['submitting', 'submitted', 'uncertain'])

/** So many may wait; and a job that runs has a place, where it costs anything. */
const compareLists = ({ contents, books }: Audit, model: Model): void => {
  const idsOf = (fits: (job: ModelJob) => boolean): readonly string[] =>
    [...model.jobs].flatMap(([slot, job]) => (fits(job) ? [jobIdOf(slot)] : [])).toSorted()
  const lastWords = (list: Fields): readonly string[] =>
    Object.keys(list)
      .map((entry) => entry.slice(entry.lastIndexOf(' ') + 1))
      .toSorted()
  const waiting = lastWords(leftIn(books, 'waiting'))
  mustEqual(
    waiting,
    idsOf(({ state }) => waits.has(state)),
    'jobs that wait',
  )
  const listed = Object.entries(contents[`{${bucketOf(account)}}:listed`] ?? {})
  const running = lastWords(Object.fromEntries(listed.filter(([entry]) => entry.startsWith('running '))))
  mustEqual(
    running,
    idsOf(({ state, isFree }) => runs.has(state) && !isFree),
    'jobs that run',
  )
}

/** By share, window, time and what was used before: what expires, and by share: when it is looked for. */
const compareBonuses = ({ contents }: Audit, model: Model): void => {
  const bucket = bucketOf(account)
  const found = new Map<string, number>()
  const expected = new Map<string, number>()
  const due: Record<string, string> = {}
  const count = (all: Map<string, number>, name: string, credits: number) =>
    all.set(name, (all.get(name) ?? 0) + credits)
  for (const [field, text] of Object.entries(contents[`{${bucket}}:account:${account}`] ?? {}))
    if (field.startsWith('bonus|'))
      for (const { window, expires_at, ends_at, credits, used } of JSON.parse(text))
        count(found, `${field}|${window}|${expires_at}|${ends_at}|${used}`, Number(credits))
  for (const { scope, window, windowEndMs, expiresAtMs, credits, used } of model.bonuses) {
    const id = scope.kind === 'server' ? '' : scope.id
    const named = `bonus|${scope.kind}|${id}|${window}|${expiresAtMs}|${windowEndMs ?? ''}|${used}`
    count(expected, named, credits)
    due[`${account} ${scope.kind} ${id}`] ??= String(expiresAtMs)
  }
  mustEqual(Object.fromEntries(found), Object.fromEntries(expected), 'bonuses that expire')
  mustEqual(contents[`{${bucket}}:bonuses`] ?? {}, due, 'shares with bonuses that expire')
}

/** Throws where Redis has not what plain arithmetic says, or does not agree with itself. */
export const compare = (audit: Audit, model: Model): void => {
  const { books } = audit
  mustEqual(heldApart(books).filter(Boolean), [], 'open holds')
  mustEqual(balancesIn(books), balancesOf(model), 'spent, held and granted')
  mustEqual(spendIn(audit.contents), spendOf(model), 'spent by day, member and feature')
  const open = leftIn(books, 'open')
  const found = slots.filter((slot) => books.records.has(jobIdOf(slot)))
  const jobs = [...model.jobs].map(([slot, job]) => [slot, outlineOf(job)])
  mustEqual(
    Object.fromEntries(found.map((slot) => [slot, jobIn(books, open, jobIdOf(slot))])),
    Object.fromEntries(jobs),
    'the jobs',
  )
  compareLists(audit, model)
  compareBonuses(audit, model)
  compareOperator(books, model)
}
