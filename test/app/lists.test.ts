import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLists } from '../../src/app/lists.ts'
import type { Choice } from '../../src/core/fields/field.ts'
import { createTestClock } from '../support/clock.ts'
import { target } from '../support/commands/invocation.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let store: StoreWorld
let searched: string[]

beforeEach(() => {
  store = openStoreWorld()
  searched = []
})
afterEach(() => store.close())

const asker = target()
const account = 'discord:server-1'
const ada: Choice = { value: 'id-ada', label: 'Ada' }

/** The voices that a name finds, where the service has more than one page of them. */
const voicesNamed = async (name: string, operatorBlocked: readonly string[] = []) => {
  const page = { voices: [ada], unreadable: 0, total: 500 }
  const { lists } = createLists({
    service: {
      voices: (pageNumber) => (pageNumber === 0 ? Promise.resolve(page) : new Promise(() => undefined)),
      findVoices: async (typed) => {
        searched.push(typed)
        return { voices: [{ value: 'id-eve', label: 'Eve' }], unreadable: 0, total: 1 }
      },
    },
    copy: { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() },
    now: createTestClock().now,
    wait: () => new Promise(() => undefined),
    log: createRecordingLog(),
    jobList: store.jobList,
    features: [],
    allowlist: store.allowlist,
    blocks: store.blocks,
    operatorBlocked,
  })
  return (await lists.voices(asker, name)).choices.map(({ label }) => label)
}

test('a voice is searched for by name', async () => {
  expect(await voicesNamed('Eve')).toEqual(['Ada', 'Eve'])
  expect(searched).toEqual(['Eve'])
})

test.each<[string, () => Promise<unknown>, readonly string[]]>([
  ['a member blocked by the operator', async () => undefined, ['discord:@member-1']],
  ['members of a server that the operator has not let in', () => store.allowlist.remove(account), []],
  [
    'a member blocked by an admin',
    () => store.blocks.set({ account, actor: 'boss', eventId: 'e', member: 'member-1', isBlocked: true }),
    [],
  ],
])(
  'no voice is searched for by %s, whose names are looked up among those that are known',
  async (_, prepare, blocked) => {
    await prepare()
    expect(await voicesNamed('Eve', blocked)).toEqual(['Ada'])
    expect(searched).toEqual([])
  },
)
