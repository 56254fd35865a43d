import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

let events = 0

const run = async (values: RawValues, isAdmin = true) => {
  const { settings, refusals } = world
  const command = readyUtility(createSettingsCommand([]), { settings, refusals, lists: listsWith({}) })
  events += 1
  const eventId = `event-${events}`
  const asked = { command: 'settings', action: 'consent', eventId, values, isAdmin }
  return dispatchOver(world, { commands: [command] }).answer(invocation(asked))
}
const kept = async () =>
  (await world.settings.read('discord:server-1', { member: 'member-1', channel: 'channel-1' })).consent

const factsOf = ({ message }: Awaited<ReturnType<typeof run>>) =>
  message.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))

test('an admin sees the rules, with a form that has them filled in', async () => {
  const answer = await run({})
  expect(factsOf(answer)).toEqual([
    { label: 'Voices', value: 'Attest: the requester confirms permission' },
    { label: 'Clips', value: 'Off: nothing is asked' },
  ])
  expect(answer).toMatchObject({
    kind: 'problems',
    problems: [],
    retry: { values: { voices: 'attest', clips: 'off' } },
  })
})

test('an admin changes one rule, and the other stays', async () => {
  expect((await run({ clips: 'ask' })).message.text).toBe('These rules for clips now apply.')
  expect(await kept()).toEqual({ voices: 'attest', clips: 'ask' })
  expect(factsOf(await run({ voices: 'off' }))).toEqual([
    { label: 'Voices', value: 'Off: nothing is asked' },
    { label: 'Clips', value: 'Ask: the owner must agree once' },
  ])
})

test('an unknown rule is refused, and nothing changes', async () => {
  expect((await run({ voices: 'vote' })).message.text).toContain('Nothing was changed.')
  expect(await kept()).toEqual({ voices: 'attest', clips: 'off' })
})

test('other members are told where their own answer is', async () => {
  expect((await run({ voices: 'off' }, false)).message.text).toBe(
    'Only admins and budget managers can use /settings consent. Your own answer is in /privacy consent.',
  )
  expect(await kept()).toEqual({ voices: 'attest', clips: 'off' })
})
