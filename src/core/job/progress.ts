import { declared, sayDeclared } from '../text/say.ts'

/** Parts of the expected time that are told apart: more would be more edits than they are worth. */
const partsMax = 4

/** How many quarters of the expected time are over; four where it takes longer. */
export const quartersOver = (elapsedMs: number, expectedMs: number): number =>
  Math.max(0, Math.min(partsMax, Math.floor((elapsedMs * partsMax) / Math.max(1, expectedMs))))

const shares = [
  declared('{{bar}} a quarter of the expected time is over'),
  declared('{{bar}} half of the expected time is over'),
  declared('{{bar}} three quarters of the expected time is over'),
] as const
const longer = declared('{{bar}} it is taking longer than expected')
const blocksPerPart = 2

/**
 * A bar with its meaning in words, such as "████░░░░ half of the expected time is over"; undefined at the
 * beginning.
 */
export const progressText = (quarters: number): string | undefined => {
  if (quarters <= 0) return undefined
  const over = Math.min(quarters, partsMax)
  const bar = '█'.repeat(over * blocksPerPart) + '░'.repeat((partsMax - over) * blocksPerPart)
  return sayDeclared(shares[over - 1] ?? longer, { bar })
}
