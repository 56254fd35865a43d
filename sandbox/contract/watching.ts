import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import type { Callbacks } from './callbacks.ts'
import { endpoints } from './endpoints.ts'
import type { Order } from './requests.ts'
import { Differs, demand, shown } from './row.ts'
import { type Fields, textOf } from './values.ts'
import type { Answer } from './wire.ts'

/** A task's record as the first and as the last look-up found it. */
export type Watched = { readonly first: Fields; readonly last: Fields }

/** What watching a task takes. */
export type WatchOptions = {
  readonly lookUp: (conversionType: ConversionType, taskId: string) => Promise<Fields>
  readonly callbacks: Callbacks
  /** Milliseconds, for what lasts. */
  readonly now: () => number
  /** How long a task may take at least; six times the service's own estimate where that is more. */
  readonly patienceMs: number
}

const endings: readonly string[] = ['COMPLETED', 'ERROR', 'FAILED']

/** Pauses between look-ups: a share of the estimate at first, growing to a quarter of it. */
const pauseBetween = (etaSeconds: number, lookUps: number): number => {
  const first = Math.min(10_000, Math.max(200, etaSeconds * 100))
  const most = Math.min(15_000, Math.max(1500, etaSeconds * 250))
  return Math.min(most, first * 1.3 ** lookUps)
}

/**
 * Looks a task up until it has ended, well or not: at once when a callback comes, and else after pauses.
 * Throws Differs when it does not end.
 */
export const watchTask = async (
  { endpoint }: Order,
  { body }: Answer,
  callbackName: string,
  { lookUp, callbacks, now, patienceMs }: WatchOptions,
): Promise<Watched> => {
  const { conversionType } = endpoints[endpoint]
  const taskId = textOf(body, 'task_id')
  demand(taskId !== '', 'the answer to the order names no task_id')
  const eta = typeof body.eta === 'number' ? Math.max(0, body.eta) : 0
  const deadlineMs = now() + Math.max(patienceMs, eta * 6000)
  const first = await lookUp(conversionType, taskId)
  let last = first
  for (let lookUps = 0; !endings.includes(textOf(last, 'status')); lookUps += 1) {
    if (now() > deadlineMs)
      throw new Differs(`${endpoint}: the task does not end; its status is ${shown(last.status)}`)
    await callbacks.next(callbackName, pauseBetween(eta, lookUps))
    last = await lookUp(conversionType, taskId)
  }
  return { first, last }
}
