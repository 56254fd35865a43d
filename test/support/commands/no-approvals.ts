import type { ApprovalControl, Approvals } from '../../../src/core/job/approval.ts'

const refuse = () => Promise.reject(new Error('nobody asks admins here'))

const approvals: Approvals = {
  channelOf: refuse,
  setChannel: refuse,
  park: refuse,
  read: refuse,
  find: refuse,
  end: refuse,
  due: refuse,
  take: refuse,
  note: refuse,
  of: refuse,
  forget: refuse,
}

const approvalControl: ApprovalControl = { approve: refuse, decline: refuse }

/** For tests in which no member asks admins for more, and nobody is told what credits buy. */
export const noApprovals = {
  approvals,
  approvalControl,
  worthText: async () => '',
  draw: async () => undefined,
}
