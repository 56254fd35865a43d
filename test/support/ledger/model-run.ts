import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { arrows, type JobOperation } from '../../../src/core/job/job-transitions.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { admissionFault, bonusesBefore } from '../judge/admission.ts'
import { fieldsOf } from '../judge/books.ts'
import {
  calendarNow,
  ceilingLeft,
  createModel,
  figuresOf,
  leftOf,
  limitIn,
  type Model,
  type ModelJob,
  monthAt,
  operatorLeft,
  type Reply,
  scopesOf,
  windowNow,
} from './model.ts'
import { answerOf } from './model-answers.ts'
import { type Audit, compare, createAuditor } from './model-audit.ts'
import type { Call, Contents, RequestCall, SettingsCall } from './model-calls.ts'
import type { Deed, EpochName, History } from './model-deeds.ts'
import { nonsense } from './model-nonsense.ts'
import { account, jobIdOf, type ModelWorld, perform } from './model-store.ts'
import { windowEndIn } from './model-windows.ts'

const hourMs = 3_600_000

/** Those that lead on; a job may be voided at almost any time, and most would be. */
const onward = arrows.filter(({ operation }) => operation !== 'void')

const unfinished: Contents = { word: '', credits: 0, source: 'final' }

const epochIn = (job: ModelJob | undefined, name: EpochName): number => {
  const own = job?.epoch ?? 0
  switch (name) {
    case 'own':
    case 'none':
      return own
    case 'sender':
      return job?.submitEpoch ?? own
    case 'lost':
      return own - 1
  }
}

const stepCall = (
  { jobs }: Model,
  slot: number,
  operation: JobOperation,
  epoch: EpochName,
  contents: Contents,
): Call => {
  const goesByNone = operation === 'accept' || (operation === 'void' && epoch === 'none')
  const step = goesByNone ? undefined : epochIn(jobs.get(slot), epoch)
  return { kind: 'step', operation, slot, epoch: step, contents }
}

const takeCall = ({ jobs, nowMs }: Model, slot: number, isLate = false): Call => ({
  kind: 'take',
  slot,
  untilMs: nowMs + hourMs,
  wake: (jobs.get(slot)?.wake ?? 0) - (isLate ? 1 : 0),
})

/** The tightest of what is left to a request. */
const leftTo = (model: Model, call: RequestCall): number => {
  const rest = scopesOf(model, call).map((scope) => {
    const limit = limitIn(model, scope, call.groups ?? []) ?? Infinity
    return leftOf(model, scope, limit, windowNow(model))
  })
  const left = Math.min(operatorLeft(model) ?? Infinity, ceilingLeft(model) ?? Infinity, ...rest)
  return Number.isFinite(left) ? left : 0
}

type DeedOf<K extends Deed['kind']> = Extract<Deed, { kind: K }>

let events = 0
const settingsCall = (model: Model, { settings }: DeedOf<'settings'>): SettingsCall => {
  events += 1
  const call: SettingsCall = { kind: 'settings', event: events, ...settings }
  if (call.change !== 'sponsor' || call.asks === undefined) return call
  const from = `member:${call.giver}`
  const limit = limitIn(model, from, call.groups ?? []) ?? 0
  const left = leftOf(model, from, limit, windowNow(model)) + (call.asks === 'one too many' ? 1 : 0)
  return { ...call, credits: Math.max(1, left) }
}

const requestCall = (model: Model, deed: DeedOf<'request'>): Call => {
  const { kind, slot, amount, word, groups, isFree, leave, overtakenBy } = deed
  const call: RequestCall = {
    kind,
    slot,
    word,
    groups,
    isFree,
    leave: isFree ? 'none' : leave,
    bound: 0,
    overtakenBy: groups && overtakenBy && settingsCall(model, overtakenBy),
  }
  if (isFree) return call
  if (typeof amount === 'number') return { ...call, bound: amount }
  const left = leftTo(model, call)
  return { ...call, bound: Math.max(0, amount === 'one too many' ? left + 1 : left) }
}

const dueCalls = (
  model: Model,
  { pick, contents, takesFirst }: DeedOf<'a step that is due'>,
): readonly Call[] => {
  const all = [...model.jobs].flatMap(([slot, { state }]) =>
    onward.filter(({ from }) => from === state).map(({ operation }) => ({ slot, operation })),
  )
  const found = all[pick % all.length]
  if (found === undefined) return []
  const { slot, operation } = found
  // The step is made with the epoch that the take before it will have led to.
  const job = model.jobs.get(slot)
  const isTaken = takesFirst && job?.dueMs !== undefined
  const step = stepCall(model, slot, operation, 'own', contents)
  const after =
    isTaken && step.kind === 'step' && step.epoch !== undefined ? { ...step, epoch: step.epoch + 1 } : step
  return isTaken ? [takeCall(model, slot), after] : [step]
}

const otherSettings = (call: SettingsCall): SettingsCall => {
  switch (call.change) {
    case 'grant':
    case 'sponsor':
      return { ...call, credits: call.credits + 1 }
    case 'lapse':
      return call
    case 'sponsoring':
      return { ...call, isAllowed: !call.isAllowed }
    case 'pause':
      return { ...call, isPaused: !call.isPaused }
    default:
      return { ...call, limit: (call.limit ?? 0) + 1 }
  }
}

const otherwise = (call: Call): Call => {
  switch (call.kind) {
    case 'request':
      return { ...call, overtakenBy: undefined, word: call.word === '' ? 'other' : '' }
    case 'step':
      return { ...call, contents: { ...call.contents, word: call.contents.word === '' ? 'other' : '' } }
    case 'correct':
      return { ...call, credits: call.credits + 1 }
    case 'settings':
      return otherSettings(call)
    default:
      return call
  }
}

const again = (call: Call | undefined, deed: DeedOf<'again'>): readonly Call[] => {
  if (call === undefined) return []
  if (deed.otherwise) return [otherwise(call)]
  return [call.kind === 'request' ? { ...call, overtakenBy: undefined } : call]
}

/** What a deed comes to, as the ledger is now; time passes at once. */
const callsOf = (model: Model, deed: Deed, last: Call | undefined): readonly Call[] => {
  switch (deed.kind) {
    case 'request':
      return [requestCall(model, deed)]
    case 'a step that is due':
      return dueCalls(model, deed)
    case 'any step':
      return [stepCall(model, deed.slot, deed.operation, deed.epoch, deed.contents)]
    case 'again':
      return again(last, deed)
    case 'take':
      return [takeCall(model, deed.slot, deed.isLate)]
    case 'told':
    case 'note':
      return [{ kind: deed.kind, slot: deed.slot, epoch: epochIn(model.jobs.get(deed.slot), deed.epoch) }]
    case 'wake at': {
      const { kind, slot, counts } = deed
      return [
        { kind, slot, counts, atMs: model.nowMs + hourMs, epoch: epochIn(model.jobs.get(slot), deed.epoch) },
      ]
    }
    case 'settings':
      return [settingsCall(model, deed)]
    case 'rewake':
      return [{ kind: 'rewake', beforeMs: model.nowMs }]
    case 'cancel':
    case 'correct':
      return [deed]
    case 'hours pass':
      model.nowMs += deed.hours * hourMs
      return []
    case 'the window ends': {
      const endMs = windowEndIn(calendarNow(model), model.nowMs) ?? model.nowMs
      model.nowMs = Math.max(model.nowMs, endMs - deed.earlyMs)
      return []
    }
    case 'nonsense':
      return []
  }
}

/** Answers after which nothing may have changed. */
const quiet: readonly unknown[] = [
  ...['refused', 'exists', 'differs', 'groups_unknown', 'no_budget', 'stale', 'unknown', 'already_done'],
  ...[
    'same',
    'not_settled',
    'repeated',
    'no_limit',
    'not_allowed',
    'too_little',
    'too_much',
    'too_many_bonuses',
    'above_ceiling',
    'exceeds_ceiling',
    'exceeds_server',
    'exceeds_channel',
    'exceeds_group',
    'exceeds_member',
    'exceeds_feature',
    'exceeds_model',
    'decided',
    'above_most',
  ],
]

const changesNothing = (call: Call, reply: Reply, isRepeat: boolean): boolean => {
  if (call.kind === 'request' && call.overtakenBy !== undefined) return false
  if (call.kind === 'request' && call.leave === 'declined') return false // which the journal notes
  if ('threw' in reply || quiet.includes(reply.status)) return true
  return isRepeat && ['step', 'told', 'note', 'cancel'].includes(call.kind)
}

/**
 * No admission goes beyond a limit, by Redis' own figures; what costs nothing may be asked for beyond it, and what an
 * admin approves leaves a limit that is exceeded as it is.
 */
const checkAdmission = (model: Model, call: Call, reply: Reply, audit: Audit, before?: Audit): void => {
  if (call.kind !== 'request' || call.isFree || reply.status !== 'created') return
  const window = windowNow(model)
  for (const scope of scopesOf(model, call)) {
    const figuresIn = ({ books }: Audit) =>
      books.figures.find((each) => (each.scope || 'server') === scope && each.window === window)
    const figures = figuresIn(audit)
    const used = (figures?.spent ?? 0) + (figures?.held ?? 0)
    const { granted } = figuresOf(model, scope, window)
    const limit = limitIn(model, scope, call.groups ?? []) ?? Infinity
    const given = granted - ((before && figuresIn(before)?.granted) ?? 0)
    const isAsItWas = call.leave !== 'none' && (call.overtakenBy !== undefined || given >= call.bound)
    if (used > limit + granted && !isAsItWas)
      throw new Error(`${used} used of ${scope}, which has ${limit} and ${granted}`)
  }
}

/** A refusal is right only where the limit that it names leaves less than the hold, by the journal as it is then. */
const checkByJournal = async (
  { redis, keys }: ModelWorld,
  model: Model,
  call: Call,
  reply: Reply,
): Promise<void> => {
  if (call.kind !== 'request' || call.isFree) return
  if (reply.status !== 'created' && !String(reply.status).startsWith('exceeds')) return
  const entries = await redis.xrange(keys.journal(bucketOf(account)), '-', '+')
  const lines = entries.map(([, pairs]) => fieldsOf(pairs))
  const job = jobIdOf(call.slot)
  const before = lines.filter((line) => line.job !== job)
  const { operatorLimit, ceiling, newServerCredits } = model
  const asked = {
    hold: call.bound,
    scopes: scopesOf(model, call).filter((scope) => scope !== 'server'),
    groups: call.groups ?? [],
    window: windowNow(model),
    month: monthAt(model.nowMs),
    monthAt,
    operatorLimit,
    ceiling,
    newServerCredits,
    bonuses: bonusesBefore(call.leave === 'none' ? [] : lines, job),
  }
  const fault = admissionFault(before, asked, reply)
  if (fault !== undefined) throw new Error(fault)
}

/** Runs calls on the store and on the model side by side. */
export const createRun = (world: ModelWorld, model: Model) => {
  const read = createAuditor(world)
  let last: Call | undefined
  let before: Audit | undefined
  let operations = 0

  const call = async (made: Call, isRepeat = false): Promise<void> => {
    operations += 1
    const expected = answerOf(model, made)
    const reply = await perform(world, model, made)
    await checkByJournal(world, model, made, reply)
    if (!isDeepStrictEqual(reply, expected)) expect(reply, JSON.stringify(made)).toEqual(expected)
    const audit = await read(model)
    if (before !== undefined && changesNothing(made, reply, isRepeat)) {
      // Which forgets old months with any hold.
      const name = world.keys.operatorFigures.slice(world.prefix.length)
      const found = { ...audit.contents, [name]: before.contents[name] }
      if (!isDeepStrictEqual(found, before.contents))
        expect(found, JSON.stringify(made)).toEqual(before.contents)
    }
    compare(audit, model)
    checkAdmission(model, made, reply, audit, before)
    before = audit
    last = made
  }

  const refuseNonsense = async ({ slot, pick }: DeedOf<'nonsense'>): Promise<void> => {
    operations += 1
    const threw = await nonsense(world, model, slot, pick).then(
      (answer) => answer,
      () => 'threw',
    )
    expect(threw).toBe('threw')
    const audit = await read(model)
    if (before !== undefined && !isDeepStrictEqual(audit.contents, before.contents))
      expect(audit.contents).toEqual(before.contents)
  }

  return {
    async perform(deed: Deed): Promise<void> {
      if (deed.kind === 'nonsense') await refuseNonsense(deed)
      const isRepeat = deed.kind === 'again' && !deed.otherwise
      for (const made of callsOf(model, deed, last)) await call(made, isRepeat)
    },
    call,
    operations: () => operations,
  }
}

/** The shortest way on from each state to an end that nothing more can be done about. */
const wayOut: Readonly<Record<string, JobOperation>> = {
  requested: 'void',
  accepted: 'void',
  submitting: 'uncertain',
  uncertain: 'book',
  submitted: 'expire',
  ready: 'post',
  withheld: 'post',
}

/** Drives every job to an end, and has its member told. */
export const endAll = async ({ call }: ReturnType<typeof createRun>, model: Model): Promise<void> => {
  for (const [slot, job] of model.jobs) {
    for (let way = wayOut[job.state]; way !== undefined; way = wayOut[job.state]) {
      if (job.dueMs !== undefined) await call(takeCall(model, slot))
      await call(stepCall(model, slot, way, 'own', unfinished))
    }
    if (job.dueMs !== undefined) await call({ kind: 'told', slot, epoch: job.epoch })
  }
}

/** A model as a history begins. */
export const modelOf = (history: History): Model => createModel(history)
