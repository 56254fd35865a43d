import { type Check, NotKept, perform } from './check.ts'
import type { Answer, Place } from './place.ts'
import { compareShapes, type ShapeDifference } from './shapes.ts'

/** Something in which the stand-in is not as the platform is. */
export type Finding = {
  readonly check: string
  /** verdict: another status or code. not asked: an earlier answer was missing. Else as shapes differ. */
  readonly kind: 'verdict' | 'not asked' | ShapeDifference['kind']
  readonly at: string
  readonly real: string
  readonly standIn: string
}

/** What a platform says with an answer: granted, or refused and why; in one line that can be compared. */
export type Verdict = (answer: Answer) => string

/** A check, what the platform answered, and what the stand-in made of the same. */
export type Compared = {
  readonly name: string
  readonly real: Answer | undefined
  readonly findings: readonly Finding[]
}

/** An answer that only says more than the stand-in does is no mistake of the stand-in. */
export const isWrong = ({ kind }: Finding): boolean => kind !== 'absent'

const attempt = async (place: Place, check: Check): Promise<Answer | NotKept> => {
  try {
    return await perform(place, check)
  } catch (error) {
    if (error instanceof NotKept) return error
    throw error
  }
}

const compareAnswers = (check: string, real: Answer, standIn: Answer, verdict: Verdict): Finding[] => {
  const [theirs, ours] = [verdict(real), verdict(standIn)]
  if (theirs !== ours) return [{ check, kind: 'verdict', at: '', real: theirs, standIn: ours }]
  return compareShapes(real.body, standIn.body).map((difference) => ({ check, ...difference }))
}

const compareOne = async (check: Check, real: Place, standIn: Place, verdict: Verdict): Promise<Compared> => {
  const { name } = check
  const theirs = await attempt(real, check)
  const ours = await attempt(standIn, check)
  if (!(theirs instanceof NotKept) && !(ours instanceof NotKept))
    return { name, real: theirs, findings: compareAnswers(name, theirs, ours, verdict) }
  const told = (answer: Answer | NotKept) => (answer instanceof NotKept ? answer.message : verdict(answer))
  const finding = { check: name, at: '', real: told(theirs), standIn: told(ours) }
  return {
    name,
    real: theirs instanceof NotKept ? undefined : theirs,
    findings: [{ ...finding, kind: 'not asked' }],
  }
}

/**
 * Puts every check to both, one after the other, since later ones build on
 * earlier ones; calls `tell` after each.
 */
export const compareAll = async (
  checks: readonly Check[],
  places: { readonly real: Place; readonly standIn: Place },
  verdict: Verdict,
  tell: (compared: Compared) => void,
): Promise<readonly Compared[]> => {
  const all: Compared[] = []
  for (const check of checks) {
    const compared = await compareOne(check, places.real, places.standIn, verdict)
    tell(compared)
    all.push(compared)
  }
  return all
}
