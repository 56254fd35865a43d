import type { StoreConnection } from '../../../src/redis/address.ts'
import { keysLike } from '../redis/redis.ts'

/** The fields of a hash, the members of a sorted set with their scores, or a line of a journal. */
export type Fields = Readonly<Record<string, string>>

/** What an account, or a scope of it, spent, holds and was granted in one window, in millionths. */
export interface Figures {
  account: string
  /** Such as `member:1`; empty for the account itself. */
  scope: string
  window: string
  spent: number
  held: number
  granted: number
}

/** All that Redis knows of jobs and their money, read by the names in docs/ledger.md and not by the program. */
export interface Books {
  /** By job, until the record is removed. */
  records: ReadonlyMap<string, Fields>
  /** By job. */
  holds: ReadonlyMap<string, Fields>
  figures: readonly Figures[]
  /** What was spent by member and feature, by `<account>:<day>`. */
  spends: ReadonlyMap<string, Fields>
  /** Of each bucket, oldest first. */
  journal: readonly Fields[]
  operator: { figures: Fields; accounts: Fields; journal: readonly Fields[] }
  /** Everything that waits for something, by key: jobs that are due, slots that are taken, dead letters. */
  left: ReadonlyMap<string, Fields>
}

/** A key without the prefix of its world, and its contents: one for a hash or a set, one a line for a journal. */
export type Entry = readonly [key: string, contents: readonly Fields[]]

const scopeKinds = ['channel', 'group', 'member', 'feature', 'model']
const waiting = new Set([
  ...['open', 'dead', 'waiting', 'unmirrored', 'unconfirmed'],
  ...['leases', 'line', 'ring', 'offers', 'waiters'],
])
const hashes = new Set([
  'job',
  'hold',
  'account',
  ...scopeKinds,
  'spend',
  'figures',
  'accounts',
  'dead',
  'waiters',
])

/** The parts of a key such as `{b07}:job:<job>`. */
const partsOf = (key: string) => {
  const [, owner = '', kind = '', name = ''] = /^\{(b\d\d|operator|key:[^}]*)\}:(\w+):?(.*)$/.exec(key) ?? []
  return { ofOperator: owner === 'operator', kind, name }
}

/** A hash or a sorted set, as Redis lists it. */
export const fieldsOf = (pairs: readonly string[]): Fields =>
  Object.fromEntries(
    Array.from({ length: pairs.length / 2 }, (_, index) => [pairs[2 * index], pairs[2 * index + 1]]),
  )

const readKey = async (redis: StoreConnection, key: string, kind: string): Promise<readonly Fields[]> => {
  if (kind === 'journal') return (await redis.xrange(key, '-', '+')).map(([, fields]) => fieldsOf(fields))
  return [
    hashes.has(kind) ? await redis.hgetall(key) : fieldsOf(await redis.zrange(key, '0', '-1', 'WITHSCORES')),
  ]
}

const figuresIn = (account: string, scope: string, fields: Fields): readonly Figures[] => {
  const names = Object.keys(fields)
  const windows = names.flatMap((name) => /^(?:posted|pending|granted)\|(.*)$/.exec(name)?.[1] ?? [])
  return [...new Set(windows)].map((window) => ({
    account,
    scope,
    window,
    spent: Number(fields[`posted|${window}`] ?? 0),
    held: Number(fields[`pending|${window}`] ?? 0),
    granted: Number(fields[`granted|${window}`] ?? 0),
  }))
}

/** Opens the books at these entries. */
export const booksOf = (entries: readonly Entry[]): Books => {
  const all = entries.flatMap(([key, contents]) =>
    contents.map((fields) => ({ ...partsOf(key), key, fields })),
  )
  const filled = all.filter(({ fields }) => Object.keys(fields).length > 0)
  const of = (kind: string, isOperators = false) =>
    filled.filter((entry) => entry.kind === kind && entry.ofOperator === isOperators)
  const byName = (kind: string) => new Map(of(kind).map(({ name, fields }) => [name, fields]))
  const linesOf = (isOperators: boolean) => of('journal', isOperators).map(({ fields }) => fields)
  return {
    records: byName('job'),
    holds: byName('hold'),
    spends: byName('spend'),
    figures: [
      ...of('account').flatMap(({ name, fields }) => figuresIn(name, '', fields)),
      ...scopeKinds
        .flatMap((kind) => of(kind))
        .flatMap(({ kind, name, fields }) => {
          const [, account = '', id = ''] = /^(\w+:[^:]+):(.*)$/.exec(name) ?? []
          return figuresIn(account, `${kind}:${id}`, fields)
        }),
    ],
    journal: linesOf(false),
    operator: {
      figures: of('figures', true)[0]?.fields ?? {},
      accounts: of('accounts', true)[0]?.fields ?? {},
      journal: linesOf(true),
    },
    left: new Map(filled.flatMap(({ key, kind, fields }) => (waiting.has(kind) ? [[key, fields]] : []))),
  }
}

/** Whether a key of this kind has entries that wait for something. */
export const isWaiting = (kind: string): boolean => waiting.has(kind)

const isBook = (kind: string): boolean => hashes.has(kind) || waiting.has(kind) || kind === 'journal'

/** Reads everything that lies in Redis under the prefix, or the kinds of keys that are wanted. */
export const readBooks = async (
  redis: StoreConnection,
  prefix = '',
  wants: (kind: string) => boolean = isBook,
): Promise<Books> => {
  const keys = (await keysLike(redis, `${prefix}{*`)).map((key) => key.slice(prefix.length))
  const known = keys.map((key) => ({ key, ...partsOf(key) })).filter(({ kind }) => wants(kind))
  return booksOf(
    await Promise.all(
      known.map(async ({ key, kind }) => [key, await readKey(redis, `${prefix}${key}`, kind)] as const),
    ),
  )
}
