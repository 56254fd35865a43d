import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import type { LimitOf } from '../../../src/core/ledger/budget.ts'
import { boundsOf, tightestOf } from '../../../src/core/ledger/credits-text.ts'
import { accountOf } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { usualCost } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const account = accountOf(target())
const change = { account, actor: 'admin-1' }

const limit = (of: LimitOf, millionths: number) =>
  world.budgets.setShareLimit({
    ...change,
    eventId: JSON.stringify(of),
    of,
    limit: microcredits(millionths),
  })

/** What is said of the credits below the result. */
const saidOfCredits = (): string =>
  (world.platform.messages[0]?.message.blocks ?? [])
    .flatMap((block) => (block.kind === 'line' ? block.facts : []))
    .flatMap(({ value }) => (/credits/.test(String(value)) ? [String(value)] : []))
    .join()

/** What `/credits` calls left, in millionths. */
const leftByCredits = async (groups: readonly string[] = []): Promise<number | undefined> =>
  tightestOf(boundsOf(await world.budgets.readFor(target(), groups, [])))?.left

const everyKind: readonly LimitOf[] = [
  { kind: 'channel', id: 'channel-1' },
  { kind: 'group', id: 'group-1', share: 'together' },
  { kind: 'group', id: 'group-1', share: 'each' },
  { kind: 'member', id: undefined },
  { kind: 'member', id: 'member-1' },
]

describe('a result says what its requester may still use there', () => {
  test.each(everyKind)('where a limit of a share leaves less than the server has: %o', async (of) => {
    await limit(of, 1_000_000)
    await world.start({ groups: ['group-1'] })
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits, 0.88 left')
    expect(await leftByCredits(['group-1'])).toBe(1_000_000 - usualCost)
  })

  test('of the window that is open by then, whichever its cost was held in', async () => {
    await world.start()
    await world.budgets.setLimit({
      ...change,
      eventId: 'another period',
      limit: microcredits(6_000_000),
      period: 'day',
    })
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits, 6 left')
    expect(await leftByCredits()).toBe(6_000_000)
  })

  test('of a limit that was set while it was made', async () => {
    await world.start()
    await limit({ kind: 'member', id: 'member-1' }, 500_000)
    await world.queue.run()
    expect(saidOfCredits()).toMatch(/^0\.12 credits, 0\.38 left$/)
  })
})

describe('a result says only what it cost', () => {
  test("where the operator's limit for all servers leaves less, for its figures are told nobody", async () => {
    world.close()
    world = await openJobWorld({ operatorLimit: 1_000_000 })
    const answer = await world.ask()
    expect(answer).toMatchObject({ kind: 'accepted' })
    expect(JSON.stringify(answer)).not.toContain('"Left"')
    await world.start()
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits')
  })

  test('where groups were limited, and nobody knows those of its requester', async () => {
    await world.start({ groups: undefined })
    await limit({ kind: 'group', id: 'group-1', share: 'each' }, 1_000_000)
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits')
  })

  test('where its server was removed meanwhile, for nobody there can give more', async () => {
    await world.start()
    await world.queue.run(world.clock.now() + 1_000)
    await world.allowlist.remove(account)
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits')
  })

  test('where what is left cannot be read', async () => {
    world.deps.budgets = { readFor: () => Promise.reject(new Error('no answer')) }
    await world.start()
    await world.queue.run()
    expect(saidOfCredits()).toBe('0.12 credits')
    expect(world.log.warnings()).toContain('the remaining credits could not be read')
  })
})
