import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { takeBackExpired } from '../../src/jobs/worker/upkeep/lapses.ts'
import { openStoreWorld } from '../support/redis/store-world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const dayMs = 24 * 60 * 60_000
let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

/** What a worker does after so many days. */
const daysLater = async (days: number): Promise<void> => {
  const now = () => Date.now() + days * dayMs
  const store = openStoreWorld({ url: world.addresses.redis.url, prefix: '', now })
  await takeBackExpired(store.bonuses)
  store.close()
}

describe.each<ChatPlatform>(['discord', 'slack'])('on %s', (platform) => {
  test('what an admin gives with an expiry is shown, and its rest is taken back in time', async () => {
    const people = createPeople(world.addresses, platform)
    const [admin, member] = ['ada', 'max']
    const uses = async (who: string, command: string, values = {}) => {
      const since = await people.latest(who)
      await people.uses(who, command, values)
      return (sought: string | RegExp) => people.sees(who, sought, since)
    }
    const limited = await uses(admin, '/budget limit', { credits: 1, period: 'once' })
    await limited(/1 credit/)
    await (await uses(admin, '/budget member', { member: '@Max', credits: 0 }))(/Limit for this member/)
    const given = { member: '@Max', credits: 2, expires: '3d', reason: 'for the jam' }
    const answer = await (await uses(admin, '/budget give', given))('Gave this member 2 credits.')
    expect(answer.text).toMatch(/Unused credits are taken back when they expire\.[\s\S]*Expires/)
    await people.uses(member, '/tts', { text: 'Given for the jam.' })
    await people.sees(member, /Given for the jam\.[\s\S]*Made with AI/)

    await (await uses(admin, '/budget show'))(/Bonus expires[\s\S]*1\.\d+ credits for @?Max/)
    await daysLater(2)
    await (await uses(admin, '/budget show', { member: '@Max' }))(/Bonus expires/)
    await daysLater(3)
    const shown = await (await uses(admin, '/budget show', { member: '@Max' }))(
      '0 credits left for this member.',
    )
    expect(shown.text).not.toContain('Bonus expires')
    await (await uses(admin, '/budget log'))(/Bonus expired/)
  })
})
