import type { Invocation } from '../../core/command/invocation.ts'
import { isUnfinished } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { readIfPossible } from '../wake.ts'

/** What it takes to tell which job a press asks for. */
export interface PressOptions {
  store: Pick<JobStore, 'read' | 'wasForgotten'>
  /** The id of the job that an event asks for; the same event gives the same id. */
  jobIdFor: (invocation: Pick<Invocation, 'target' | 'eventId'>) => string
}

/** More jobs than this nobody gets from one button, however often it is pressed. */
const pressesMax = 1 << 20

/**
 * The id of the job that a request asks for. Of a press it is made of what was pressed and by whom, and of
 * how many of their jobs from that button are over: a double press is one job, and a press after its end is
 * the next. Each of these jobs began after the one before it had ended, so the first that has not is found by
 * halving. One whose record is removed by now was over, too.
 */
export const requestedJobId = async (
  { store, jobIdFor }: PressOptions,
  { target, eventId, press }: Pick<Invocation, 'target' | 'eventId' | 'press'>,
): Promise<string> => {
  if (press === undefined) return jobIdFor({ target, eventId })
  const idAt = (count: number) => jobIdFor({ target, eventId: `press ${count} ${press}` })
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
