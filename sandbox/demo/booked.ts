import type { Booked, Chat } from './control-client.ts'

/** How often a job was held and charged. */
export interface Charges {
  holds: number
  charges: number
}

/** The books are written before the message, and read a moment later. */
const patienceMs = 5_000

/** Members know a job by these letters of its id: docs/commands.md. */
const shortJob = (job: string): string => job.slice(job.indexOf('x') + 1).slice(0, 8)

/** Lines of the operator's books repeat those of the place. */
const linesOf = (books: readonly Booked[], job: string): readonly Booked[] =>
  books.filter(({ kind, bucket, fields }) => {
    return kind === 'line' && bucket !== 'operator' && shortJob(fields?.job ?? '') === job
  })

const count = (lines: readonly Booked[], operation: string): number =>
  lines.filter(({ fields }) => fields?.operation === operation).length

/** What the ledger says of the job that a message names. */
export const chargesFor = async (
  { booksSince }: Pick<Chat, 'booksSince'>,
  text: string,
): Promise<Charges> => {
  const job = /Job:\s(\w+)/.exec(text)?.[1] ?? ''
  const books = await booksSince(0, 0)
  for (;;) {
    const lines = linesOf(books, job)
    const found = { holds: count(lines, 'hold'), charges: count(lines, 'settle') }
    if (found.charges > 0) return found
    const more = await booksSince(books.at(-1)?.id ?? 0, patienceMs)
    if (more.length === 0) return found
    books.push(...more)
  }
}
