import fc from 'fast-check'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRecord, JobState } from '../../src/core/job.ts'
import { twoTakes } from './outcome.ts'
import { giveBudget, jobRequest, limitMember, type StoreWorld } from './store-world.ts'

/** Those who ask; a job's slot says who asked for it. */
export const members = ['member-1', 'member-2'] as const
export type Member = (typeof members)[number]

const asks = [
  'all that is left',
  'one too many',
  'all that the member may',
  'one too many for the member',
] as const

/** One thing that may happen to the ledger. Jobs are named by a slot; a slot's first request makes its job. */
export type Deed =
  | { kind: 'limit'; millionths: number }
  | { kind: 'member limit'; member: Member | undefined; millionths: number | undefined }
  | { kind: 'request'; slot: number; amount: number | (typeof asks)[number] }
  | { kind: 'submitted'; slot: number; estimate: number | undefined }
  | { kind: 'ready'; slot: number; cost: number }
  | { kind: Exclude<Step, 'submitted' | 'ready'>; slot: number }
  | { kind: 'some step that is due'; pick: number; credits: number }
  | { kind: 'days pass'; days: number }

type Step = keyof typeof steps

interface ModelJob {
  state: JobState
  /** It goes by no epoch, so that to say it again is always to say the same again. */
  isAccepted: boolean
  hold: number
  spent: number
  window: string
  member: Member
}

/** What the ledger ought to be, in plain numbers. */
interface Model {
  limit: number | undefined
  /** By member; undefined is everyone without a limit of their own. */
  memberLimits: Map<Member | undefined, number>
  jobs: Map<number, ModelJob>
}

const slots = 12
const slot = fc.nat(slots - 1)
const amount = fc.oneof(fc.constantFrom(0, 1), fc.nat(400_000))
const asked = fc.oneof({ arbitrary: amount, weight: 3 }, fc.constantFrom(...asks))

const on = <K extends string>(kind: K) => fc.record({ kind: fc.constant(kind), slot })

const limit = fc.record({ kind: fc.constant('limit' as const), millionths: fc.nat(2_000_000) })

/** Any deed; most steps come at a wrong time and have to be refused, so many of those that are due are thrown in. */
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  limit,
  fc.record({
    kind: fc.constant('member limit' as const),
    member: fc.constantFrom(...members, undefined),
    millionths: fc.option(fc.oneof(fc.constant(0), fc.nat(1_000_000)), { nil: undefined }),
  }),
  { arbitrary: fc.record({ kind: fc.constant('request' as const), slot, amount: asked }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('some step that is due' as const),
      ...{ pick: fc.nat(1_000), credits: amount },
    }),
    weight: 10,
  },
  on('accept' as const),
  on('begin submit' as const),
  fc.record({
    kind: fc.constant('submitted' as const),
    slot,
    estimate: fc.option(amount, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('ready' as const), slot, cost: amount }),
  on('return' as const),
  on('uncertain' as const),
  on('void' as const),
  on('fail' as const),
  on('book' as const),
  on('expire' as const),
  fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 20 }) }),
)

/** What may happen to a server: most begin with a limit, for without one nothing else is taken. */
export const anyHistory: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(
    fc.oneof({ arbitrary: fc.tuple(limit), weight: 9 }, fc.constant([])),
    fc.array(anyDeed, { maxLength: 120, size: 'max' }),
  )
  .map((parts) => parts.flat())

/** From where each step leads where, and what it makes of the hold: kept, freed, or spent. */
const steps = {
  accept: { from: ['requested'], to: 'accepted', hold: 'kept' },
  'begin submit': { from: ['accepted'], to: 'submitting', hold: 'kept' },
  submitted: { from: ['submitting', 'uncertain'], to: 'submitted', hold: 'kept' },
  return: { from: ['submitting', 'uncertain'], to: 'accepted', hold: 'kept' },
  uncertain: { from: ['submitting'], to: 'uncertain', hold: 'kept' },
  void: { from: ['requested', 'accepted', 'submitting', 'uncertain'], to: 'voided', hold: 'freed' },
  fail: { from: ['submitted', 'booked', 'expired'], to: 'failed', hold: 'freed' },
  book: { from: ['uncertain'], to: 'booked', hold: 'spent' },
  expire: { from: ['submitted'], to: 'expired', hold: 'spent' },
  ready: {
    from: ['submitting', 'uncertain', 'submitted', 'booked', 'expired'],
    ...{ to: 'ready', hold: 'spent' },
  },
} as const satisfies Record<
  string,
  { from: readonly JobState[]; to: JobState; hold: 'kept' | 'freed' | 'spent' }
>

/** Those that lead on; a job may be voided at almost any time, and most would be. */
const stepsOn = (Object.keys(steps) as Step[]).filter((kind) => kind !== 'void')

const isDue = (kind: Step, state: JobState): boolean => {
  const from: readonly JobState[] = steps[kind].from
  return from.includes(state)
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, each) => sum + each, 0)

const memberOf = (slotNumber: number): Member => members[slotNumber % 2 === 0 ? 0 : 1]

/** What is spent and held in a window, by all or by one member. */
const usedIn = ({ jobs }: Model, window: string, member?: Member) => {
  const counted = [...jobs.values()].filter(
    (job) => job.window === window && (member === undefined || job.member === member),
  )
  return {
    spent: sumOf(counted.map(({ spent }) => spent)),
    held: sumOf(counted.map(({ hold }) => hold)),
  }
}

/** Runs deeds on the store and on the model side by side. */
export const createLedgerModel = (world: StoreWorld) => {
  const model: Model = { limit: undefined, memberLimits: new Map(), jobs: new Map() }
  const requests = Array.from({ length: slots }, (_, number) => jobRequest({}, { member: memberOf(number) }))

  const windowNow = (): string => `month:${new Date(world.clock.now()).toISOString().slice(0, 7)}`
  const usedNow = (member?: Member) => usedIn(model, windowNow(), member)
  const leftOf = (limit: number, { spent, held }: ReturnType<typeof usedNow>): number => limit - spent - held
  const leftNow = (): number => leftOf(model.limit ?? 0, usedNow())
  const limitOf = (member: Member): number | undefined =>
    model.memberLimits.get(member) ?? model.memberLimits.get(undefined)
  const leftToMember = (member: Member): number => leftOf(limitOf(member) ?? Infinity, usedNow(member))
  const mayAsk = (member: Member): number => Math.min(leftNow(), leftToMember(member))

  const amountOf = ({ amount: wanted, slot: number }: Extract<Deed, { kind: 'request' }>): number => {
    switch (wanted) {
      case 'all that is left':
        return Math.max(0, leftNow())
      case 'one too many':
        return Math.max(0, leftNow() + 1)
      case 'all that the member may':
        return Math.max(0, mayAsk(memberOf(number)))
      case 'one too many for the member':
        return Math.max(0, mayAsk(memberOf(number)) + 1)
      default:
        return wanted
    }
  }

  const expectedOfRequest = (slotNumber: number, credits: number): string => {
    if (model.jobs.has(slotNumber)) return 'exists'
    if (model.limit === undefined) return 'no_budget'
    if (credits > leftNow()) return 'exceeds_server'
    return credits > leftToMember(memberOf(slotNumber)) ? 'exceeds_member' : 'created'
  }

  const request = async (slotNumber: number, credits: number): Promise<[string, string]> => {
    const expected = expectedOfRequest(slotNumber, credits)
    const known = requests[slotNumber]
    if (known === undefined) throw new Error('no such slot')
    const { status } = await world.store.request({ ...known, bound: microcredits(credits) })
    if (expected === 'created') {
      const job = { hold: credits, spent: 0, window: windowNow(), member: memberOf(slotNumber) }
      model.jobs.set(slotNumber, { state: 'requested', isAccepted: false, ...job })
    }
    return [status, expected]
  }

  const spend = (job: ModelJob, credits: number): void => {
    job.spent = credits
    job.hold = 0
  }

  const follow = (job: ModelJob, deed: Extract<Deed, { kind: Step }>): void => {
    const { to, hold } = steps[deed.kind]
    job.state = to
    if (deed.kind === 'accept') job.isAccepted = true
    if (deed.kind === 'submitted') job.hold = deed.estimate ?? job.hold
    if (hold === 'freed') spend(job, 0)
    if (hold === 'spent') spend(job, deed.kind === 'ready' ? deed.cost : job.hold)
  }

  const perform = (deed: Extract<Deed, { kind: Step }>, job: JobRecord) => {
    const { store } = world
    const sender = { ...job, epoch: job.submitEpoch ?? job.epoch }
    switch (deed.kind) {
      case 'accept':
        return store.accept(job, undefined)
      case 'begin submit':
        return store.beginSubmit(job, 1)
      case 'submitted': {
        const estimate = deed.estimate === undefined ? undefined : microcredits(deed.estimate)
        return store.submitted(sender, { taskId: 'task', etaSeconds: 1, estimate }, 1)
      }
      case 'return':
        return store.returnToAccepted(sender, 1)
      case 'uncertain':
        return store.uncertain(job)
      case 'void':
        return store.void(job, 'interrupted')
      case 'fail':
        return store.fail(job, undefined)
      case 'book':
        return store.book(job, 'booked', 'outcome_unknown')
      case 'expire':
        return store.book(job, 'expired', 'overdue')
      case 'ready':
        return store.ready(job, twoTakes, { amount: microcredits(deed.cost), source: 'final' })
    }
  }

  /** A worker takes the job up, under a new epoch. */
  const takeUp = async (jobId: string): Promise<JobRecord | undefined> => {
    const record = await world.store.read(jobId)
    return record && world.store.take(jobId, record.wake, 1)
  }

  const step = async (deed: Extract<Deed, { kind: Step }>): Promise<[string, string]> => {
    const known = requests[deed.slot]
    const record = known && (await takeUp(known.id))
    const job = model.jobs.get(deed.slot)
    if (record === undefined || job === undefined) return [String(record), String(job)]
    const { status } = await perform(deed, record)
    if (isDue(deed.kind, job.state)) {
      follow(job, deed)
      return [status, 'moved']
    }
    return [status, deed.kind === 'accept' && job.isAccepted ? 'moved' : 'refused']
  }

  const dueStep = ({ pick, credits }: Extract<Deed, { kind: 'some step that is due' }>) => {
    const all = [...model.jobs].flatMap(([slot, { state }]) =>
      stepsOn.filter((kind) => isDue(kind, state)).map((kind) => ({ kind, slot })),
    )
    const due = all[pick % all.length]
    return due && { ...due, estimate: credits, cost: credits }
  }

  return {
    /** Does it to both; answers with what the store said and what the model says it should. */
    async perform(deed: Deed): Promise<[said: string, expected: string]> {
      switch (deed.kind) {
        case 'limit':
          await giveBudget(world, deed.millionths)
          model.limit = deed.millionths
          return ['set', 'set']
        case 'member limit':
          await limitMember(world, deed.member, deed.millionths)
          if (deed.millionths === undefined) model.memberLimits.delete(deed.member)
          else model.memberLimits.set(deed.member, deed.millionths)
          return ['set', 'set']
        case 'days pass':
          world.clock.advance(deed.days * 86_400_000)
          return ['passed', 'passed']
        case 'request':
          return request(deed.slot, amountOf(deed))
        case 'some step that is due': {
          const due = dueStep(deed)
          return due === undefined ? ['nothing', 'nothing'] : step(due)
        }
        default:
          return step(deed)
      }
    },
    /** The figures of the window that is open now. */
    now: () => ({ ...usedNow(), left: leftNow() }),
    memberNow: (member: Member) => ({
      ...{ limit: limitOf(member), isOwn: model.memberLimits.has(member), granted: 0 },
      ...usedNow(member),
    }),
    /** By window, and by window and member: where something was ever held. */
    balances: () => {
      const balance = (window: string, member?: Member) => {
        const { spent, held } = usedIn(model, window, member)
        return { posted: spent, pending: held }
      }
      const jobs = [...model.jobs.values()]
      return {
        server: Object.fromEntries(jobs.map(({ window }) => [window, balance(window)])),
        members: Object.fromEntries(
          jobs.map(({ window, member }) => [`${window}|${member}`, balance(window, member)]),
        ),
      }
    },
  }
}
