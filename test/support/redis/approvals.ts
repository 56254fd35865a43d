import { amountMax, microcredits } from '../../../src/core/credits.ts'
import type { Approval, ApproveResult } from '../../../src/core/job/approval.ts'
import type { JobRequest } from '../../../src/core/job/job.ts'
import type { PlatformName } from '../../../src/core/target.ts'
import { jobRequest, type StoreWorld } from './store-world.ts'

/** A request is parked until admins decide on it; one that nobody has made before, unless told. */
export const park = async (
  { approvals }: Pick<StoreWorld, 'approvals'>,
  request: JobRequest = jobRequest(),
): Promise<Approval> => {
  const short = { kind: 'server', id: '', left: 0, limit: microcredits(0) } as const
  const parked = await approvals.park({ request, short, place: request.target })
  if (parked.status === 'too_many') throw new Error(`there are ${parked.limit} already`)
  return parked.approval
}

/** A process takes all requests of these platforms that are due. */
export const takeDue = async (
  { approvals }: Pick<StoreWorld, 'approvals'>,
  platforms: readonly PlatformName[],
  leaseMs: number,
): Promise<readonly Approval[]> => {
  const taken: Approval[] = []
  for (const entry of await approvals.due(platforms)) {
    const approval = await approvals.take(entry, leaseMs)
    if (approval !== undefined) taken.push(approval)
  }
  return taken
}

/** An admin approves it, with as large a bonus as it takes. */
export const approve = (
  { store }: Pick<StoreWorld, 'store'>,
  { request }: Approval,
  by = 'admin-1',
  most = amountMax,
): Promise<ApproveResult> => store.approve(request, { by, reason: 'Approved request', most })
