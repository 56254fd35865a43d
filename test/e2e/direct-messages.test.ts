import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { Budgets } from '../../src/core/ledger/budget.ts'
import type { AccountId } from '../../src/core/target.ts'
import { createBudgets } from '../../src/redis/budgets.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { anyAllowed } from '../support/ledger/any-allowed.ts'
import { noAllowances } from '../support/redis/store-world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { firstRows } from '../support/suite/runs.ts'

const ours = '@tunesmith'

let world: World
let redis: Redis

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
  redis = new Redis(world.addresses.redis.url)
  budgets = createBudgets({
    redis,
    keys: createKeys(),
    now: Date.now,
    defaultZone: 'UTC',
    newServerCredits: microcredits(0),
    clockToleranceMs: 60_000,
    allowlist: anyAllowed,
    allowances: noAllowances,
  })
})
afterAll(async () => {
  redis?.disconnect()
  await world.stop()
})

let budgets: Budgets

/** What the operator gives to an account. */
const give = async (account: AccountId): Promise<void> => {
  const change = { account, eventId: `give-${account}`, actor: 'operator' }
  await budgets.setLimit({ ...change, limit: microcredits(5_000_000), period: 'month', zone: 'UTC' })
}

const serverAccount = {
  discord: () => `discord:${world.addresses.discord.guildId}`,
  slack: () => `slack:${world.addresses.slack.teamId}`,
} as const satisfies Record<ChatPlatform, () => AccountId>

const ownAccount = {
  discord: (member: string) => `discord:@${member}`,
  slack: (member: string) => `slack:@${world.addresses.slack.teamId}/${member}`,
} as const satisfies Record<ChatPlatform, (member: string) => AccountId>

/** Asks for a song in a channel, for oneself alone. */
const asksAlone = {
  discord: (people: People, as: string) =>
    people.uses(as, '/music', { prompt: 'a secret tide', seen_by: 'me' }),
  slack: (people: People, as: string) => people.uses(as, '/music a secret tide seen_by:me'),
} as const satisfies Record<ChatPlatform, (people: People, as: string) => Promise<unknown>>

/** Asks for a song in a direct message. */
type Asking = (people: People, as: string) => Promise<unknown>

const ways: [platform: ChatPlatform, way: string, asks: Asking][] = [
  ['discord', 'a command', (people, as) => people.uses(as, '/music', { prompt: 'a tide' }, ours)],
  ['slack', 'words', (people, as) => people.says(as, 'music a tide', { channel: ours })],
  ['discord', 'words', (people, as) => people.says(as, 'music a tide', { channel: ours })],
  ['slack', 'a command', (people, as) => people.uses(as, '/music a tide', {}, ours)],
]

describe.each(firstRows(2, ways))('on %s, %s in a direct message', (platform, way, asks) => {
  let people: People
  let member: string
  beforeAll(() => {
    people = createPeople(world.addresses, platform)
    member = world.addresses[platform].memberIds[way === 'words' ? 1 : 0] ?? ''
  })

  test('is refused while its member has no credits, and says whose those would be', async () => {
    await asks(people, member)
    const { text } = await people.sees(member, 'You have no credits of your own')
    expect(text).toContain('Ask your bot operator for more, or use a server or channel with a budget.')
    expect(text).toContain('Nothing was charged')
  })

  test('is paid by the member’s own account, and the song comes there', async () => {
    await give(ownAccount[platform](member))
    const since = await people.latest(member)
    await asks(people, member)
    await people.sees(member, 'Made with AI', since)
    await people.says(member, 'credits', { channel: ours })
    expect(
      (await people.sees(member, 'credits of your own left. In direct messages you use', since)).text,
    ).toMatch(/You have 4\.\d+/)
    const everybodyElse = world.addresses[platform].adminId
    expect((await people.messages(everybodyElse)).filter(({ text }) => text.includes('Your song'))).toEqual(
      [],
    )
  })

  test('has no budget to look after', async () => {
    await people.says(member, 'budget show', { channel: ours })
    await people.sees(member, '/budget is for servers and workspaces')
  })
})

describe.each(['discord', 'slack'] as const)(
  'on %s, what is requested in a channel, for oneself alone',
  (platform) => {
    let people: People
    let member: string
    let admin: string
    let others: readonly string[]
    beforeAll(async () => {
      people = createPeople(world.addresses, platform)
      const { memberIds, adminId } = world.addresses[platform]
      member = memberIds[0] ?? ''
      admin = adminId
      others = [adminId, ...memberIds.filter((id) => id !== member)]
      await people.allows(admin, 5)
      for (const viewer of others) for (const { id } of await people.messages(viewer)) known.add(id)
    })
    const known = new Set<string>()

    const othersSee = async (text: string) =>
      (await Promise.all(others.map((viewer) => people.messages(viewer))))
        .flat()
        .filter((seen) => seen.text.includes(text) && !known.has(seen.id))

    test('comes to the direct messages, with files and buttons, paid by the channel’s budget, and goes on there', async () => {
      const since = await people.latest(member)
      // A process that is calling a platform reports it, because limits are shared.
      const callers = expect.poll(() => redis.zcard(createKeys().callers(platform))).toBe(1)
      await asksAlone[platform](people, member)
      expect(await people.sees(member, 'just for you', since)).toMatchObject({ seenBy: member })
      await callers
      const first = await people.sees(member, 'Made with AI', since)
      const { spent } = await budgets.read(serverAccount[platform]())
      expect(spent).toBeGreaterThan(0)
      await people.presses(member, first.id, 'Again', ours)
      await people.sees(member, 'Made with AI', first.id)
      expect((await budgets.read(serverAccount[platform]())).spent).toBe(2 * spent)
      expect(await othersSee('song')).toEqual([])
    })
  },
)

describe('on discord, somebody who takes no direct messages', () => {
  test('is told what to do, and nothing is bought', async () => {
    const people = createPeople(world.addresses, 'discord')
    const member = world.addresses.discord.memberIds[0] ?? ''
    await people.manages(member, { what: 'close direct messages' })
    expectRefusals(/^POST .*: 403 50007 /)
    await asksAlone.discord(people, member)
    const { text, seenBy } = await people.sees(member, "I couldn't send you a direct message")
    expect(seenBy).toBe(member)
    expect(text).toContain('Allow direct messages from me')
    expect(text).toContain('Nothing was charged')
    await people.manages(member, { what: 'open direct messages' })
  })
})
