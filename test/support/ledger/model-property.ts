import fc from 'fast-check'
import { expect } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { readBooks } from '../judge/books.ts'
import { judgeEnd } from '../judge/ledger.ts'
import { anyHistory, type History } from './model-deeds.ts'
import { createRun, endAll, modelOf } from './model-run.ts'
import { account } from './model-store.ts'
import { type ModelConnection, openModelWorld } from './model-world.ts'

/**
 * Lives a history through, on the store and in plain arithmetic. Answers with how many operations that were.
 */
export const live = async (connection: ModelConnection, history: History): Promise<number> => {
  const model = modelOf(history)
  const world = openModelWorld(connection, model, history)
  const { ceiling } = history
  if (ceiling !== undefined) await world.allowlist.allow(account, microcredits(ceiling))
  const run = createRun(world, model)
  for (const deed of history.deeds) await run.perform(deed)
  await endAll(run, model)
  // No worker lives in the model, so what is over for its ledger still waits for its next step.
  const left = /:(?!open$)\w+$/
  expect(judgeEnd(await readBooks(world.redis, world.prefix), left, model.nowMs)).toEqual([])
  return run.operations()
}

/**
 * Whatever happens, in whatever order, the ledger is what plain arithmetic says. `count`
 * hears of each history's operations.
 */
export const ledgerProperty = (connection: ModelConnection, count: (operations: number) => void) =>
  fc.asyncProperty(anyHistory, async (history) => count(await live(connection, history)))
