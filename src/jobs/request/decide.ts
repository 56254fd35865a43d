import type { Feature } from '../../core/command/feature.ts'
import { amountMax, type Microcredits } from '../../core/credits.ts'
import { unreachable } from '../../core/errors.ts'
import { accessTo } from '../../core/job/access.ts'
import type {
  Approval,
  ApprovalAnswer,
  ApprovalControl,
  ApprovalEnd,
  Approvals,
} from '../../core/job/approval.ts'
import { approvedNote, endings, type JobRequest } from '../../core/job/job.ts'
import type { JobStore } from '../../core/job/job-store.ts'
import { isJobId, jobName, jobNameIn } from '../../core/job-id.ts'
import type { Allowlist } from '../../core/ledger/allowlist.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { type AccountId, type Asker, accountOf } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import type { JobDeps } from '../job-deps.ts'
import { unreadMinutesOf } from '../messages/job-facts.ts'
import { queueWakeUp } from '../wake.ts'
import { boundOf, serviceRefusesMessage, withAccountKey } from './hold.ts'

/** Dependencies for carrying out what admins decide. */
export interface DecideDeps
  extends Pick<
    JobDeps,
    'queue' | 'prices' | 'places' | 'payer' | 'keyRing' | 'features' | 'longestMinutes' | 'log' | 'now'
  > {
  approvals: Pick<Approvals, 'read' | 'find' | 'end'>
  store: Pick<JobStore, 'approve' | 'read' | 'accept'>
  allowlist: Pick<Allowlist, 'peek'>
}

const named = async (
  { approvals }: DecideDeps,
  admin: Asker,
  request: string,
): Promise<Approval | undefined> => {
  const id = isJobId(request) ? request : await approvals.find(accountOf(admin), jobNameIn(request))
  const approval = id === undefined ? undefined : await approvals.read(id)
  const access = approval && accessTo({ kind: 'approval', approval }, { target: admin })
  return access === 'allowed' ? approval : undefined
}

const end = async (
  { approvals }: DecideDeps,
  approval: Approval,
  to: ApprovalEnd,
  by?: string,
): Promise<ApprovalAnswer> => {
  const ended = await approvals.end(approval, to, by)
  switch (ended.status) {
    case 'decided':
      return ended
    case 'ended':
      return ended.state === 'declined'
        ? { status: 'declined' }
        : { status: 'decided', state: ended.state, by: undefined }
    case 'still_open':
      return { status: 'refused', result: { status: 'late' } }
    case 'unknown':
      return { status: 'unknown' }
    default:
      return unreachable(ended)
  }
}

/** The request at its price by now; or why it can't be started. */
const priced = async (
  deps: DecideDeps,
  feature: Feature | undefined,
  { request }: Approval,
): Promise<JobRequest | { message: ResultMessage }> => {
  const read = feature?.prepare(request.values)
  if (read === undefined || !read.ok)
    return { message: plainMessage(sayDeclared(endings.invalid_request), 'failed') }
  const message = await serviceRefusesMessage(deps)
  if (message !== undefined) return { message }
  const { prepared } = read
  const unreadMinutes = unreadMinutesOf(prepared, deps.longestMinutes)
  return { ...request, bound: await boundOf(deps, prepared), unreadMinutes }
}

/** What an account's limit and the bonus on top of it may add up to. */
const mostOf = async ({ allowlist }: DecideDeps, account: AccountId): Promise<Microcredits> => {
  const allowance = await allowlist.peek(account)
  return (allowance.status === 'allowed' ? allowance.ceiling : undefined) ?? amountMax
}

/** There is no answer to wait for. If this fails, the sweeper does the same. */
const start = async ({ store, queue, now, log }: DecideDeps, id: string): Promise<void> => {
  try {
    const job = await store.read(id)
    const accepted = job && (await store.accept(job, undefined))
    if (accepted?.status === 'moved') await queueWakeUp({ queue, now }, id, accepted)
  } catch (error) {
    log.warn('an approved job could not be started; the sweeper will start it', { error, job: id })
  }
}

const approve = async (deps: DecideDeps, approval: Approval, by: string): Promise<ApprovalAnswer> => {
  const { state, decidedBy } = approval
  if (state !== 'open') return { status: 'decided', state, by: decidedBy }
  const { id, target, feature, bound: boundMax, notes } = approval.request
  const paying = await withAccountKey(deps, accountOf(target))
  const ready = await priced(paying, deps.features.get(feature), approval)
  if ('message' in ready) return { status: 'not_now', message: ready.message }
  if (ready.bound > boundMax) return { status: 'dearer', bound: ready.bound }
  const most = await mostOf(deps, accountOf(target))
  const reason = say('Approved request {{request}}', { request: jobName(id) })
  const approved = { ...ready, notes: { ...notes, [approvedNote]: by } }
  const result = await deps.store.approve(approved, { by, reason, most })
  switch (result.status) {
    case 'created':
      await start(deps, id)
      return { status: 'approved' }
    case 'exists':
    case 'differs':
      // Approved at the same moment, or sent by the member in another way, perhaps without success.
      return end(deps, approval, 'overtaken')
    case 'decided':
      // Somebody decided since it was read, which this says; or else its time is over.
      return end(deps, approval, 'expired')
    default:
      return { status: 'refused', result }
  }
}

/** See `ApprovalControl`. */
export const createApprovalControl = (deps: DecideDeps): ApprovalControl => ({
  async approve(admin, request) {
    const approval = await named(deps, admin, request)
    return approval === undefined ? { status: 'unknown' } : approve(deps, approval, admin.member)
  },
  async decline(admin, request) {
    const approval = await named(deps, admin, request)
    return approval === undefined ? { status: 'unknown' } : end(deps, approval, 'declined', admin.member)
  },
})
