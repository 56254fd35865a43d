import { afterAll, beforeAll, test } from 'vitest'
import type { World } from '../../sandbox/world.ts'
import { createPeople } from '../support/sandbox-people.ts'
import { startStrictWorld } from '../support/strict-world.ts'

const waitMs = 60_000

/** A request that was taken, however far it is by now. */
const taken = /(Queued|Making) your song|Your song is ready/

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: true })
}, waitMs)
afterAll(() => world.stop())

test('a role’s limit on Discord refuses whoever holds it, and nobody else', async () => {
  const people = createPeople(world.addresses)
  const { adminId, memberId } = world.addresses.discord
  await people.allows(adminId, 5)
  await people.uses(adminId, '/budget group', { group: '@Managers', credits: 0.01 })
  await people.uses(adminId, '/music', { prompt: 'a tide' })
  await people.sees(adminId, "Your group's share of the budget does not cover")
  await people.uses(memberId, '/music', { prompt: 'a tide' })
  await people.sees(memberId, taken)
})

test('a user group’s limit on Slack refuses whoever is in it, and nobody else', async () => {
  const people = createPeople(world.addresses, 'slack')
  const [outside = '', inside = ''] = world.addresses.slack.memberIds
  const { adminId } = world.addresses.slack
  await people.uses(adminId, '/budget limit 5')
  await people.sees(adminId, '5.00 credits')
  await people.uses(adminId, '/budget group @musicians credits:0.01')
  await people.uses(inside, '/music a tide')
  await people.sees(inside, "Your group's share of the budget does not cover")
  await people.uses(outside, '/music a tide')
  await people.sees(outside, taken)
})

test('a channel’s limit on Discord counts in its threads too', async () => {
  const people = createPeople(world.addresses)
  const { adminId, memberId, channelIds, threadIds } = world.addresses.discord
  await people.uses(adminId, '/budget channel', { channel: channelIds[1], credits: 0.01 })
  await people.uses(memberId, '/music', { prompt: 'a tide' }, threadIds[0])
  await people.sees(memberId, "This channel's share of the budget does not cover")
})
