import { type Asker, accountOf, operatorBlockOn } from '../../core/target.ts'
import type { JobDeps } from '../job-deps.ts'

/** Dependencies for deciding whether a member can make anything. */
export type CanMakeDeps = Pick<JobDeps, 'allowlist' | 'blocks' | 'operatorBlocked'>

/**
 * Whether a member can make anything in a server or workspace: they are not blocked, and the operator lets somebody spend
 * there. Of the others nothing is remembered, and nothing is looked up for what they type: that would only fill Redis and
 * use up look-ups. Two small reads. Throws AppError `store_unavailable`.
 */
export const canMakeAnything = async (
  { allowlist, blocks, operatorBlocked }: CanMakeDeps,
  asker: Asker,
): Promise<boolean> => {
  if (operatorBlockOn(operatorBlocked, asker) !== undefined) return false
  const account = accountOf(asker)
  const [isBlocked, isLetIn] = await Promise.all([blocks.has(account, asker.member), allowlist.lets(account)])
  return isLetIn && !isBlocked
}
