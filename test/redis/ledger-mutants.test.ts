import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerProperty } from '../support/ledger/model-property.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { mutantSeed, mutants, sourceOf, tamperWith } from '../support/ledger/mutants.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { runs } from '../support/suite/runs.ts'

/** Within so many histories the model has to notice a mistake. */
const historiesMax = 600

let server: PrivateRedis

beforeAll(async () => {
  server = await startPrivateRedis()
})
afterAll(() => server.stop())

/**
 * What becomes of the property of the model test where every script is changed like this: in so many
 * histories, from the one of this number on.
 */
const outcomeOf = async (tamper: (source: string) => string, numRuns: number, from = 0) => {
  const connection = connectModel(server.url, tamper)
  await connection.redis.call('CONFIG', 'SET', 'appendonly', 'no')
  try {
    return await fc.check(
      ledgerProperty(connection, () => undefined),
      { seed: mutantSeed, path: String(from), numRuns, endOnFailure: true },
    )
  } finally {
    connection.redis.disconnect()
  }
}

const reasonOf = ({ errorInstance }: { errorInstance: unknown }): string =>
  errorInstance instanceof Error ? errorInstance.message : String(errorInstance)

test('the scripts as they are pass', async () => {
  expect(await outcomeOf((source) => source, runs(3, 20))).toMatchObject({ failed: false })
})

test.each(mutants)('the model notices when $name', async (mutant) => {
  expect(sourceOf(mutant).split(mutant.right)).toHaveLength(2)
  // The number of a history that shows it; after a change of the model another one may.
  const atOnce = await outcomeOf(tamperWith(mutant), 1, mutant.history)
  const outcome = atOnce.failed ? atOnce : await outcomeOf(tamperWith(mutant), historiesMax)
  expect(outcome.failed).toBe(true)
  // A script that Redis cannot run at all would be noticed by anything.
  expect(reasonOf(outcome)).not.toMatch(/user_script|compiling|NOSCRIPT/i)
  if (mutant.law === 'I8') expect(reasonOf(outcome)).toMatch(/^\d+ was (refused|accepted)/)
})
