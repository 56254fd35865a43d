import { isTaker } from '../../../core/job/taker.ts'
import type { ButtonRow } from './buttons.ts'

/**
 * The rows of a job's message with the number of the process that took the job as the id of the first. Discord
 * returns an id that it was given, and gives the others small ones.
 * https://docs.discord.com/developers/components/reference#anatomy-of-a-component
 */
export const withTaker = (rows: readonly ButtonRow[], taker: number | undefined): ButtonRow[] => {
  const [first, ...others] = rows
  return first === undefined || taker === undefined ? [...rows] : [{ ...first, id: taker }, ...others]
}

/** Whether a message belongs to the job of a copy with another Redis. Without a number nobody can tell. */
export const isOfOtherTaker = (
  components: readonly { id?: number | undefined }[],
  taker: number,
): boolean => {
  const id = components[0]?.id
  return isTaker(id) && id !== taker
}
