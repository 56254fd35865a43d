import type { Microcredits } from '../credits.ts'
import type { BudgetState, RequestReading } from './budget.ts'
import type { ScopeKind } from './scope.ts'

/** Whose limit it is. */
export type BoundKind = 'ceiling' | 'server' | ScopeKind

/** A limit that a request has to keep to, in the window that is open. */
export interface Bound {
  /** `ceiling`: what the operator allows the server in a month. */
  kind: BoundKind
  limit: Microcredits
  /** What was given on top of the limit in this window, less what was taken. */
  granted: number
  held: Microcredits
  /** Negative after an overrun. */
  left: number
}

const ceilingOf = ({ allowance }: BudgetState): Bound[] => {
  if (allowance.status === 'not_allowed' || allowance.ceiling === undefined || allowance.isTrial) return []
  const { ceiling, spent, held } = allowance
  return [{ kind: 'ceiling', limit: ceiling, granted: 0, held, left: ceiling - spent - held }]
}

/** All limits of a reading, the widest first; empty if the account has none, or is not let in. */
export const boundsOf = ({ server, shares }: RequestReading): readonly Bound[] => {
  const { limit } = server
  if (limit === undefined || server.allowance.status === 'not_allowed') return []
  return [
    ...ceilingOf(server),
    { ...server, kind: 'server', limit },
    ...shares.flatMap((share): Bound[] =>
      share.limit === undefined || share.left === undefined
        ? []
        : [{ ...share, kind: share.scope.kind, limit: share.limit, left: share.left }],
    ),
  ]
}

/** The limit that leaves least, by which a request is refused; of several alike the first. */
export const tightestOf = (bounds: readonly Bound[]): Bound | undefined =>
  bounds.reduce<Bound | undefined>(
    (tight, bound) => (tight === undefined || bound.left < tight.left ? bound : tight),
    undefined,
  )
