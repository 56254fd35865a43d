import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerProperty } from '../../support/ledger/model-property.ts'
import { connectModel } from '../../support/ledger/model-world.ts'
import { startCluster } from '../../support/redis/cluster.ts'
import { runs } from '../../support/suite/runs.ts'

const operationsMin = runs(500, 20_000)
const historiesAtOnce = runs(4, 8)
const patienceMs = 900_000

let cluster: Awaited<ReturnType<typeof startCluster>>

beforeAll(async () => {
  cluster = await startCluster()
  for (const { redis } of cluster.nodes) await redis.config('SET', 'appendonly', 'no')
})
afterAll(() => cluster.stop())

test(
  'in a cluster of three primaries, too, the ledger is what plain arithmetic says',
  async () => {
    let operations = 0
    const live = async (): Promise<void> => {
      const connection = connectModel(cluster.url)
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
