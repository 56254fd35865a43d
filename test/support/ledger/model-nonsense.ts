import type { Microcredits } from '../../../src/core/credits.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { twoTakes } from '../service/outcome.ts'
import type { Model } from './model.ts'
import { account, atHand } from './model-store.ts'

/** What only a bug could hand over as an amount. */
const noAmounts: readonly number[] = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]

type Nonsense = (world: StoreWorld, model: Model, slot: number, amount: Microcredits) => Promise<unknown>

const change = { account, eventId: 'event-of-nonsense', actor: 'admin-1' } as const

const all: readonly Nonsense[] = [
  ({ store }, model, slot, amount) =>
    store.ready({ ...atHand(model, slot), epoch: 0 }, twoTakes, { amount, source: 'final' }),
  ({ store }, model, slot, amount) => store.correct(atHand(model, slot), { amount, source: 'final' }),
  ({ store }, model, slot, estimate) =>
    store.submitted({ ...atHand(model, slot), epoch: 0 }, { taskId: 'task', etaSeconds: 1, estimate }, 1),
  ({ store }, model, slot, amount) =>
    store.correct({ ...atHand(model, slot), id: 'no job id' }, { amount, source: 'final' }),
  ({ budgets }, _, __, limit) =>
    budgets.setLimit({ ...change, limit, period: 'month', zone: 'Atlantis/Poseidonis' }),
]

/** Calls the store with what no honest caller has; it has to throw, and to leave everything as it is. */
export const nonsense = async (
  world: StoreWorld,
  model: Model,
  slot: number,
  pick: number,
): Promise<unknown> => {
  const amount = noAmounts[pick % noAmounts.length] ?? -1
  return all[pick % all.length]?.(world, model, slot, amount as Microcredits)
}
