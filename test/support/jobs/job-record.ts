import { microcredits } from '../../../src/core/credits.ts'
import type { JobRecord } from '../../../src/core/job/job.ts'
import { target } from '../commands/invocation.ts'

/**
 * The record of a job, for tests that need no store: a voided request for a
 * song, unless it is told otherwise.
 */
export const jobRecord = (overrides: Partial<JobRecord> = {}): JobRecord => ({
  id: `b00x${'a'.repeat(25)}`,
  version: 1,
  state: 'voided',
  epoch: 1,
  wake: 1,
  feature: 'music',
  values: {},
  target: target(),
  fileBytesMax: 1,
  createdAtMs: 0,
  changedAtMs: 0,
  message: undefined,
  replyToken: undefined,
  held: microcredits(120_000),
  window: 'month:2026-06',
  scopes: [],
  groups: undefined,
  moneyVersion: 1,
  unreadMinutes: undefined,
  clipSeconds: undefined,
  cancelledBy: undefined,
  removal: undefined,
  removedBy: undefined,
  pickups: 0,
  estimate: undefined,
  settled: undefined,
  settledBy: undefined,
  submitEpoch: undefined,
  keyId: undefined,
  submitDeadlineMs: undefined,
  callback: false,
  submitTries: 0,
  unsentTries: 0,
  taskId: undefined,
  hintedTasks: [],
  etaSeconds: undefined,
  submittedAtMs: undefined,
  outcome: undefined,
  ending: undefined,
  endingDetail: undefined,
  toldState: undefined,
  deliverTries: 0,
  notes: {},
  ...overrides,
})
