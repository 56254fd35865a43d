import fc from 'fast-check'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRecord, JobState } from '../../src/core/job.ts'
import { twoTakes } from './outcome.ts'
import { giveBudget, jobRequest, type StoreWorld } from './store-world.ts'

/** One thing that may happen to the ledger. Jobs are named by a slot; a slot's first request makes its job. */
export type Deed =
  | { kind: 'limit'; millionths: number }
  | { kind: 'request'; slot: number; amount: number | 'all that is left' | 'one too many' }
  | { kind: 'submitted'; slot: number; estimate: number | undefined }
  | { kind: 'ready'; slot: number; cost: number }
  | { kind: Exclude<Step, 'submitted' | 'ready'>; slot: number }
  | { kind: 'days pass'; days: number }

type Step = keyof typeof steps

interface ModelJob {
  state: JobState
  hold: number
  window: string
  hasEstimate: boolean
}

/** What the ledger ought to be, in plain numbers. */
interface Model {
  limit: number | undefined
  jobs: Map<number, ModelJob>
  posted: Map<string, number>
}

const slots = 6
const slot = fc.nat(slots - 1)
const amount = fc.oneof(fc.constantFrom(0, 1), fc.nat(400_000))
const asked = fc.oneof(
  { arbitrary: amount, weight: 3 },
  fc.constantFrom('all that is left' as const, 'one too many' as const),
)

const on = <K extends string>(kind: K) => fc.record({ kind: fc.constant(kind), slot })

/** Any deed; those that move jobs on are as likely as those that make them. */
export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('limit' as const), millionths: fc.nat(2_000_000) }),
  { arbitrary: fc.record({ kind: fc.constant('request' as const), slot, amount: asked }), weight: 4 },
  { arbitrary: on('accept' as const), weight: 3 },
  { arbitrary: on('begin submit' as const), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('submitted' as const),
      slot,
      estimate: fc.option(amount, { nil: undefined }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('ready' as const), slot, cost: amount }), weight: 2 },
  on('return' as const),
  on('uncertain' as const),
  on('void' as const),
  on('fail' as const),
  on('book' as const),
  on('expire' as const),
  fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 20 }) }),
)

/** From where each step leads where, and what it makes of the hold: kept, freed, or spent. */
const steps = {
  accept: { from: ['requested'], to: 'accepted', hold: 'kept' },
  'begin submit': { from: ['accepted'], to: 'submitting', hold: 'kept' },
  submitted: { from: ['submitting', 'uncertain'], to: 'submitted', hold: 'kept' },
  return: { from: ['submitting'], to: 'accepted', hold: 'kept' },
  uncertain: { from: ['submitting'], to: 'uncertain', hold: 'kept' },
  void: { from: ['requested', 'accepted', 'submitting', 'uncertain'], to: 'voided', hold: 'freed' },
  fail: { from: ['submitted'], to: 'failed', hold: 'freed' },
  book: { from: ['uncertain'], to: 'booked', hold: 'spent' },
  expire: { from: ['submitted'], to: 'expired', hold: 'spent' },
  ready: { from: ['submitted'], to: 'ready', hold: 'spent' },
} as const satisfies Record<
  string,
  { from: readonly JobState[]; to: JobState; hold: 'kept' | 'freed' | 'spent' }
>

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, each) => sum + each, 0)

const heldIn = ({ jobs }: Model, window: string): number =>
  sumOf([...jobs.values()].filter((job) => job.window === window).map(({ hold }) => hold))

/** Runs deeds on the store and on the model side by side. */
export const createLedgerModel = (world: StoreWorld) => {
  const model: Model = { limit: undefined, jobs: new Map(), posted: new Map() }
  const requests = Array.from({ length: slots }, () => jobRequest())

  const windowNow = (): string => `month:${new Date(world.clock.now()).toISOString().slice(0, 7)}`
  const postedIn = (window: string): number => model.posted.get(window) ?? 0
  const leftNow = (): number => (model.limit ?? 0) - postedIn(windowNow()) - heldIn(model, windowNow())

  const amountOf = (wanted: Extract<Deed, { kind: 'request' }>['amount']): number => {
    if (typeof wanted === 'number') return wanted
    return Math.max(0, leftNow() + (wanted === 'one too many' ? 1 : 0))
  }

  const expectedOfRequest = (slotNumber: number, credits: number): string => {
    if (model.jobs.has(slotNumber)) return 'exists'
    if (model.limit === undefined) return 'no_budget'
    return credits > leftNow() ? 'exceeds_server' : 'created'
  }

  const request = async (slotNumber: number, credits: number): Promise<[string, string]> => {
    const expected = expectedOfRequest(slotNumber, credits)
    const known = requests[slotNumber]
    if (known === undefined) throw new Error('no such slot')
    const { status } = await world.store.request({ ...known, bound: microcredits(credits) })
    if (expected === 'created') {
      const job = { state: 'requested', hold: credits, window: windowNow(), hasEstimate: false } as const
      model.jobs.set(slotNumber, job)
    }
    return [status, expected]
  }

  const spend = (job: ModelJob, credits: number): void => {
    model.posted.set(job.window, postedIn(job.window) + credits)
    job.hold = 0
  }

  const follow = (job: ModelJob, deed: Extract<Deed, { kind: Step }>): void => {
    const { to, hold } = steps[deed.kind]
    job.state = to
    if (deed.kind === 'submitted') job.hold = deed.estimate ?? job.hold
    if (hold === 'freed') job.hold = 0
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

  const step = async (deed: Extract<Deed, { kind: Step }>): Promise<[string, string]> => {
    const known = requests[deed.slot]
    const record = known && (await world.store.read(known.id))
    const job = model.jobs.get(deed.slot)
    if (record === undefined || job === undefined) return [String(record), String(job)]
    const from: readonly JobState[] = steps[deed.kind].from
    const expected = from.includes(job.state) ? 'moved' : 'refused'
    const { status } = await perform(deed, record)
    if (expected === 'moved') follow(job, deed)
    return [status, expected]
  }

  return {
    /** Does it to both; answers with what the store said and what the model says it should. */
    async perform(deed: Deed): Promise<[said: string, expected: string]> {
      switch (deed.kind) {
        case 'limit':
          await giveBudget(world, deed.millionths)
          model.limit = deed.millionths
          return ['set', 'set']
        case 'days pass':
          world.clock.advance(deed.days * 86_400_000)
          return ['passed', 'passed']
        case 'request':
          return request(deed.slot, amountOf(deed.amount))
        default:
          return step(deed)
      }
    },
    /** The figures of the window that is open now. */
    now: () => ({ spent: postedIn(windowNow()), held: heldIn(model, windowNow()), left: leftNow() }),
    /** Every window in which something was ever held. */
    balances: () => {
      const windows = new Set([...model.jobs.values()].map(({ window }) => window))
      return Object.fromEntries(
        [...windows].map((window) => [window, { posted: postedIn(window), pending: heldIn(model, window) }]),
      )
    },
  }
}
