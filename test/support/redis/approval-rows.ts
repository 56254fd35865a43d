import { amountMax, microcredits } from '../../../src/core/credits.ts'
import type { Approval, NewApproval } from '../../../src/core/job/approval.ts'
import type { JobRequest } from '../../../src/core/job/job.ts'
import { accountOf } from '../../../src/core/target.ts'
import { approvalEntry } from '../../../src/redis/approvals.ts'
import type { ScriptRow } from './every-script.ts'
import { jobRequest, type StoreWorld } from './store-world.ts'

const askFor = (request: JobRequest): NewApproval => ({
  request,
  short: { kind: 'server', id: '', left: 0, limit: microcredits(0) },
  place: request.target,
})

const parkedIn = async ({ approvals }: StoreWorld): Promise<Approval> => {
  const parked = await approvals.park(askFor(jobRequest()))
  if (parked.status === 'too_many') throw new Error('there are too many')
  return parked.approval
}

const leaseMs = 60_000

/** The scripts of requests that members make to admins. */
export const approvalRows: readonly ScriptRow[] = [
  {
    script: 'approval-park',
    name: 'approval-park, which then is known',
    again: 'what is true by then',
    prepare: () => {
      const request = jobRequest()
      return Promise.resolve(({ approvals }) => approvals.park(askFor(request)))
    },
  },
  {
    script: 'approval-end',
    name: 'approval-end, which then is decided',
    again: 'what is true by then',
    prepare: async (world) => {
      const approval = await parkedIn(world)
      return ({ approvals }) => approvals.end(approval, 'declined', 'admin-1')
    },
  },
  {
    script: 'approval-due',
    name: 'approval-due, which nobody else gets for a while',
    again: 'what is true by then',
    prepare: async (world) => {
      const { request } = await parkedIn(world)
      const entry = approvalEntry(request.target, request.id)
      return ({ approvals }) => approvals.take(entry, leaseMs)
    },
  },
  {
    script: 'approval-note',
    name: 'approval-note',
    again: 'first answer',
    prepare: async (world) => {
      const approval = await parkedIn(world)
      const next = approval.expiresAtMs
      return ({ approvals }) => approvals.note(approval, { 'note:card:posted': '1' }, next)
    },
  },
  {
    script: 'approval-withdraw',
    name: 'approval-withdraw, which then is done',
    again: 'what is true by then',
    prepare: async (world) => {
      const { request } = await parkedIn(world)
      return ({ approvals }) => approvals.forget(accountOf(request.target), request.target.member)
    },
  },
  {
    script: 'request',
    name: 'request that an admin approves, which then is known',
    again: 'what is true by then',
    prepare: async (world) => {
      const { request } = await parkedIn(world)
      const leave = { by: 'admin-1', reason: 'why', most: amountMax }
      return ({ store }) => store.approve(request, leave)
    },
  },
]
