/**
 * Something the studio refused or did not know; `detail` is a parameter's name or the text of the refusal.
 */
export type Refusal = {
  readonly at: string
  readonly kind: 'unknown_parameter' | 'unknown_route' | 'refused'
  readonly method: string
  readonly path: string
  readonly detail: string
}

/** Everything refused or not known since the start, oldest first. */
export type Refusals = {
  readonly note: (refusal: Omit<Refusal, 'at'>) => void
  readonly list: () => readonly Refusal[]
  readonly clear: () => void
}

const keptMax = 10_000

/** Keeps the refusals, so that a test run can fail on a caller's mistake which the service would let pass. */
export const createRefusals = (now: () => number): Refusals => {
  let kept: Refusal[] = []
  return {
    note: (refusal) => {
      kept = [...kept, { at: new Date(now()).toISOString(), ...refusal }].slice(-keptMax)
    },
    list: () => kept,
    clear: () => {
      kept = []
    },
  }
}
