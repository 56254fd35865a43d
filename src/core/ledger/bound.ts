import type { Microcredits } from '../credits.ts'
import type { RequestReading } from './budget.ts'
import type { ScopeKind } from './scope.ts'

/** A limit that a request has to keep to, in the window that is open. */
export interface Bound {
  kind: 'server' | ScopeKind
  limit: Microcredits
  /** What was given on top of the limit in this window, less what was taken. */
  granted: number
  held: Microcredits
  /** Negative after an overrun. */
  left: number
}

/** The limits of what was read, the account's first; empty where the account has none. */
export const boundsOf = ({ server, shares }: RequestReading): readonly Bound[] => {
  const all = [
    { ...server, kind: 'server' as const },
    ...shares.map((share) => ({ ...share, kind: share.scope.kind })),
  ]
  if (server.limit === undefined) return []
  return all.flatMap(({ kind, limit, granted, held, left }) =>
    limit === undefined || left === undefined ? [] : [{ kind, limit, granted, held, left }],
  )
}

/** The limit that leaves least, by which a request is refused; of several alike the first. */
export const tightestOf = (bounds: readonly Bound[]): Bound | undefined =>
  bounds.reduce<Bound | undefined>(
    (tight, bound) => (tight === undefined || bound.left < tight.left ? bound : tight),
    undefined,
  )
