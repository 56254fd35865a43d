import { type Microcredits, microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { GrantScope } from './budget.ts'

/** A share of an account's budget with a bonus that has expired. */
export interface ExpiredShare {
  account: AccountId
  scope: GrantScope
}

/** The most expiring bonuses of a share; all of them are read and written together. */
export const bonusesMax = 100

/** A bonus of a share: what was given of it, and what of the share was used or held then. */
interface GivenBonus {
  credits: Microcredits
  used: number
}

/** The credits used between one bonus and the next. */
interface Stretch {
  /** The part that no bonus covers yet. */
  rest: number
  /** Undefined for the last one. */
  next: Stretch | undefined
}

/** Stretches by the credits used when they began. */
const stretchesOf = (bonuses: readonly GivenBonus[], usedByNow: number): ReadonlyMap<number, Stretch> => {
  const stretches = new Map<number, Stretch>()
  let end = usedByNow
  let next: Stretch | undefined
  for (const { used } of bonuses.toSorted((one, other) => other.used - one.used)) {
    if (used >= end) continue
    next = { rest: end - used, next }
    stretches.set(used, next)
    end = used
  }
  return stretches
}

/** The first stretch from here on that isn't fully covered. The covered ones before it then point to it, so that they are skipped. */
const openFrom = (from: Stretch | undefined): Stretch | undefined => {
  let open = from
  while (open?.rest === 0) open = open.next
  for (let at = from; at?.rest === 0; ) {
    const passed = at
    at = at.next
    passed.next = open
  }
  return open
}

/**
 * What is unused of each of a share's bonuses, the next to expire first, if so much of the share is used or held by now.
 * Each covers what was used first after it was given, except what earlier ones cover. lapse.lua calculates the same.
 */
export const unusedOf = (bonuses: readonly GivenBonus[], usedByNow: number): readonly Microcredits[] => {
  const stretches = stretchesOf(bonuses, usedByNow)
  return bonuses.map(({ credits, used }) => {
    let unused: number = credits
    let at = openFrom(stretches.get(used))
    while (at !== undefined && unused > 0) {
      const covered = Math.min(unused, at.rest)
      unused -= covered
      at.rest -= covered
      at = openFrom(at)
    }
    return microcredits(unused)
  })
}

/** Bonuses with an expiry, kept until they expire. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Bonuses {
  /** All shares with a bonus that has expired, of every account. */
  due(): Promise<readonly ExpiredShare[]>
  /**
   * Takes back what is unused of a share's expired bonuses, each once. A bonus is used before the limit below it, and of
   * several the one that expires next. Credits held for a job count as used, even if the job gives them back later.
   */
  lapse(share: ExpiredShare): Promise<void>
}
