import { bonusesMax } from '../../../src/core/ledger/bonuses.ts'
import type { GrantScope, LimitOf } from '../../../src/core/ledger/budget.ts'
import {
  type Bonus,
  calendarNow,
  leftOf,
  limitIn,
  type Model,
  openWindow,
  type Reply,
  serverLimit,
  usedIn,
  windowNow,
} from './model.ts'
import type { SettingsCall } from './model-calls.ts'
import { windowEndIn, windowIn } from './model-windows.ts'

type ChangeOf<K extends SettingsCall['change']> = Extract<SettingsCall, { change: K }>

/** A million credits: no budget may have more. */
const limitMax = 1_000_000 * 1_000_000

const setLimit = (model: Model, { limit, period, zone, weekStart }: ChangeOf<'limit'>): Reply => {
  const { calendar: before, nowMs, limits, starter } = model
  const had = limits.has('server') || starter !== undefined
  const window = windowIn(limits.has('server') ? before : { ...before, period: 'once' }, nowMs)
  limits.set('server', limit)
  model.calendar = {
    period: period ?? before.period,
    zone: zone ?? before.zone,
    weekStart: weekStart ?? before.weekStart,
  }
  return {
    status: 'changed',
    startsAnew: had && window !== windowIn(model.calendar, nowMs),
  }
}

const nameOf = (of: LimitOf): string => {
  if (of.kind === 'group') return `${of.share === 'each' ? 'each' : 'group'}:${of.id}`
  return of.id === undefined ? of.kind : `${of.kind}:${of.id}`
}

const setShareLimit = ({ limits }: Model, { of, limit }: ChangeOf<'share limit'>): Reply => {
  if (limit === undefined) limits.delete(nameOf(of))
  else limits.set(nameOf(of), limit)
  return { status: 'changed' }
}

/**
 * What is granted counts on top of this; of a member's groups nothing is known, so
 * the lowest of all of them counts.
 */
const limitUnder = (model: Model, scope: GrantScope): number | undefined => {
  const { limits } = model
  if (scope.kind === 'server') return serverLimit(model)
  const own = limits.get(`${scope.kind}:${scope.id}`)
  if (own !== undefined || scope.kind === 'group') return own
  const each = [...limits].flatMap(([name, limit]) => (name.startsWith('each:') ? [limit] : []))
  const lowest = Math.min(limits.get(scope.kind) ?? Infinity, ...(scope.kind === 'member' ? each : []))
  return lowest === Infinity ? undefined : lowest
}

const namedAs = (scope: GrantScope): string =>
  scope.kind === 'server' ? 'server' : `${scope.kind}:${scope.id}`

/** When a bonus expires; undefined if its window ends first. */
const expiryOf = (model: Model, { way, expiresInMs }: ChangeOf<'grant'>): number | undefined => {
  const windowEndMs = windowEndIn(calendarNow(model), model.nowMs)
  const expiresAtMs = model.nowMs + (expiresInMs ?? Infinity)
  return way === 'take' || expiresAtMs >= (windowEndMs ?? Infinity) ? undefined : expiresAtMs
}

const addBonus = (model: Model, { scope, credits }: ChangeOf<'grant'>, expiresAtMs: number): void => {
  const window = windowNow(model)
  const windowEndMs = windowEndIn(calendarNow(model), model.nowMs)
  const used = usedIn(model, namedAs(scope), window)
  const bonus = { scope, window, windowEndMs, expiresAtMs, credits, used }
  model.bonuses = [...model.bonuses, bonus].toSorted((one, other) => one.expiresAtMs - other.expiresAtMs)
}

/** What is taken by hand or given away is what would expire next. */
const reduceBonuses = (model: Model, scope: GrantScope, credits: number): void => {
  let rest = credits
  model.bonuses = model.bonuses.flatMap((bonus) => {
    if (namedAs(bonus.scope) !== namedAs(scope) || bonus.window !== windowNow(model)) return [bonus]
    const cut = Math.min(rest, bonus.credits)
    rest -= cut
    return cut === bonus.credits ? [] : [{ ...bonus, credits: bonus.credits - cut }]
  })
}

const grant = (model: Model, call: ChangeOf<'grant'>): Reply => {
  const { scope, way, credits } = call
  const limit = limitUnder(model, scope)
  if (limit === undefined) return { status: 'no_limit' }
  const figure = `${namedAs(scope)}|${windowNow(model)}`
  const before = model.granted.get(figure) ?? 0
  const allowed = scope.kind === 'server' ? (model.ceiling ?? limitMax) : limitMax
  const most = way === 'give' ? allowed - limit - before : limit + before
  if (credits > 0 && credits > most) return { status: 'too_much', most: Math.max(0, most), allowed }
  const expiresAtMs = expiryOf(model, call)
  const has = model.bonuses.filter((bonus) => namedAs(bonus.scope) === namedAs(scope)).length
  if (credits > 0 && expiresAtMs !== undefined && has >= bonusesMax)
    return { status: 'too_many_bonuses', has, most: bonusesMax }
  openWindow(model, namedAs(scope))
  const granted = way === 'give' ? before + credits : before - credits
  model.granted.set(figure, granted)
  if (credits > 0 && expiresAtMs !== undefined) addBonus(model, call, expiresAtMs)
  if (way === 'take') reduceBonuses(model, scope, credits)
  return { status: 'changed', granted, expiresAtMs }
}

/** What is unused of a bonus that has expired is taken back. Returns what was used of it. */
const takeBack = (model: Model, { scope, window, credits, used: before }: Bonus): number => {
  const figure = `${namedAs(scope)}|${window}`
  const limit = limitUnder(model, scope)
  const used = Math.max(0, Math.min(credits, usedIn(model, namedAs(scope), window) - before))
  const unused =
    limit === undefined ? credits : Math.min(credits - used, leftOf(model, namedAs(scope), limit, window))
  model.granted.set(figure, (model.granted.get(figure) ?? 0) - Math.max(0, unused))
  return used
}

/** Credits used of a bonus that expired are not used of those that last longer. */
const lapse = (model: Model): Reply => {
  const { nowMs } = model
  for (;;) {
    const [next, ...others] = model.bonuses
    if (next === undefined || next.expiresAtMs > nowMs) return { status: 'done' }
    const used = nowMs < (next.windowEndMs ?? Infinity) ? takeBack(model, next) : 0
    model.bonuses = others.map((other) => {
      if (namedAs(other.scope) !== namedAs(next.scope) || other.window !== next.window) return other
      const since = used - Math.max(0, other.used - next.used)
      return { ...other, used: other.used + Math.max(0, since) }
    })
  }
}

/** The pause of everything, of the giver or of the receiver. */
const pausedBetween = (model: Model, members: readonly string[]): Reply | undefined => {
  const found = ['server', ...members.map((id) => `member:${id}`)].find((name) => model.paused.has(name))
  if (found === undefined) return undefined
  const [kind, id] = found.split(':')
  return { status: 'paused', of: id === undefined ? { kind } : { kind, id }, reason: undefined }
}

/** A member gives another what is left of theirs. */
const sponsor = (model: Model, call: ChangeOf<'sponsor'>): Reply => {
  const { giver, receiver, groups, credits } = call
  const hasGroupLimits = [...model.limits.keys()].some((name) => /^(group|each):/.test(name))
  if (groups === undefined && hasGroupLimits) return { status: 'groups_unknown' }
  if (!model.isSponsoring) return { status: 'not_allowed' }
  const paused = pausedBetween(model, [giver, receiver])
  if (paused !== undefined) return paused
  const [from, to] = [`member:${giver}`, `member:${receiver}`]
  const limit = limitIn(model, from, groups ?? [])
  if (limit === undefined) return { status: 'no_limit', of: 'giver' }
  const isLimited = model.limits.has(to) || model.limits.has('member')
  const other = isLimited ? limitUnder(model, { kind: 'member', id: receiver }) : undefined
  if (other === undefined) return { status: 'no_limit', of: 'receiver' }
  const window = windowNow(model)
  const left = leftOf(model, from, limit, window)
  if (credits > left) return { status: 'too_little', left: Math.max(0, left) }
  const grantedTo = (scope: string): number => model.granted.get(`${scope}|${window}`) ?? 0
  const most = limitMax - other - grantedTo(to)
  if (credits > most) return { status: 'too_much', most: Math.max(0, most) }
  for (const scope of [from, to]) openWindow(model, scope)
  model.granted.set(`${from}|${window}`, grantedTo(from) - credits)
  model.granted.set(`${to}|${window}`, grantedTo(to) + credits)
  reduceBonuses(model, { kind: 'member', id: giver }, credits)
  return { status: 'changed', left: left - credits }
}

const apply = (model: Model, call: SettingsCall): Reply => {
  switch (call.change) {
    case 'limit':
      return setLimit(model, call)
    case 'share limit':
      return setShareLimit(model, call)
    case 'pause': {
      const { of, isPaused } = call
      const paused = of.kind === 'server' ? 'server' : `${of.kind}:${of.id}`
      if (isPaused) model.paused.add(paused)
      else model.paused.delete(paused)
      return { status: 'changed' }
    }
    case 'sponsoring':
      model.isSponsoring = call.isAllowed
      return { status: 'changed' }
    case 'sponsor':
      return sponsor(model, call)
    case 'grant':
      return grant(model, call)
    case 'lapse':
      return lapse(model)
  }
}

/** What an admin ought to be told; the same event is one change, and has its first answer. */
export const changed = (model: Model, call: SettingsCall): Reply => {
  const { ceiling } = model
  if (call.change === 'limit' && ceiling !== undefined && call.limit > ceiling)
    return { status: 'above_ceiling', ceiling }
  const contents = JSON.stringify(call)
  const known = model.events.get(call.event)
  if (known !== undefined) {
    return known.contents === contents ? { ...known.reply, status: 'repeated' } : { status: 'differs' }
  }
  const reply = apply(model, call)
  if (reply.status === 'changed') model.events.set(call.event, { contents, reply })
  return reply
}
