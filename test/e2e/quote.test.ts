import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { forgetPrices } from '../support/sandbox/forget-prices.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

const labelsOf = ({ buttons }: SeenMessage): readonly string[] => buttons.map(({ label }) => label)

describe.each<ChatPlatform>(chatPlatforms)('a price shown first, on %s', (platform) => {
  let people: People
  let member: string
  let admin: string

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    member = world.addresses[platform].memberId
    admin = world.addresses[platform].adminId
    await people.allows(admin, 5)
    const since = await people.latest(admin)
    await people.uses(admin, '/settings server', { confirm_from: '0.2' })
    await people.sees(admin, 'Confirm from: 0.20 credits.', since)
  })

  const quoted = (text: string): string => (platform === 'slack' ? `“${text}”` : text)

  // Three songs teach what they really cost, which is less than the list says.
  beforeEach(() => forgetPrices(world.addresses.redis.url))

  const card = async (prompt: string): Promise<{ since: string; card: SeenMessage }> => {
    const since = await people.latest(member)
    await people.uses(member, '/music', { prompt: quoted(prompt) })
    return { since, card: await people.sees(member, `“${prompt}”`, since) }
  }

  test('says what a song uses and leaves; a click makes it, once however often', async () => {
    const { since, card: shown } = await card('a march of ants')
    expect(shown.text).toMatch(/This uses up to 0\.20 credits and leaves \d\.\d\d here\./)
    expect(shown.seenBy).not.toBe('all')
    expect(labelsOf(shown)).toEqual(['Make it (0.20 credits)', 'One take (0.10 credits)', 'Drop', 'Edit'])
    const make = () => people.presses(member, shown.id, 'Make it (0.20 credits)')
    await Promise.all([make(), make()])
    const isReady = ({ text }: { text: string }) => /a march of ants.*Made with AI/s.test(text)
    await people.sees(member, isReady, since)
    expect((await people.messages(member, since)).filter(isReady)).toHaveLength(1)
  })

  test('is dropped by a click, in its place, and costs nothing', async () => {
    const { since, card: shown } = await card('a waltz of snails')
    await people.presses(member, shown.id, 'Drop')
    const dropped = await people.sees(member, 'Dropped. Nothing was charged.', since)
    expect(labelsOf(dropped)).toEqual([])
    expect(await people.messages(member, since)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('Make it') }),
    )
  })

  test('is skipped below the amount, and above it by members who chose so', async () => {
    const since = await people.latest(member)
    await people.uses(member, '/music', { prompt: quoted('a short one'), takes: '1' })
    await people.sees(member, /a short one.*Made with AI/s, since)
    await people.uses(member, '/settings mine', { confirm_from: '1' })
    await people.sees(member, 'Confirm from: 1 credit.', since)
    await people.uses(member, '/music', { prompt: quoted('two at once') })
    await people.sees(member, /two at once.*Made with AI/s, since)
  })
})
