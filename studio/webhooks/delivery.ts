import type { News } from './news.ts'

/**
 * waiting: to be sent when it is due. held: until the control lets it go. answered: with 2xx. given up: never
 * answered with 2xx. lost: a fault wanted it so. skipped: its address is not on this machine.
 */
export type DeliveryState = 'waiting' | 'held' | 'answered' | 'given up' | 'lost' | 'skipped'

/** One callback, as it is kept until it is answered and beyond. */
export type Delivery = {
  readonly id: string
  /** Greater for those that were written later. */
  readonly order: number
  readonly taskId: string
  readonly url: string
  readonly news: News['kind']
  readonly body: Readonly<Record<string, unknown>>
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAtMs: number
  /** What came of the last attempt: "HTTP 204", or why there was no answer; empty before the first. */
  readonly lastAnswer: string
}
