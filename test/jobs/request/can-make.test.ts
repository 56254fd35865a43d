import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Choice, ListName } from '../../../src/core/fields/field.ts'
import { target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { commands } from '../../support/jobs/dispatch-world.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let asked: ListName[]

beforeEach(() => {
  store = openStoreWorld()
  asked = []
})
afterEach(() => store.close())

const asker = target()
const account = 'discord:server-1'

/** What is suggested for a field of /music, from lists that say that they were asked. */
const suggested = async (field: string, operatorBlocked: readonly string[] = []) => {
  const listOf = (list: ListName) => (): Promise<readonly Choice[]> => {
    asked.push(list)
    return Promise.resolve([{ value: list, label: `one of ${list}` }])
  }
  const lists = listsWith({ voices: listOf('voices'), titles: listOf('titles'), styles: listOf('styles') })
  const log = createRecordingLog()
  const dispatch = dispatchOver(store, { commands, lists, log, operatorBlocked })
  const choices = await dispatch.suggest({ command: 'music', action: undefined, field, typed: 'one', asker })
  return { labels: choices.map(({ label }) => label), warnings: log.warnings() }
}

interface ShutOut {
  prepare?: () => Promise<unknown>
  operatorBlocked?: readonly string[]
}

const shutOut: readonly (readonly [name: string, by: ShutOut])[] = [
  ['a member blocked by the operator', { operatorBlocked: ['discord:@member-1'] }],
  ['members of a server that the operator blocked', { operatorBlocked: [account] }],
  [
    'members of a server where the operator lets nobody spend',
    { prepare: () => store.allowlist.remove(account) },
  ],
  [
    'a member blocked by an admin',
    {
      prepare: () =>
        store.blocks.set({
          account,
          actor: 'admin-1',
          eventId: 'block',
          member: 'member-1',
          isBlocked: true,
        }),
    },
  ],
]

describe('while they type,', () => {
  test.each(shutOut)('nothing is looked up for %s', async (_, { prepare, operatorBlocked }) => {
    await prepare?.()
    for (const field of ['voice', 'title'])
      expect(await suggested(field, operatorBlocked)).toEqual({ labels: [], warnings: [] })
    expect(asked).toEqual([])
    expect(await suggested('style', operatorBlocked)).toMatchObject({ labels: ['one of styles'] })
  })

  test('nothing more is looked up after 120 times in a minute', async () => {
    const listed = vi.fn(() => Promise.resolve([{ value: 'one', label: 'one' }]))
    const dispatch = dispatchOver(store, { commands, lists: listsWith({ titles: listed }) })
    const typing = { command: 'music', action: undefined, field: 'title', typed: 'one' }
    const suggest = (member: string) => dispatch.suggest({ ...typing, asker: { ...asker, member } })
    for (let letter = 0; letter < 120; letter += 1) expect(await suggest('mia')).toHaveLength(1)
    expect(await suggest('mia')).toEqual([])
    expect(listed).toHaveBeenCalledTimes(120)
    expect(await suggest('max')).toHaveLength(1)
    store.clock.advance(60_000)
    expect(await suggest('mia')).toHaveLength(1)
  })

  test('others get what the lists have', async () => {
    expect(await suggested('voice')).toMatchObject({ labels: ['one of voices'] })
    expect(await suggested('title')).toMatchObject({ labels: ['one of titles'] })
  })

  test('two small reads tell who somebody is', async () => {
    await store.redis.ping()
    const sent = vi.spyOn(store.redis, 'sendCommand')
    await suggested('voice')
    expect(sent.mock.calls.map(([{ name }]) => name).toSorted()).toEqual(['hexists', 'hmget'])
  })

  test('nothing is looked up where Redis doesn’t tell who somebody is', async () => {
    store.close()
    expect(await suggested('voice')).toEqual({ labels: [], warnings: ['no suggestions'] })
    expect(asked).toEqual([])
  })
})
