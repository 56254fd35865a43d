import { perCredit } from '../../core/credits.ts'
import { requestNote } from '../../core/job/change.ts'
import type { CostSource } from '../../core/job/job.ts'
import type { JobStep, StepFacts } from '../../core/job/job-step.ts'
import type { JobAtHand, JobStore } from '../../core/job/job-store.ts'
import type { Log } from '../../core/log.ts'
import { accountOf } from '../../core/target.ts'

/** Hears of every step of every job, once. Never throws. */
export type HearStep = (step: JobStep) => void

/** The calls of the store that may be a step of a job. */
const methods = [
  'request',
  'approve',
  'accept',
  'submitted',
  'returnToAccepted',
  'uncertain',
  'void',
  'fail',
  'book',
  'ready',
  'finish',
  'wakeAt',
  'cancel',
  'correct',
] as const satisfies readonly (keyof JobStore)[]

type Method = (typeof methods)[number]

/** A call and its result. */
type Call = {
  [Name in Method]: {
    method: Name
    args: Parameters<JobStore[Name]>
    result: Awaited<ReturnType<JobStore[Name]>>
  }
}[Method]

/** What a call changed; the cost comes second, because it follows from what came first. */
const factsOf = ({ method, args, result }: Call): readonly StepFacts[] => {
  if (method === 'request' || method === 'approve') {
    const [{ bound }] = args
    switch (result.status) {
      case 'created':
      case 'exists':
        return [{ step: 'asked', held: bound }]
      case 'differs':
      case 'dropped':
      case 'decided':
        return []
      default:
        return [{ step: 'refused', why: result.status }]
    }
  }
  const [{ estimate, held = estimate }] = args
  const reserved = estimate ?? held
  if (method === 'correct') {
    const [, { amount, source }] = args
    return result === 'corrected' ? [{ step: 'settled', charged: amount, held: reserved, by: source }] : []
  }
  if (result.status !== 'moved' && result.status !== 'voided') return []
  const { charged } = result
  let by: CostSource = 'final'
  if (method === 'ready') by = args[2].source
  if (method === 'book') by = estimate === undefined ? 'hold' : 'estimate'
  const settled: readonly StepFacts[] =
    charged === undefined ? [] : [{ step: 'settled', charged, held: reserved, by }]
  switch (method) {
    case 'accept':
      return [{ step: 'accepted' }]
    case 'submitted': {
      const [, { taskId, etaSeconds, estimate: told }] = args
      return [{ step: 'submitted', task: taskId, etaSeconds, held: told ?? held }]
    }
    case 'returnToAccepted':
      return charged === undefined ? [] : [{ step: 'voided', why: 'not_sent' }, ...settled]
    case 'uncertain':
      return [{ step: 'uncertain' }]
    case 'void':
      return [{ step: 'voided', why: args[1] }, ...settled]
    case 'cancel':
      return [{ step: 'cancelled' }, ...settled]
    case 'fail':
      return [{ step: 'failed' }, ...settled]
    case 'book':
      return [{ step: args[1], why: args[2] }, ...settled]
    case 'ready':
      return [{ step: 'finished', outputs: args[1].outputs.length }, ...settled]
    case 'wakeAt':
      return args[2] === 'deliverTries' ? [{ step: 'undelivered' }] : []
    case 'finish':
      return [{ step: args[1] }]
  }
}

/** What a line tells of a job; a request has no time yet. */
type Told = Pick<JobAtHand, 'id' | 'target' | 'feature' | 'createdAtMs' | 'notes'>

/** Calls whose reply was lost are kept until they are repeated; most repeats follow soon. */
const unheardMax = 10_000

/**
 * The same store, which tells of every step of a job: once, when its call says that it changed something. If that
 * answer was lost, the repeated call of the same process tells it.
 */
export const withSteps = (
  store: JobStore,
  { now, hear }: { now: () => number; hear: HearStep },
): JobStore => {
  const unheard = new Set<string>()
  const told = Object.fromEntries(
    methods.map((method) => [
      method,
      async (...args: Call['args']) => {
        const { id, target, feature, createdAtMs, notes }: Told = args[0]
        const call = `${method} ${id}`
        const perform = store[method] as (...args: Call['args']) => Promise<Call['result']>
        const result = await perform(...args).catch((error: unknown) => {
          if (unheard.size < unheardMax) unheard.add(call)
          throw error
        })
        const isRepeat =
          typeof result !== 'string' &&
          (result.status === 'exists' || ('isRepeat' in result && result.isRepeat))
        if (isRepeat && !unheard.has(call)) return result
        unheard.delete(call)
        try {
          for (const facts of factsOf({ method, args, result } as Call))
            hear({
              job: id,
              server: accountOf(target),
              platform: target.platform,
              feature,
              request: notes?.[requestNote],
              spanMs: createdAtMs === undefined ? undefined : Math.max(0, now() - createdAtMs),
              ...facts,
            })
        } catch {
          // A step that can't be told is done all the same, and its caller must know that.
        }
        return result
      },
    ]),
  )
  return { ...store, ...told }
}

/** Writes one line per step, except for tries that have a warning of their own. Amounts are in credits. */
export const logSteps =
  (log: Log): HearStep =>
  ({ step, platform: _, ...facts }) => {
    if (step === 'undelivered') return
    const credits: Record<string, number> = {}
    if ('held' in facts && facts.held !== undefined) credits.held = facts.held / perCredit
    if ('charged' in facts) credits.charged = facts.charged / perCredit
    log.info(`job ${step}`, { ...facts, ...credits })
  }
