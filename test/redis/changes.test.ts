import { afterEach, describe, expect, test } from 'vitest'
import type { Allowances } from '../../src/core/command/gate.ts'
import { microcredits } from '../../src/core/credits.ts'
import { accountOf } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'
import { park } from '../support/redis/approvals.ts'
import {
  dump,
  giveBudget,
  journalOf,
  noAllowances,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
const dayMs = 24 * 3_600_000

const opened: StoreWorld[] = []
afterEach(() => {
  for (const world of opened.splice(0)) world.close()
})

/** A server with a budget whose admins can make so many changes in a day. */
const open = async (change: Allowances['change'], prefix?: string): Promise<StoreWorld> => {
  const world = openStoreWorld({
    allowances: { ...noAllowances, change },
    ...(prefix !== undefined && { prefix }),
  })
  opened.push(world)
  if (prefix === undefined) await giveBudget(world, 10_000_000)
  return world
}

let events = 0
const change = (actor = 'admin-2') => {
  events += 1
  return { account, eventId: `change-${events}`, actor }
}

const turn = ({ budgets }: StoreWorld, about = change()) =>
  budgets.setSponsoring({ ...about, isAllowed: true })

const refused = (text: string) => ({
  code: 'too_many_changes',
  memberText: `${text} Nothing was changed.`,
})
const oneADay =
  "You've reached your limit here: 1 change a day. Try again in 1440 minutes. Nothing was changed."

const member = { kind: 'member', id: 'member-1' } as const

describe('what an admin changes stays in a journal that servers share, so', () => {
  test.each<readonly [string, (world: StoreWorld) => Promise<unknown>]>([
    ['a budget', ({ budgets }) => budgets.setLimit({ ...change(), limit: microcredits(1) })],
    [
      'a limit of a member',
      ({ budgets }) => budgets.setShareLimit({ ...change(), of: member, limit: microcredits(1) }),
    ],
    [
      'a limit of a group',
      ({ budgets }) =>
        budgets.setShareLimit({
          ...change(),
          of: { kind: 'group', id: 'group-1', share: 'each' },
          limit: microcredits(1),
        }),
    ],
    ['a manager', ({ budgets }) => budgets.setManager({ ...change(), member: 'm', allowed: true })],
    ['a pause', ({ budgets }) => budgets.setPause({ ...change(), of: { kind: 'server' }, isPaused: true })],
    ['a channel for alerts', ({ budgets }) => budgets.setAlerts({ ...change(), channel: 'c' })],
    ['sponsoring', (world) => turn(world)],
    ['a channel for approvals', ({ approvals }) => approvals.setChannel({ ...change(), channel: 'c' })],
    ['a block', ({ blocks }) => blocks.set({ ...change(), member: 'm', isBlocked: true })],
    ['its own key', ({ ownKeyStore }) => ownKeyStore.keep(change(), 'a-key-of-its-own')],
    [
      'a bonus',
      ({ budgets }) =>
        budgets.grant({ ...change(), scope: { kind: 'server' }, way: 'give', credits: microcredits(1) }),
    ],
    [
      'what is taken',
      ({ budgets }) =>
        budgets.grant({ ...change(), scope: { kind: 'server' }, way: 'take', credits: microcredits(1) }),
    ],
    [
      'a declined request',
      async ({ approvals, clock }) => {
        const open = await approvals.of(account, 'member-1')
        const approval = open.find(({ expiresAtMs }) => expiresAtMs > clock.now())
        return approval && approvals.end(approval, 'declined', 'admin-2')
      },
    ],
  ])('%s counts, and is refused above the limit of a day', async (_, make) => {
    const world = await open({ member: 1, server: 0 })
    await park(world)
    await turn(world)
    const before = await dump(world)
    await expect(make(world)).rejects.toMatchObject({ code: 'too_many_changes', memberText: oneADay })
    expect(await dump(world)).toEqual(before)
    world.clock.advance(dayMs)
    await park(world)
    const lines = (await journalOf(world)).length
    await make(world)
    expect(await journalOf(world)).toHaveLength(lines + 1)
    await expect(turn(world)).rejects.toMatchObject({ code: 'too_many_changes' })
  })

  test('those of all admins together have a limit, across processes, and come back evenly', async () => {
    const world = await open({ member: 0, server: 4 })
    const other = await open({ member: 0, server: 4 }, world.prefix)
    // The budget of this server was the first change.
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_unused, index) =>
        turn(index % 2 === 0 ? world : other, change(`admin-${index}`)),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(turn(world)).rejects.toMatchObject(
      refused('This server or workspace is at its limit: 4 changes a day. Try again in 360 minutes.'),
    )
    world.clock.advance(dayMs / 4)
    expect(await turn(world)).toEqual({ status: 'changed' })
    await expect(turn(world)).rejects.toMatchObject({ code: 'too_many_changes' })
  })

  test('a repeat of a change gets its first answer, also above the limit', async () => {
    const world = await open({ member: 1, server: 0 })
    const first = change()
    expect(await turn(world, first)).toEqual({ status: 'changed' })
    expect(await turn(world, first)).toEqual({ status: 'repeated' })
    await expect(turn(world)).rejects.toMatchObject({ code: 'too_many_changes' })
  })

  test('one admin’s do not count for another', async () => {
    const world = await open({ member: 1, server: 0 })
    await turn(world)
    expect(await turn(world, change('admin-3'))).toEqual({ status: 'changed' })
  })

  test('a key can be taken back above the limit', async () => {
    const world = await open({ member: 1, server: 0 })
    await world.ownKeyStore.keep(change(), 'a-key-of-its-own')
    await world.ownKeyStore.remove(change())
    expect(await world.ownKeyStore.idOf(account)).toBeUndefined()
  })
})
