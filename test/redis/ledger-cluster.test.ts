import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerProperty } from '../support/ledger/model-property.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { testRedisUrl } from '../support/redis/redis.ts'
import { runs } from '../support/suite/runs.ts'

const operationsMin = runs(500, 6_000, 20_000)
const historiesAtOnce = runs(4, 8)
const patienceMs = 900_000

test(
  'in a cluster of three primaries, too, the ledger is what plain arithmetic says',
  async () => {
    let operations = 0
    const live = async (): Promise<void> => {
      const connection = connectModel(testRedisUrl())
      const property = ledgerProperty(connection, (more) => {
        operations += more
      })
      try {
        while (operations < operationsMin) await fc.assert(property, { numRuns: runs(1, 2) })
      } finally {
        connection.redis.disconnect()
      }
    }
    await Promise.all(Array.from({ length: historiesAtOnce }, live))
    expect(operations).toBeGreaterThanOrEqual(operationsMin)
  },
  patienceMs,
)
