import type { Invocation } from '../../core/command/invocation.ts'
import { isUnfinished } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { type AccountId, accountOf } from '../../core/target.ts'
import { readIfPossible } from '../wake.ts'

/** Dependencies for finding the job of a press. */
export interface PressOptions {
  store: Pick<JobStore, 'read' | 'wasForgotten'>
  /** The id of the job for an event; the same event gives the same id. */
  jobIdFor: (account: AccountId, eventId: string) => string
}

/** The event of a request that was begun in parts, or with buttons to choose from: see `Draft.partOf`. */
export const eventOfParts = (partOf: string): string => `form ${partOf}`

/** The most jobs that a member gets from one button, however often it is pressed. */
const pressesMax = 1 << 20

/**
 * The job id of a press. It comes from the button, the member, and how many of their jobs from that button are over, so
 * a double press is one job and a press after its end is the next. Each of these jobs began after the previous one
 * ended, so a binary search finds the first that has not ended. A removed record counts as ended.
 */
export const pressedJobId = async (
  { store, jobIdFor }: PressOptions,
  { target }: Pick<Invocation, 'target'>,
  press: string,
): Promise<string> => {
  const account = accountOf(target)
  const idAt = (count: number) => jobIdFor(account, `press ${count} ${press}`)
  const isOver = async (count: number): Promise<boolean> => {
    const id = idAt(count)
    const job = await readIfPossible({ store }, id)
    if (job === undefined) return store.wasForgotten(id)
    return job === 'unreadable' || !isUnfinished(job)
  }
  let open = 0
  let over = -1
  while (open < pressesMax && (await isOver(open))) {
    over = open
    open = open * 2 + 1
  }
  while (open - over > 1) {
    const middle = Math.floor((open + over) / 2)
    if (await isOver(middle)) over = middle
    else open = middle
  }
  return idAt(open)
}
