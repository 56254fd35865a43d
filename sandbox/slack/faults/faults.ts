import type { World } from '../state.ts'
import { addresses, readFault } from './schema.ts'
import { noFaults } from './store.ts'

/** Lets the stand-in fail as Slack and the way to it can. */
export interface Faults {
  /**
   * Adds a failure to come, such as `{ method: 'chat.postMessage', answer: 'lost', times: 2 }`. Those that are asked for
   * first happen first.
   *
   * @throws InvalidFault with the `field` that makes no sense
   */
  add(fault: unknown): void
  /** From now on nothing fails any more. */
  clear(): void
}

/** The faults of one stand-in, which serves these methods. */
export const createFaults = (world: World, methods: ReadonlySet<string>): Faults => {
  const targets = new Set([...methods, ...addresses])
  return {
    add: (value) => {
      const { kind, fault } = readFault(value, targets)
      switch (kind) {
        case 'call':
          world.faults.calls.push(fault)
          return
        case 'shares':
          world.faults.shares.push(fault)
      }
    },
    clear: () => {
      world.faults = noFaults()
    },
  }
}
