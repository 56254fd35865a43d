import { z } from 'zod'
import { lookUpDialect } from '../dialects/look-up.ts'
import { webhookDialect } from '../webhooks/dialect.ts'

/** What happens to the next submission instead of plain success; one plan serves one submission. */
export const plan = z
  .strictObject({
    /** The task is accepted and ends with this reason. */
    fail: z.string(),
    /** The final status of a failed task; both mean the same to a caller. */
    failStatus: z.enum(['ERROR', 'FAILED']),
    /** The submission is refused with this HTTP status. */
    refuse: z.literal([400, 401, 402, 403, 404, 409, 422, 429, 500]),
    /** The submission is flagged with this reason. */
    flag: z.string(),
    /** The task stays in the queue this much longer. */
    delayMs: z.number().min(0),
    /** The task stays in the queue until the control lets it go. */
    neverEnds: z.boolean(),
    /** What the task costs in the end, in credits, whatever was estimated. */
    cost: z.number().min(0),
    /** How look-ups of the task differ from the settings. */
    lookUp: lookUpDialect,
    /** How callbacks of the task differ from the settings. */
    webhooks: webhookDialect,
  })
  .partial()

export type Plan = z.output<typeof plan>

/** The plans for submissions to come, first in, first out. */
export type Plans = {
  readonly add: (plan: Plan) => void
  readonly take: () => Plan
  readonly clear: () => void
}

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
