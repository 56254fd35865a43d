import type { ApprovalControl, Approvals } from '../../../src/core/job/approval.ts'
import type { OwnKeys } from '../../../src/core/job/own-keys.ts'

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

const ownKeys: OwnKeys = {
  read: async () => undefined,
  test: async () => undefined,
  set: refuse,
  remove: refuse,
}

/** For tests in which no member asks admins for more, nobody is told what credits buy, and the operator's key pays. */
export const noApprovals = {
  approvals,
  approvalControl,
  ownKeys,
  worthText: async () => '',
  draw: async () => undefined,
}
