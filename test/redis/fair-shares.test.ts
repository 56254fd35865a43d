import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { AccountId } from '../../src/core/target.ts'
import { newJobId } from '../support/ledger/operator.ts'
import { openStoreWorld } from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const accounts = ['discord:1', 'discord:2', 'discord:3', 'slack:T1'] as const satisfies readonly AccountId[]

const histories = fc.record({
  limit: fc.integer({ min: 0, max: 40 }),
  ceilings: fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }), {
    minLength: accounts.length,
    maxLength: accounts.length,
  }),
  holds: fc.array(fc.record({ by: fc.nat(accounts.length - 1), cost: fc.integer({ min: 0, max: 12 }) }), {
    maxLength: 25,
  }),
})

test('a server is refused for the others’ shares only where these leave less than it would hold', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ limit, ceilings, holds }) => {
      const world = openStoreWorld({ servers: [], operatorLimit: microcredits(limit) })
      try {
        for (const [index, account] of accounts.entries()) {
          const ceiling = ceilings[index]
          await world.allowlist.allow(account, ceiling === undefined ? undefined : microcredits(ceiling))
        }
        const used = accounts.map(() => 0)
        const active = new Set<number>()
        /** The equal part of each active server, at most its ceiling, all multiplied by their number. */
        const partOf = (index: number, parts: number) =>
          Math.min(limit, parts * (ceilings[index] ?? Infinity))
        const expected = (by: number, cost: number): string => {
          const own = used[by] ?? 0
          if (cost > (ceilings[by] ?? Infinity) - own) return 'exceeds_ceiling'
          const left = limit - used.reduce((sum, each) => sum + each, 0)
          if (cost > left) return 'exceeds_operator'
          const others = [...active].filter((index) => index !== by)
          const parts = others.length + 1
          const kept = others.map((index) => Math.max(0, partOf(index, parts) - parts * (used[index] ?? 0)))
          const free = parts * left - kept.reduce((sum, each) => sum + each, 0)
          return parts * cost <= Math.max(limit - parts * own, free) ? 'held' : 'exceeds_share'
        }
        for (const { by, cost } of holds) {
          const ought = expected(by, cost)
          const account = accounts[by] ?? accounts[0]
          const { status } = await world.operator.hold(newJobId(), microcredits(cost), account)
          expect(status).toBe(ought)
          if (status !== 'held') continue
          used[by] = (used[by] ?? 0) + cost
          active.add(by)
        }
      } finally {
        world.close()
      }
    }),
    { numRuns: runs(30, 1_000) },
  )
})
