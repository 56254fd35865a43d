import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { production } from '../../src/app/serve.ts'
import { botInProcess } from '../support/sandbox/bot-in-process.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// Every song takes long enough here for its member to be told that it is ready.

let world: World

beforeAll(async () => {
  const deadlines = { ...production.deadlines, noticeAfterMs: 0 }
  world = await startStrictWorld({ bot: {}, runBot: botInProcess({ ...production, deadlines }) })
})
afterAll(() => world.stop())

const uses = {
  discord: (people: People, as: string, command: string, options: object) =>
    people.uses(as, `/${command}`, { ...options }),
  slack: (people: People, as: string, command: string, options: object) =>
    people.uses(
      as,
      `/${command} ${Object.entries(options)
        .map(([name, value]) => (name === 'prompt' ? value : `${name}:${value}`))
        .join(' ')}`,
    ),
} as const satisfies Record<ChatPlatform, (...given: never[]) => Promise<unknown>>

/** What a message is named by in its link. */
const linkOf = ({ id }: SeenMessage): string => id.replace('.', '')

describe.each(['discord', 'slack'] as const)('on %s, a member who waited', (platform) => {
  let people: People
  let member: string
  let other: string
  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    const { adminId, memberIds } = world.addresses[platform]
    ;[member = '', other = ''] = memberIds
    await people.allows(adminId, 5)
  })

  const notices = async (viewer: string, since: string) =>
    (await people.messages(viewer, since)).filter(({ text }) => text.includes("Here's your song."))
  /** With the addresses behind what Slack's links say. */
  const originalOf = async ({ id, channel }: SeenMessage): Promise<string> => {
    const query = new URLSearchParams({ platform, viewer: member, channel, original: '1' })
    const response = await fetch(`${world.addresses.control.url}/messages?${query}`)
    const all = (await response.json()) as readonly { id: string; original?: unknown }[]
    return JSON.stringify(all.find((message) => message.id === id)?.original)
  }
  const choose = async (notice: string) => {
    const since = await people.latest(member)
    await uses[platform](people, member, 'settings mine', { ready_notice: notice })
    await people.sees(member, 'Your defaults changed', since)
  }
  const song = async () => {
    const since = await people.latest(member)
    await uses[platform](people, member, 'music', { prompt: 'a long tide' })
    return { since, result: await people.sees(member, 'Made with AI', since) }
  }

  test('is told once that it is ready, where everybody reads it, with a link', async () => {
    const { since, result } = await song()
    const notice = await people.sees(member, "Here's your song.", since)
    expect(notice).toMatchObject({ channel: result.channel, seenBy: 'all' })
    expect(notice.text).toMatch(/@\S+ Here's your song/)
    expect(notice.text).toContain('a long tide')
    expect(await originalOf(notice)).toContain(linkOf(result))
    expect(await notices(other, since)).toHaveLength(1)
  })

  test('is told in private, if they want that', async () => {
    await choose('direct')
    const { since, result } = await song()
    const notice = await people.sees(member, "Here's your song.", since)
    expect(notice.channel).not.toBe(result.channel)
    expect(await originalOf(notice)).toContain(linkOf(result))
    expect(await notices(other, since)).toEqual([])
    if (platform === 'discord') {
      await people.manages(member, { what: 'close direct messages' })
      expectRefusals(/^POST .*: 403 50007 /)
      const again = await song()
      expect((await people.sees(member, "Here's your song.", again.since)).channel).toBe(result.channel)
      await people.manages(member, { what: 'open direct messages' })
    }
  })

  test('is told nothing, if they want that', async () => {
    await choose('off')
    const { since } = await song()
    // A notice would come before the answer to what is asked after it.
    await song()
    expect(await notices(member, since)).toEqual([])
  })
})
