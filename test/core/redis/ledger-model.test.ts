import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOf } from '../../../src/core/target.ts'
import { target } from '../../support/invocation.ts'
import { type Balance, replay, replayMembers } from '../../support/journal-replay.ts'
import { anyHistory, createLedgerModel, type Deed, members } from '../../support/ledger-model.ts'
import { runs } from '../../support/runs.ts'
import { journalOf, openStoreWorld } from '../../support/store-world.ts'

const account = accountOf(target())

const named = (balances: Readonly<Record<string, Balance>>) =>
  Object.fromEntries(Object.entries(balances).map(([name, balance]) => [`${account}|${name}`, balance]))

const check = async (deeds: readonly Deed[]): Promise<void> => {
  const world = openStoreWorld()
  try {
    const model = createLedgerModel(world)
    for (const deed of deeds) {
      const [said, expected] = await model.perform(deed)
      expect(said).toBe(expected)
      const { spent, held, left } = await world.budgets.read(account)
      expect({ spent, held, left }).toEqual(model.now())
      const eachMember = members.map((member) => world.budgets.readMember(account, member))
      expect(await Promise.all(eachMember)).toEqual(members.map(model.memberNow))
    }
    const journal = await journalOf(world)
    expect(replay(journal)).toEqual(named(model.balances().server))
    expect(replayMembers(journal)).toEqual(named(model.balances().members))
  } finally {
    world.close()
  }
}

const patienceMs = 900_000 // a failure is made as small as possible, which takes its time

test(
  'whatever happens, in whatever order, the ledger is what plain arithmetic says, and so is its journal',
  async () => {
    await fc.assert(fc.asyncProperty(anyHistory, check), { numRuns: runs(60, 1_000) })
  },
  patienceMs,
)
