import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../../studio/kit/clock.ts'

/** Enough turns of the event loop for any call or acknowledgement on this machine to arrive. */
const turnsUntilArrived = 100

/**
 * A `wait` for a bot that moves the clock instead of waiting. Whatever is under way arrives first: a jump of the clock
 * must not overtake an acknowledgement that the bot has sent.
 */
export const passTime =
  (clock: Clock) =>
  async (spanMs: number): Promise<void> => {
    for (let turn = 0; turn < turnsUntilArrived; turn += 1) await nextTurn()
    clock.advance(spanMs)
  }
