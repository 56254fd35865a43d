import type { JournalEntry } from './store-world.ts'

/** What is spent and held in one window of one account. */
export interface Balance {
  posted: number
  pending: number
}

/** What a job holds and what was settled for it, as the lines so far have it. */
interface JobMoney {
  held: number
  settled: number
}

const untouched: JobMoney = { held: 0, settled: 0 }

const after = ({ operation, credits }: JournalEntry, { held, settled }: JobMoney): JobMoney => {
  switch (operation) {
    case 'hold':
    case 'adjust':
      return { held: Number(credits), settled }
    case 'settle':
    case 'book':
    case 'void':
    case 'correct':
      return { held: 0, settled: Number(credits) }
    default:
      throw new Error(`${operation} with ${held} held is no operation on a job's money`)
  }
}

const settings = ['limit', 'member_limit', 'manager']

/** What each line about money changes. Throws where a line does not begin where the one before it ended. */
const changesOf = (journal: readonly JournalEntry[]): readonly { entry: JournalEntry; by: Balance }[] => {
  const jobs = new Map<string, JobMoney>()
  return journal
    .filter(({ operation = '' }) => !settings.includes(operation))
    .map((entry) => {
      const { job = '' } = entry
      const was = jobs.get(job) ?? untouched
      const is = after(entry, was)
      const before = entry.operation === 'correct' ? was.settled : was.held
      if (Number(entry.before) !== before) throw new Error(`${JSON.stringify(entry)} comes after ${before}`)
      jobs.set(job, is)
      return { entry, by: { posted: is.settled - was.settled, pending: is.held - was.held } }
    })
}

const sum = (one: Balance | undefined, other: Balance): Balance => ({
  posted: (one?.posted ?? 0) + other.posted,
  pending: (one?.pending ?? 0) + other.pending,
})

/**
 * Computes all balances from the journal alone, by `<account>|<window>`. Throws where a line's own figures are not
 * what the lines before it add up to.
 */
export const replay = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> => {
  const balances: Record<string, Balance> = {}
  for (const { entry, by } of changesOf(journal)) {
    const name = `${entry.account}|${entry.window}`
    const now = sum(balances[name], by)
    balances[name] = now
    if (Number(entry.posted) !== now.posted || Number(entry.pending) !== now.pending) {
      throw new Error(`the journal says ${JSON.stringify(entry)}, but it adds up to ${JSON.stringify(now)}`)
    }
  }
  return balances
}

/** Computes what each member used from the journal alone, by `<account>|<window>|<member>`. */
export const replayMembers = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> => {
  const balances: Record<string, Balance> = {}
  for (const { entry, by } of changesOf(journal)) {
    const scopes: readonly { kind: string; id: string }[] = JSON.parse(entry.scopes ?? '[]')
    for (const { id } of scopes.filter(({ kind }) => kind === 'member')) {
      const name = `${entry.account}|${entry.window}|${id}`
      balances[name] = sum(balances[name], by)
    }
  }
  return balances
}
