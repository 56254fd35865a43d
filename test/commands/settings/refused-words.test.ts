import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { runUtility } from '../../support/commands/run-utility.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const run = (words: string | undefined) =>
  runUtility(
    readyUtility(createSettingsCommand([]), {
      settings: world.settings,
      refusals: world.refusals,
      lists: listsWith({}),
    }),
    'words',
    words === undefined ? {} : { words },
    { isAdmin: true },
  )
const kept = async () =>
  (await world.settings.read('discord:server-1', { member: 'member-1', channel: 'channel-1' })).words

test('an admin sets the words, sees them, and removes them', async () => {
  expect((await run('Bad, w?rse\nbad')).text).toBe('Requests with any of these 2 words are now refused.')
  expect(await kept()).toEqual(['Bad', 'w?rse'])
  const shown = await run(undefined)
  expect(shown.text).toBe('Requests with these words are refused.')
  expect(shown.facts).toContainEqual({ label: 'Refused words', value: 'Bad, w?rse' })
  expect((await run('none')).text).toBe('No words are refused anymore.')
  expect(await kept()).toEqual([])
})

test('an admin sees how much the rules refused this month', async () => {
  expect((await run(undefined)).facts).toContainEqual({ label: 'Refused this month', value: 'nothing' })
  for (const reason of ['words', 'words', 'channel', 'too_many', 'consent'] as const)
    await world.refusals.count('discord:server-1', reason)
  expect((await run(undefined)).facts).toContainEqual({
    label: 'Refused this month',
    value: '2 for words, 1 for the channel, 1 for speed, 1 for the rules for clips',
  })
})

test.each<[string, string, string]>([
  [
    'more than 200',
    Array.from({ length: 201 }, (_, index) => `w${index}`).join(','),
    'Words has 201 entries (max 200). Remove some.',
  ],
  ['one that is too long', 'a'.repeat(61), `“${'a'.repeat(59)}…” is too long (max 60 characters).`],
  [
    'one that is too long once normalized',
    `bad, ${'\uFDFA'.repeat(4)}`,
    `“${'\uFDFA'.repeat(4)}” is too long (max 60 characters).`,
  ],
  [
    'more than 3,000 characters once normalized',
    Array.from({ length: 60 }, (_, index) => `${'\uFDFA'.repeat(3)}${index}`).join(','),
    'Words is 3,350 characters long (max 3,000). Shorten it.',
  ],
  ['one that would refuse everything', 'bad, *', '“*” has no letters or digits. Add some, or remove it.'],
])('%s is refused, and nothing changes', async (_, words, problem) => {
  await run('bad')
  expect((await run(words)).text).toContain(problem)
  expect(await kept()).toEqual(['bad'])
})
