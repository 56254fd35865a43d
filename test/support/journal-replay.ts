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

/**
 * Computes all balances from the journal alone, by `<account>|<window>`. Throws where a line's own figures are not
 * what the lines before it add up to.
 */
export const replay = (journal: readonly JournalEntry[]): Readonly<Record<string, Balance>> => {
  const balances: Record<string, Balance> = {}
  const held = new Map<string, number>()
  for (const entry of journal) {
    if (entry.operation === 'limit') continue
    const { job = '', account, window } = entry
    const { posted, pending } = change(entry, held.get(job) ?? 0)
    held.set(job, heldAfter(entry))
    const before = balances[`${account}|${window}`] ?? { posted: 0, pending: 0 }
    const after = { posted: before.posted + posted, pending: before.pending + pending }
    balances[`${account}|${window}`] = after
    if (Number(entry.posted) !== after.posted || Number(entry.pending) !== after.pending) {
      throw new Error(`the journal says ${JSON.stringify(entry)}, but it adds up to ${JSON.stringify(after)}`)
    }
  }
  return balances
}
