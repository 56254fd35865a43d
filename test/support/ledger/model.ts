import type { CostSource, JobState } from '../../../src/core/job/job.ts'
import type { GrantScope } from '../../../src/core/ledger/budget.ts'
import {
  channelOf,
  contentsOfRequest,
  featureOf,
  memberOf,
  modelOf,
  type RequestCall,
} from './model-calls.ts'
import { type Calendar, dayIn, windowEndIn, windowIn } from './model-windows.ts'

/** The answer to a call, as far as it tells anything: plain data to be compared. */
export type Reply = Readonly<Record<string, unknown>>

/** An answer that is given again when the same is said again. */
export interface Answer {
  epoch: number | undefined
  contents: string
  reply: Reply
}

/** What a job ought to be, in plain numbers. */
export interface ModelJob {
  contents: string
  /** What costs nothing takes no place at the service either. */
  isFree: boolean
  state: JobState
  epoch: number
  wake: number
  /** When it should be looked at again; undefined once nothing is left to do. */
  dueMs: number | undefined
  window: string
  /** The day of the request by the account's calendar: what it costs counts there. */
  day: string
  /** The month of the operator's total in which it counts there. */
  month: string
  /** Where it counts: `server`, `channel:…`, `group:…`, `member:…`, `feature:…`, `model:…`. */
  scopes: readonly string[]
  /** What is held for it, as long as it is. */
  hold: number
  /** What the record says of that, up to the service's estimate. */
  bound: number
  isHeld: boolean
  estimate: number | undefined
  settled: number | undefined
  source: CostSource | undefined
  /** How often its money changed. */
  version: number
  submitEpoch: number | undefined
  /** Whether the answer that became its message is known. */
  hasMessage: boolean
  /** Since when somebody outside waits for it to be looked at; undefined once it was taken up. */
  calledMs: number | undefined
  cancelledBy: string | undefined
  answers: Map<string, Answer>
}

/** A bonus that expires, less what came off it since it was given. */
export interface Bonus {
  scope: GrantScope
  window: string
  /** Undefined: never. */
  windowEndMs: number | undefined
  expiresAtMs: number
  credits: number
  /** What of the share was used or held when it was given. */
  used: number
}

/** What the ledger of one account ought to be. */
export interface Model {
  nowMs: number
  /** What a server begins with that nobody gave a limit. */
  newServerCredits: number
  /** What it was given of that, once; undefined until its first paid request. */
  starter: number | undefined
  /** What all servers together may use in a month; undefined for as much as they want. */
  operatorLimit: number | undefined
  /** The operator's monthly ceiling of the account; undefined for none. */
  ceiling: number | undefined
  calendar: Calendar
  /**
   * By `server`, `channel:…`, `group:…`, `member:…`, `feature:…`, `model:…`; `channel`, `member` for
   * all, `each:…` for a group's members.
   */
  limits: Map<string, number>
  /** By `server`, `channel:…`, `member:…`: where no paid request is taken. */
  paused: Set<string>
  /** Whether members may give each other what is left of theirs. */
  isSponsoring: boolean
  /** By `<scope>|<window>`: what was given on top, less what was taken. */
  granted: Map<string, number>
  /** Bonuses that expire before their window ends, the next first. */
  bonuses: readonly Bonus[]
  /** By scope and window: when its figures may be forgotten; undefined for never. */
  lapses: Map<string, Map<string, number | undefined>>
  jobs: Map<number, ModelJob>
  /** By slot: what admins were asked, of whom, and how that ended. */
  approvals: Map<number, { state: string; member: string; expiresMs: number }>
  /** By admin's event: what it said, and what it was told. */
  events: Map<number, { contents: string; reply: Reply }>
}

/** An account that nobody has touched. */
export const createModel = ({
  startMs,
  newServerCredits,
  operatorLimit,
  ceiling,
}: Pick<Model, 'newServerCredits' | 'operatorLimit' | 'ceiling'> & { startMs: number }): Model => ({
  nowMs: startMs,
  newServerCredits,
  starter: undefined,
  operatorLimit,
  ceiling,
  calendar: { period: 'month', zone: 'UTC', weekStart: 1 },
  limits: new Map(),
  paused: new Set(),
  isSponsoring: false,
  granted: new Map(),
  bonuses: [],
  lapses: new Map(),
  jobs: new Map(),
  approvals: new Map(),
  events: new Map(),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** How windows are counted now: starter credits are there once. */
export const calendarNow = (model: Model): Calendar =>
  model.limits.has('server') || serverLimit(model) === undefined
    ? model.calendar
    : { ...model.calendar, period: 'once' }

/** The window that is open. */
export const windowNow = (model: Model): string => windowIn(calendarNow(model), model.nowMs)

/** What is spent, held and granted of a scope in a window: the sum over the jobs that count there. */
export const figuresOf = ({ jobs, granted }: Model, scope: string, window: string) => {
  const counted = [...jobs.values()].filter((job) => job.window === window && job.scopes.includes(scope))
  return {
    posted: sum(counted.map(({ settled }) => settled ?? 0)),
    pending: sum(counted.map(({ isHeld, hold }) => (isHeld ? hold : 0))),
    granted: granted.get(`${scope}|${window}`) ?? 0,
  }
}

/** What was spent by day, member and feature: the sum over the jobs that cost something. */
export const spendOf = ({ jobs }: Model): Readonly<Record<string, number>> => {
  const all = new Map<string, number>()
  for (const [slot, { isFree, day, settled = 0 }] of jobs) {
    const name = `${day}|${memberOf(slot)}|${isFree ? 'result' : featureOf(slot)}`
    if (settled > 0) all.set(name, (all.get(name) ?? 0) + settled)
  }
  return Object.fromEntries(all)
}

/** The time zone in which the operator's total resets. */
const operatorCalendar = { period: 'month', zone: 'UTC', weekStart: 1 } as const

/** What is spent and held of the operator's total in a month. */
export const operatorFiguresOf = ({ jobs }: Model, month: string) => {
  const counted = [...jobs.values()].filter((job) => job.month === month)
  return {
    posted: sum(counted.map(({ settled }) => settled ?? 0)),
    pending: sum(counted.map(({ isHeld, hold }) => (isHeld ? hold : 0))),
  }
}

/** The month of the operator's total at an instant. */
export const monthAt = (instantMs: number): string => windowIn(operatorCalendar, instantMs)

const leftOfMonth = (model: Model, limit: number | undefined): number | undefined => {
  const { posted, pending } = operatorFiguresOf(model, monthAt(model.nowMs))
  return limit === undefined ? undefined : limit - posted - pending
}

/** The rest of the operator's total; undefined for no limit. */
export const operatorLeft = (model: Model): number | undefined => leftOfMonth(model, model.operatorLimit)

/** The rest of the account's ceiling: it is the only account. */
export const ceilingLeft = (model: Model): number | undefined => leftOfMonth(model, model.ceiling)

/** Why the operator's total takes no hold, which is asked before all else. */
const operatorRefusal = (model: Model, { bound, isFree }: RequestCall): Reply | undefined => {
  const resetsAtMs = windowEndIn(operatorCalendar, model.nowMs)
  const ofCeiling = ceilingLeft(model)
  const { pending } = operatorFiguresOf(model, monthAt(model.nowMs))
  if (!isFree && ofCeiling !== undefined && bound > ofCeiling)
    return { status: 'exceeds_ceiling', left: ofCeiling, limit: model.ceiling, held: pending, resetsAtMs }
  const left = operatorLeft(model)
  if (left === undefined || isFree || bound <= left) return undefined
  return { status: 'exceeds_operator', left, limit: model.operatorLimit, resetsAtMs }
}

/** What a limit leaves in a window. */
export const leftOf = (model: Model, scope: string, limit: number, window: string): number => {
  const { posted, pending, granted } = figuresOf(model, scope, window)
  return limit + granted - posted - pending
}

/** What a scope uses and holds in a window. */
export const usedIn = (model: Model, scope: string, window: string): number => {
  const { posted, pending } = figuresOf(model, scope, window)
  return posted + pending
}

/** What the server may use, set by an admin or as every server begins. */
export const serverLimit = ({ limits, starter, newServerCredits }: Model): number | undefined =>
  limits.get('server') ?? starter ?? (newServerCredits > 0 ? newServerCredits : undefined)

const highest = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : Math.max(...numbers)

/** What a scope may use for a request of somebody in these groups; undefined: as much as there is. */
export const limitIn = (model: Model, scope: string, inGroups: readonly string[]): number | undefined => {
  const { limits } = model
  if (scope === 'server') return serverLimit(model)
  const [kind = ''] = scope.split(':')
  const each = kind === 'member' ? inGroups.flatMap((group) => limits.get(`each:${group}`) ?? []) : []
  return limits.get(scope) ?? highest(each) ?? limits.get(kind)
}

const purposesOf = (slot: number): readonly string[] => [
  `feature:${featureOf(slot)}`,
  ...[modelOf(slot)].flatMap((name) => (name === undefined ? [] : [`model:${name}`])),
]

/** Where a request counts, in the order in which it is asked whether it may. */
export const scopesOf = (
  { limits }: Model,
  { slot, isFree, groups = [] }: RequestCall,
): readonly string[] => [
  'server',
  `channel:${channelOf(slot)}`,
  ...groups.filter((group) => limits.has(`group:${group}`)).map((group) => `group:${group}`),
  `member:${memberOf(slot)}`,
  ...(isFree ? [] : purposesOf(slot)),
]

const figuresKeptMs = 35 * 86_400_000

/**
 * A scope is counted in a new window; windows that are over for long are forgotten. The server's never are.
 */
export const openWindow = (model: Model, scope: string): void => {
  const known = model.lapses.get(scope) ?? new Map<string, number | undefined>()
  model.lapses.set(scope, known)
  const window = windowNow(model)
  if (scope === 'server' || known.has(window)) return
  for (const [old, lapsesMs] of known) {
    if (lapsesMs === undefined || lapsesMs >= model.nowMs) continue
    known.delete(old)
    model.granted.delete(`${scope}|${old}`)
  }
  const endMs = windowEndIn(calendarNow(model), model.nowMs)
  known.set(window, endMs === undefined ? undefined : endMs + figuresKeptMs)
}

/** The widest pause that refuses a request. */
const pausedFor = (
  model: Model,
  call: RequestCall,
  paused: ReadonlySet<string> = model.paused,
): Reply | undefined => {
  const scope = call.isFree ? undefined : scopesOf(model, call).find((one) => paused.has(one))
  if (scope === undefined) return undefined
  const [kind, id] = scope.split(':')
  return { status: 'paused', of: id === undefined ? { kind } : { kind, id }, reason: undefined }
}

/**
 * What a request ought to be told; a job that comes of it is there afterwards. `pausedAtFirst`: what was paused when
 * the operator's total was asked.
 */
export const requested = (model: Model, call: RequestCall, pausedAtFirst = model.paused): Reply => {
  const { slot, bound, isFree, groups: inGroups } = call
  const decided = decidedOn(model, call)
  const known = model.jobs.get(slot)
  if (known !== undefined) {
    const { contents, state, epoch, wake } = known
    const isSame = contents === contentsOfRequest(call)
    return isSame ? { status: 'exists', state, epoch, wake } : { status: 'differs' }
  }
  const refusal = operatorRefusal(model, call)
  if (refusal !== undefined) return pausedFor(model, call, pausedAtFirst) ?? refusal
  const hasGroupLimits = [...model.limits.keys()].some((name) => /^(group|each):/.test(name))
  if (inGroups === undefined && hasGroupLimits && !isFree) return { status: 'groups_unknown' }
  if (decided !== undefined && decided !== 'open') return { status: 'decided', state: decided }
  const paused = pausedFor(model, call)
  if (paused !== undefined) return paused
  const limit = serverLimit(model)
  if (limit === undefined && !isFree && decided === undefined) return { status: 'no_budget' }
  const scopes = scopesOf(model, call)
  const bounds = boundsOf(model, scopes, inGroups ?? [])
  const tightest = bounds.reduce((least, one) => (one.left < least.left ? one : least))
  const short = decided === undefined ? [] : bounds.filter(({ left }) => left < bound)
  if (!isFree && decided === undefined && bound > tightest.left) return exceeded(model, tightest)
  if (short.some((one) => isAboveMost(model, one, bound))) return { status: 'above_most' }
  if (limit !== undefined && !isFree) beginWith(model, limit)
  for (const scope of scopes) openWindow(model, scope)
  for (const one of short) giveMissing(model, one, bound)
  if (decided !== undefined) approvalOf(model, call).state = 'approved'
  model.jobs.set(slot, newJob(model, call, scopes))
  const ofCeiling = isFree ? undefined : ceilingLeft(model) // by now without the job's hold
  const ofTightest = tightest.left + (short.length > 0 ? missingOf(tightest, bound) : 0) - bound
  const left = Math.min(ofTightest, ofCeiling ?? Infinity)
  const ofTotal = (isFree ? undefined : operatorLeft(model)) ?? Infinity
  return { status: 'created', left: ofTotal < left ? undefined : left }
}

interface Bound {
  scope: string
  limit: number
  left: number
}

/** All limits that a request has to fit into. */
const boundsOf = (model: Model, scopes: readonly string[], inGroups: readonly string[]): readonly Bound[] =>
  scopes.flatMap((scope): Bound[] => {
    const limit = limitIn(model, scope, inGroups) ?? (scope === 'server' ? 0 : undefined)
    return limit === undefined ? [] : [{ scope, limit, left: leftOf(model, scope, limit, windowNow(model)) }]
  })

/** So many requests of one member may be open. */
const openMax = 3
const openMs = 24 * 3_600_000

const approvalOf = (model: Model, { slot }: RequestCall) =>
  model.approvals.get(slot) ?? { state: '', member: memberOf(slot), expiresMs: Infinity }

/** What a request to admins is by now, which is parked first; undefined for a request without one. */
const decidedOn = (model: Model, call: RequestCall): string | undefined => {
  const { approvals, nowMs } = model
  if (call.leave === 'none') return undefined
  const member = memberOf(call.slot)
  const others = [...approvals.values()].filter(
    ({ state, ...other }) => state === 'open' && other.member === member,
  )
  if (!approvals.has(call.slot) && others.length < openMax)
    approvals.set(call.slot, { state: 'open', member, expiresMs: nowMs + openMs })
  const approval = approvalOf(model, call)
  const isOver = nowMs >= approval.expiresMs
  if (call.leave === 'declined' && approval.state === 'open')
    approval.state = model.jobs.has(call.slot) ? 'overtaken' : isOver ? 'expired' : 'declined'
  return approval.state === 'open' && isOver ? 'expired' : approval.state
}

/** A million credits: no limit may have more with its bonus. */
const limitMax = 1_000_000 * 1_000_000

/** The bonus of an approved request for a limit: never for what was used beyond it before. */
const missingOf = ({ left }: Bound, bound: number): number => bound - Math.max(0, left)

const isAboveMost = (model: Model, short: Bound, bound: number): boolean => {
  const { scope, limit } = short
  const { granted } = figuresOf(model, scope, windowNow(model))
  const most = scope === 'server' ? (model.ceiling ?? limitMax) : limitMax
  return limit + granted + missingOf(short, bound) > most
}

/** A limit that an approved request exceeds gets what is missing. */
const giveMissing = (model: Model, short: Bound, bound: number): void => {
  const figure = `${short.scope}|${windowNow(model)}`
  model.granted.set(figure, (model.granted.get(figure) ?? 0) + missingOf(short, bound))
}

/** The first request that costs anything gives a server what every server begins with. */
const beginWith = (model: Model, limit: number): void => {
  if (!model.limits.has('server')) model.starter ??= limit
}

const exceeded = (model: Model, { scope, limit, left }: Bound): Reply => {
  const [kind = '', id = ''] = scope.split(':')
  const window = windowNow(model)
  return {
    status: `exceeds_${kind}`,
    id,
    left,
    limit: Math.max(0, limit + figuresOf(model, scope, window).granted),
    held: figuresOf(model, scope, window).pending,
    resetsAtMs: windowEndIn(calendarNow(model), model.nowMs),
  }
}

const newJob = (model: Model, call: RequestCall, scopes: readonly string[]): ModelJob => ({
  contents: contentsOfRequest(call),
  isFree: call.isFree,
  state: 'requested',
  epoch: 0,
  wake: 0,
  dueMs: model.nowMs,
  window: windowNow(model),
  day: dayIn(model.calendar.zone, model.nowMs),
  month: monthAt(model.nowMs),
  scopes,
  hold: call.bound,
  bound: call.bound,
  isHeld: true,
  estimate: undefined,
  settled: undefined,
  source: undefined,
  version: 1,
  submitEpoch: undefined,
  hasMessage: false,
  calledMs: undefined,
  cancelledBy: undefined,
  answers: new Map(),
})
