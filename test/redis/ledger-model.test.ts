import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerProperty } from '../support/ledger/model-property.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { startPrivateRedis } from '../support/redis/private-redis.ts'
import { ledgerOperations, runs } from '../support/suite/runs.ts'

const historiesAtOnce = runs(4, 16)
const patienceMs = Math.max(900_000, ledgerOperations * 36) // a failure is made as small as possible, which takes its time

test(
  'whatever happens, in whatever order, the ledger is what plain arithmetic says, and so is its journal',
  async () => {
    const server = await startPrivateRedis()
    let operations = 0
    const live = async (): Promise<void> => {
      const connection = connectModel(server.url)
      await connection.redis.call('CONFIG', 'SET', 'appendonly', 'no') // what a crash leaves is another test's
      const property = ledgerProperty(connection, (more) => {
        operations += more
      })
      while (operations < ledgerOperations) await fc.assert(property, { numRuns: runs(1, 5) })
      connection.redis.disconnect()
    }
    try {
      await Promise.all(Array.from({ length: historiesAtOnce }, live))
    } finally {
      await server.stop()
    }
    expect(operations).toBeGreaterThanOrEqual(ledgerOperations)
  },
  patienceMs,
)
