import type { Attempt } from './platform.ts'

/** How to find out whether something was made before. */
export interface Search {
  /** The note with the time of a try that may have got through. */
  tried: string
  /** The note with the id of what was made, if it has one. */
  made?: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** How long after a try the platform treats another one with the same key as a repeat. */
  keyKnownMs?: number
  /**
   * The id of what a try at this time made: '' if that can't be determined and it counts as made, undefined if it
   * certainly made nothing. Throws if that may be known later, or if nothing may be made in doubt. Without this
   * search, anything tried counts as made.
   */
  find?: (triedAtMs: number) => Promise<string | undefined>
  /** The same for something that may have been made without a note. */
  findUnnoted?: () => Promise<string | undefined>
  /** Whether twice is better than never: in doubt, it is made a second time, but never a third. */
  isWorthTwice?: boolean
}

/** Something to make once. */
export interface Making<Made> extends Search {
  /** `isRepeat`: it was tried before, with a key that the platform still knows. */
  make: (isRepeat: boolean) => Promise<Made>
  /** The id to note for what was made. */
  idOf?: (made: Made) => string
  /** Whether a failure means that nothing was made for certain. */
  wasNotMade: (error: unknown) => boolean
}

/** Stored in place of a try's time: it was made a second time in doubt, or was certainly made. */
const again = 'again'
const certain = 'said'

type Earlier = { status: 'made'; id: string } | { status: 'not_made' | 'repeatable' | 'in_doubt' }

const earlierFrom = (id: string | undefined): Earlier =>
  id === undefined ? { status: 'not_made' } : { status: 'made', id }

/** Result of the attempts before this one. Throws what the search throws. */
export const lookForEarlier = async (
  { notes }: Pick<Attempt, 'notes'>,
  { tried, made = '', now, keyKnownMs, find, findUnnoted, isWorthTwice = false }: Search,
): Promise<Earlier> => {
  const { [made]: id = '', [tried]: noted = '' } = notes
  if (id !== '' || noted === again || noted === certain) return { status: 'made', id }
  if (noted === '') return earlierFrom(await findUnnoted?.())
  if (keyKnownMs !== undefined && now() < Number(noted) + keyKnownMs) return { status: 'repeatable' }
  if (find !== undefined) return earlierFrom(await find(Number(noted)))
  return isWorthTwice ? { status: 'in_doubt' } : { status: 'made', id }
}

/**
 * Makes something once, even if a process dies in between: notes the try with its time, makes it, and notes what
 * was made. A repeat first looks for what an earlier try made. If a try certainly made nothing, its note is cleared
 * and not searched for. Returns the id, and what was made now. Throws what `make` and the search throw, and
 * AppError `step_over`.
 * @example await makeOnce(attempt, { tried: 'told', now, make: say, wasNotMade: isRefused })
 */
export const makeOnce = async <Made>(
  { notes, note }: Pick<Attempt, 'notes' | 'note'>,
  making: Making<Made>,
): Promise<{ id: string; made?: Made }> => {
  const { tried, now, make, idOf, wasNotMade, isWorthTwice } = making
  const earlier = await lookForEarlier({ notes }, making)
  if (earlier.status === 'made') return { id: earlier.id }
  const isRepeat = earlier.status === 'repeatable'
  const isInDoubt = earlier.status === 'in_doubt'
  const before = isInDoubt ? (notes[tried] ?? '') : ''
  if (!isRepeat) await note(tried, isInDoubt ? again : String(now()))
  const made = await make(isRepeat).catch(async (error: unknown) => {
    if (!isRepeat && notes[tried] !== '' && wasNotMade(error)) await note(tried, before)
    throw error
  })
  const id = idOf?.(made) ?? ''
  if (making.made !== undefined) await note(making.made, id)
  if (isWorthTwice) await note(tried, certain)
  return { id, made }
}
