import type { JournalEntry } from './store-world.ts'

/** What is spent and held in one window of one account. */
export interface Balance {
  posted: number
  pending: number
}

const change = (entry: JournalEntry, heldBefore: number): Balance => {
  const credits = Number(entry.credits)
  switch (entry.operation) {
    case 'hold':
      return { posted: 0, pending: credits }
    case 'adjust':
      return { posted: 0, pending: credits - heldBefore }
    case 'settle':
    case 'book':
    case 'void':
      return { posted: credits, pending: -heldBefore }
    default:
      throw new Error(`${entry.operation} is no operation on a hold`)
  }
}

const heldAfter = ({ operation, credits }: JournalEntry): number =>
  operation === 'hold' || operation === 'adjust' ? Number(credits) : 0

const settings = ['limit', 'member_limit', 'manager']

/** What each line about money changes. */
const changesOf = (journal: readonly JournalEntry[]): readonly { entry: JournalEntry; by: Balance }[] => {
  const held = new Map<string, number>()
  return journal
    .filter(({ operation = '' }) => !settings.includes(operation))
    .map((entry) => {
      const { job = '' } = entry
      const by = change(entry, held.get(job) ?? 0)
      held.set(job, heldAfter(entry))
      return { entry, by }
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
    const after = sum(balances[name], by)
    balances[name] = after
    if (Number(entry.posted) !== after.posted || Number(entry.pending) !== after.pending) {
      throw new Error(`the journal says ${JSON.stringify(entry)}, but it adds up to ${JSON.stringify(after)}`)
    }
  }
  return balances
}

/** Computes what each member used from the journal alone, by `<account>|<window>|<member>`. */
export const replayMembers = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> => {
  const balances: Record<string, Balance> = {}
  for (const { entry, by } of changesOf(journal)) {
    const name = `${entry.account}|${entry.window}|${entry.member}`
    balances[name] = sum(balances[name], by)
  }
  return balances
}
