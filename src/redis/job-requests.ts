import type { Allowances } from '../core/command/gate.ts'
import { amountMax, microcredits } from '../core/credits.ts'
import type { ApproveResult } from '../core/job/approval.ts'
import { type JobRequest, purposesOf } from '../core/job/job.ts'
import type { BudgetRefusal, JobStore } from '../core/job/job-store.ts'
import type { Leave } from '../core/ledger/leave.ts'
import type { OperatorHold, OperatorTotal } from '../core/ledger/operator-total.ts'
import { scopeKinds } from '../core/ledger/scope.ts'
import type { Log } from '../core/log.ts'
import { accountOf } from '../core/target.ts'
import { approvalEntry } from './approvals.ts'
import {
  type BudgetSnapshot,
  type BudgetsOptions,
  readOwnBudget,
  readSnapshot,
  scopesOfRequest,
} from './budget-reading.ts'
import { storeError } from './connection.ts'
import { blockedPrefix, refusalIn } from './gate.ts'
import { newJobFields } from './job-record.ts'
import { bucketOf, copyEntries, entriesOf, resultEntriesOf } from './keys.ts'
import { pauseIn, pauseOn } from './pauses.ts'
import { countingOf, fingerprintOf, type JobRunner, newJobScript } from './scripts.ts'
import type { Sealer } from './sealer.ts'

const requestScript = newJobScript('request')
const requestTriesMax = 3

interface Reading {
  run: JobRunner
  read: JobStore['read']
}

const exceeded = (
  [, kind, id = '', left, limit, held]: readonly string[],
  { resetsAtMs }: BudgetSnapshot,
): BudgetRefusal => {
  const scope = scopeKinds.find((known) => known === kind) ?? 'server'
  const figures = { left: Number(left), limit: microcredits(Math.max(0, Number(limit))) }
  return { status: `exceeds_${scope}`, id, ...figures, held: microcredits(Number(held)), resetsAtMs }
}

/** Undefined if the settings changed between reading and requesting; both are then repeated. */
const resultOf = async (
  reply: readonly string[],
  snapshot: BudgetSnapshot,
  allowances: Allowances,
  read: () => ReturnType<JobStore['read']>,
): Promise<ApproveResult | undefined> => {
  const [status, left] = reply
  switch (status) {
    case 'created':
      return { status, left: Number(left) }
    case 'exists': {
      const job = await read()
      return job === undefined ? { status: 'differs' } : { status, job }
    }
    case 'differs':
    case 'dropped':
    case 'no_budget':
    case 'late':
    case 'above_most':
      return { status }
    case 'decided':
      return { status, state: left ?? '' }
    case 'too_many_waiting':
      return { status, of: left === 'member' ? left : 'server', limit: Number(reply[2]) }
    case 'exceeds':
      return exceeded(reply, snapshot)
    case 'blocked':
    case 'too_many':
    case 'too_many_uncharged': {
      const refusal =
        status === 'too_many_uncharged'
          ? refusalIn(['too_many', ...reply.slice(1)], allowances, 'uncharged')
          : refusalIn(reply, allowances, 'request')
      if (refusal === undefined) throw new Error(`the request script answered ${reply.join(' ')}`)
      return refusal
    }
    case 'paused':
      return { status, ...pauseIn(left, reply[2]) }
    case 'stale':
      return undefined
    default:
      throw new Error(`the request script answered ${status}`)
  }
}

/** What requests need besides budgets. */
export interface RequestOptions extends BudgetsOptions {
  /** How many jobs of one account, and of one member in it, may wait at once. */
  waitingMax: { server: number; member: number }
  /** How many requests are allowed per minute, and jobs without a charge per day. */
  allowances: Allowances
  operator: OperatorTotal
  sealer: Sealer
  log: Log
}

type OperatorHeld = Omit<Extract<OperatorHold, { status: 'held' }>, 'status'>

/** After the operator's hold was refused: nothing new may be accepted, but earlier requests are found. */
const notHeld: OperatorHeld = {
  untilMs: 0,
  window: '',
  left: undefined,
  totalLeft: undefined,
  ownKeyId: undefined,
}

/** What is left to the requester: see `RequestResult`. */
const leftAfter = (
  ofAccount = 0,
  { left: ofCeiling = Number.POSITIVE_INFINITY, totalLeft = Number.POSITIVE_INFINITY }: OperatorHeld,
): number | undefined => {
  const left = Math.min(ofAccount, ofCeiling)
  return totalLeft < left ? undefined : left
}

/** What the script needs for a request that an admin approves. */
const approvalOf = (
  { keys }: Pick<RequestOptions, 'keys'>,
  { id, target }: JobRequest,
  { by, reason, most }: Leave,
) => ({
  keys: [keys.approval(id), keys.approvals(bucketOf(accountOf(target)))],
  approval: { by, reason, most, share_most: amountMax, entry: approvalEntry(target, id) },
})

/** Takes the account's hold and writes the record. Undefined if the settings kept changing: nothing was done. */
const requestOfAccount = async (
  { run, read, waitingMax, ...options }: RequestOptions & Reading,
  request: JobRequest,
  held: OperatorHeld,
  leave: Leave | undefined,
): Promise<ApproveResult | undefined> => {
  const { id, target, feature, given, groups } = request
  const account = accountOf(target)
  const approving = leave && approvalOf(options, request, leave)
  const askedAtMs = options.now()
  const { isFree, copyOf } = request
  const { untilMs, window, ownKeyId } = held
  const { member } = target
  const counting = countingOf(options, { account, member }, 'request')
  for (let attempt = 1; attempt <= requestTriesMax; attempt += 1) {
    const snapshot = await readSnapshot(options, account, groups ?? [])
    if (groups === undefined && !isFree && snapshot.hasGroupLimits && (await read(id)) === undefined) {
      return { status: 'groups_unknown' }
    }
    const moreKeys = [...counting.keys, ...(approving?.keys ?? [])]
    const scopes = scopesOfRequest(target, snapshot, isFree ? [] : purposesOf(request))
    const day = scopes.length === 0 ? undefined : snapshot.day
    const job = { id, target, scopes, day, moreKeys }
    const reply = await run(requestScript, job, {
      fingerprint: fingerprintOf([feature, given, target]),
      amount: microcredits(request.bound),
      window: snapshot.windowId,
      lapses_at: snapshot.figuresLapseAtMs,
      revision: snapshot.revision,
      group_limits: snapshot.groupLimits,
      member_limit: snapshot.memberLimitByGroups,
      waiting_max: waitingMax.server,
      member_waiting_max: waitingMax.member,
      waiting_as: `${account} ${target.member} ${id}`,
      listed_as: [
        ...entriesOf(account, target.member, id, askedAtMs),
        ...(copyOf === undefined ? [] : [`${copyEntries(copyOf)}${id}`]),
      ],
      shown_as: isFree ? [] : resultEntriesOf(account, { member: target.member, feature }, id, askedAtMs),
      starter: snapshot.starter,
      free: isFree,
      hold_until: untilMs,
      blocked_as: request.isByAdmin === true ? '' : blockedPrefix + member,
      spacings: counting.spacings,
      approval: approving?.approval,
      record: {
        ...newJobFields({ ...request, groups: groups && snapshot.limitedGroups }, options.sealer.seal),
        operator_window: window,
        ...(ownKeyId !== undefined && { provider_key: ownKeyId, paid_by: 'server' }),
        ...(day !== undefined && { day }),
      },
    })
    const result = await resultOf(reply, snapshot, options.allowances, () => read(id))
    if (result?.status === 'created') return { ...result, left: leftAfter(result.left, held) }
    if (result !== undefined) return result
  }
  return undefined
}

/**
 * Gives the operator's hold back at once; if that fails, the sweeper does so after its deadline. A server without a
 * budget for such a request keeps no part of the limit, whatever the request was refused for. A free request left it
 * as it was.
 */
const release = async (options: RequestOptions, { id, bound, isFree, target }: JobRequest): Promise<void> => {
  try {
    const isSpent = !isFree && (await readOwnBudget(options, accountOf(target))).left < bound
    await options.operator.release(id, isSpent)
  } catch (error) {
    options.log.warn("the operator's hold could not be given back", { error, job: id })
  }
}

/** A server that the others left nothing for has its part next month, if it has a budget to use it. */
const keepShare = async (
  options: RequestOptions,
  { target }: JobRequest,
  { status }: OperatorHold,
): Promise<void> => {
  if (status !== 'exceeds_operator' && status !== 'exceeds_share') return
  const account = accountOf(target)
  const { limit, left } = await readOwnBudget(options, account)
  if (limit !== undefined && left > 0) await options.operator.keepShare(account)
}

/** Takes holds and writes records: see `JobStore.request`, and with a `leave` `JobStore.approve`. */
export const createRequest =
  (options: RequestOptions & Reading) =>
  async (request: JobRequest, leave?: Leave): Promise<ApproveResult> => {
    const { operator, read } = options
    const { id, bound, isFree, target } = request
    const account = accountOf(target)
    let hold = await operator.hold(id, bound, account, isFree)
    // A copy that left no record may have held an older price.
    if (hold.status === 'differs' && (await read(id)) === undefined) {
      await operator.release(id)
      hold = await operator.hold(id, bound, account, isFree)
    }
    // A request to admins stays open for long after a process that approved it died between the holds.
    if (hold.status === 'late' && leave !== undefined && (await read(id)) === undefined)
      hold = await operator.hold(id, bound, account, isFree, true)
    if (hold.status !== 'held' && (await read(id)) === undefined) {
      const pause = isFree ? undefined : await pauseOn(options, target)
      if (pause !== undefined) return { status: 'paused', ...pause }
      await keepShare(options, request, hold)
      return hold
    }
    const result = await requestOfAccount(options, request, hold.status === 'held' ? hold : notHeld, leave)
    const isThere =
      result?.status === 'created' || result?.status === 'exists' || result?.status === 'differs'
    if (hold.status === 'held' && !isThere) await release(options, request)
    if (result === undefined) throw storeError('the budget kept changing')
    return result
  }
