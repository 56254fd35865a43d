import assert from 'node:assert'
import { windowAt } from '../../../src/core/ledger/budget-window.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { dump, type JournalEntry, linesOf, type StoreWorld } from '../redis/store-world.ts'

/** What is held and what is spent, by window; what is nothing is left out. */
export type OperatorFigures = Readonly<Record<string, number>>

type Hash = Readonly<Record<string, string>>

let jobs = 0

/** The id of a job that nobody has heard of. */
export const newJobId = (): string => {
  jobs += 1
  return jobIdFor('discord:server-1', `operator-${jobs}`)
}

/** The month that is open, by the calendar of the world's zone. */
export const monthNow = ({ clock }: Pick<StoreWorld, 'clock'>, zone = 'UTC'): string =>
  windowAt('month', zone, clock.now()).id

const sumUp = (parts: readonly (readonly [string, number])[]): OperatorFigures => {
  const sums: Record<string, number> = {}
  for (const [name, amount] of parts) sums[name] = (sums[name] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

const numbersIn = (hash: Hash): readonly [string, number][] =>
  Object.entries(hash).map(([name, value]) => [name, Number(value)])

/** The parts of the accounts in the total, by account, such as `pending|month:2026-06|discord:1`. */
export const accountFiguresOf = async ({ redis, keys }: StoreWorld): Promise<OperatorFigures> =>
  Object.fromEntries(numbersIn(await redis.hgetall(keys.operatorAccounts)))

/** The figures as they lie in Redis, such as `pending|month:2026-06`; the parts of the accounts have to add up to them. */
export const figuresOf = async (world: StoreWorld): Promise<OperatorFigures> => {
  const figures = Object.fromEntries(numbersIn(await world.redis.hgetall(world.keys.operatorFigures)))
  const parts = Object.entries(await accountFiguresOf(world)).map(
    ([name, amount]) => [name.slice(0, name.lastIndexOf('|')), amount] as const,
  )
  assert.deepEqual(sumUp(parts), figures)
  return figures
}

const hashesNamed = async (world: StoreWorld, pattern: RegExp): Promise<readonly [string, Hash][]> =>
  Object.entries(await dump(world)).flatMap(([key, value]): [string, Hash][] =>
    pattern.test(key) ? [[key, value as Hash]] : [],
  )

/** What the operator's own holds add up to. */
export const sumOfHolds = async (world: StoreWorld): Promise<OperatorFigures> =>
  sumUp(
    (await hashesNamed(world, /\{operator\}:hold:/)).map(([, { state, amount, window }]) => [
      `${state === 'closed' ? 'posted' : 'pending'}|${window}`,
      Number(amount),
    ]),
  )

/** The lines of the operator's journal, oldest first. */
export const operatorJournal = ({ redis, keys }: StoreWorld): Promise<readonly JournalEntry[]> =>
  linesOf(redis, keys.operatorJournal)

const figureOf = (state: string | undefined): string => (state === 'open' ? 'pending' : 'posted')

/** What the operator's journal alone adds up to. */
export const replayOperator = (journal: readonly JournalEntry[]): OperatorFigures =>
  sumUp(
    journal.flatMap(({ was, before, is, credits, window }) => [
      [`${figureOf(was)}|${window}`, -Number(before)] as const,
      [`${figureOf(is)}|${window}`, Number(credits)] as const,
    ]),
  )

/** How many jobs the operator's total has not heard the last of. */
export const unmirroredCount = async (world: StoreWorld): Promise<number> =>
  Object.entries(await dump(world))
    .filter(([key]) => key.endsWith(':unmirrored'))
    .reduce((count, [, members]) => count + (members as unknown[]).length / 2, 0)
