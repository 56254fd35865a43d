import type { ErrorStatus } from './errors.ts'

/** What shall happen to the next submission instead of plain success; one plan serves one submission. */
export type Plan = {
  /** The task is accepted and ends with this reason. */
  readonly fail?: string
  /** The final status of a failed task; both mean the same to a caller. */
  readonly failStatus?: 'ERROR' | 'FAILED'
  /** The submission is refused with this HTTP status. */
  readonly refuse?: ErrorStatus
  /** The submission is flagged with this reason. */
  readonly flag?: string
  /** The task stays in the queue this much longer. */
  readonly delayMs?: number
  /** What the task costs in the end, in credits, whatever was estimated. */
  readonly cost?: number
}

/** The plans for submissions to come, first in, first out. */
export type Plans = {
  readonly add: (plan: Plan) => void
  readonly take: () => Plan
  readonly clear: () => void
}

const refusalStatuses: readonly number[] = [400, 401, 402, 403, 404, 409, 422, 429, 500]

const checks: Readonly<Record<keyof Plan, (given: unknown) => boolean>> = {
  fail: (given) => typeof given === 'string',
  failStatus: (given) => given === 'ERROR' || given === 'FAILED',
  refuse: (given) => typeof given === 'number' && refusalStatuses.includes(given),
  flag: (given) => typeof given === 'string',
  delayMs: (given) => typeof given === 'number' && given >= 0,
  cost: (given) => typeof given === 'number' && given >= 0,
}

const isPlanEntry = ([name, given]: readonly [string, unknown]): boolean =>
  Object.hasOwn(checks, name) && checks[name as keyof Plan](given)

/** Whether something from outside is a plan. */
export const isPlan = (given: unknown): given is Plan =>
  typeof given === 'object' && given !== null && Object.entries(given).every(isPlanEntry)

/** An empty list of plans. */
export const createPlans = (): Plans => {
  let waiting: Plan[] = []
  return {
    add: (plan) => {
      waiting = [...waiting, plan]
    },
    take: () => {
      const [first = {}, ...rest] = waiting
      waiting = rest
      return first
    },
    clear: () => {
      waiting = []
    },
  }
}
