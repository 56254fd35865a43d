import { microcredits } from '../credits.ts'
import type { JobRequest } from '../job.ts'
import type { BudgetRefusal, JobStore, RequestResult } from '../job-store.ts'
import { type Scope, scopeKinds } from '../ledger/scope.ts'
import { accountOf } from '../target.ts'
import { type BudgetSnapshot, type BudgetsOptions, readSnapshot } from './budgets.ts'
import { storeError } from './connection.ts'
import { newJobFields } from './job-record.ts'
import { fingerprintOf, type JobRunner } from './job-runner.ts'
import { jobScript } from './scripts.ts'

const requestScript = jobScript('request')
const requestTriesMax = 3

/** For so long after the end of a window it is known what each of an account's scopes used in it. */
export const figuresKeptMs = 35 * 24 * 60 * 60 * 1000

/** Figures outlive their window, for a job of its last minute may be settled later. */
const figuresLapseAt = ({ resetsAtMs }: BudgetSnapshot): string =>
  resetsAtMs === undefined ? '' : String(resetsAtMs + figuresKeptMs)

/** Where a request counts besides its account: groups only where they have a limit together. */
const scopesOf = ({ target }: JobRequest, { groupLimits }: BudgetSnapshot): readonly Scope[] => [
  { kind: 'channel', id: target.channel },
  ...Object.keys(groupLimits).map((id): Scope => ({ kind: 'group', id })),
  { kind: 'member', id: target.member },
]

const exceeded = (
  [, kind, id = '', left, limit]: readonly string[],
  { resetsAtMs }: BudgetSnapshot,
): BudgetRefusal => {
  const scope = scopeKinds.find((known) => known === kind) ?? 'server'
  const figures = { left: Number(left), limit: microcredits(Math.max(0, Number(limit))), resetsAtMs }
  return { status: `exceeds_${scope}`, id, ...figures }
}

/** Undefined when the settings changed between reading and asking, so that both are done again. */
const resultOf = async (
  reply: readonly string[],
  snapshot: BudgetSnapshot,
  read: () => ReturnType<JobStore['read']>,
): Promise<RequestResult | undefined> => {
  const [status, left] = reply
  switch (status) {
    case 'created':
      return { status, left: Number(left) }
    case 'exists': {
      const job = await read()
      return job === undefined ? { status: 'differs' } : { status, job }
    }
    case 'differs':
    case 'no_budget':
      return { status }
    case 'exceeds':
      return exceeded(reply, snapshot)
    case 'stale':
      return undefined
    default:
      throw new Error(`the request script answered ${status}`)
  }
}

/** Takes holds and writes records: see `JobStore.request`. */
export const createRequest =
  (options: BudgetsOptions, run: JobRunner, read: JobStore['read']): JobStore['request'] =>
  async (request) => {
    const { id, target, feature, values, groups } = request
    const account = accountOf(target)
    for (let attempt = 1; attempt <= requestTriesMax; attempt += 1) {
      const snapshot = await readSnapshot(options, account, groups ?? [])
      if (groups === undefined && snapshot.hasGroupLimits) return { status: 'groups_unknown' }
      const job = { id, target, scopes: scopesOf(request, snapshot) }
      const reply = await run(requestScript, job, {
        fingerprint: fingerprintOf([feature, values, target]),
        amount: String(request.bound),
        window: snapshot.windowId,
        lapses_at: figuresLapseAt(snapshot),
        revision: snapshot.revision,
        group_limits: JSON.stringify(snapshot.groupLimits),
        member_limit: snapshot.memberLimitByGroups,
        new_server: snapshot.newServerLimit,
        zone: snapshot.zone,
        hold_until: '',
        record: JSON.stringify(newJobFields(request)),
      })
      const result = await resultOf(reply, snapshot, () => read(id))
      if (result !== undefined) return result
    }
    throw storeError('the budget kept changing')
  }
