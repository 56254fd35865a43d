import { afterEach, expect, test, vi } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { isNotice } from '../support/judge/requests.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { usualPeople } from '../support/sandbox/quick-people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { isLong } from '../support/suite/runs.ts'

// A hundred requests in ten seconds, of fifty members in three channels: less than the usual allowances, and more than
// the channels show in that time. Slack takes one message a second in a channel, Discord five in five seconds.

let world: World
afterEach(() => world.stop())

const waitMs = 400_000
const requestCount = 100
const memberCount = 50
/** How many people ask at the same time; each of the others asks once one was heard. */
const atOnce = 5

const settings = { ...usualPeople, AUDIO_API_PARALLEL: '20', AUDIO_API_LOOKUPS_PER_MINUTE: '2000' }

interface Asked {
  member: string
  channel: string
  topic: string
}

/** The third channel is one that the bot comes into. */
const openThird = async (people: People, platform: ChatPlatform): Promise<string> => {
  const { adminId, channelIds } = world.addresses[platform]
  const [, , third = ''] = channelIds
  if (platform === 'discord')
    return (await people.manages(adminId, { what: 'create channel', name: 'third' })).event
  await people.manages(adminId, { what: 'invite bot' }, third)
  return third
}

/** The bot's message about it, not the request itself. */
const isAbout = ({ topic, member }: Asked, { text, authorId }: SeenMessage): boolean =>
  text.includes(topic) && authorId !== member

/** Asks by command, or by a message that mentions the bot. */
const ask = async (people: People, { member, channel, topic }: Asked, index: number): Promise<void> => {
  if (index % 2 === 1) await people.says(member, `@Tunesmith tts "${topic}"`, { channel })
  else await people.uses(member, '/tts', { text: topic }, channel)
}

const askAll = async (people: People, all: readonly Asked[]): Promise<void> => {
  const left = all.entries()
  const next = async (): Promise<void> => {
    for (const [index, asked] of left) await ask(people, asked, index)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** A member who asks eight times at once is told of the limit, and nobody else is. */
const refusesTooQuick = async (people: People, member: string, others: string, since: string) => {
  const topics = Array.from({ length: 8 }, (_, index) => `again, ${index + 1}.`)
  await Promise.all(topics.map((text) => people.uses(member, '/tts', { text })))
  const limit = "You've reached your limit here: 5 requests a minute."
  expect((await people.sees(member, limit, since)).seenBy).toBe(member)
  expect((await people.messages(others, since)).filter(({ text }) => text.includes(limit))).toEqual([])
}

test.runIf(isLong).each(chatPlatforms)(
  'everybody who asks at once in several channels is told and gets their speech once, and only those who are too quick are refused, on %s',
  async (platform) => {
    // Files whose share got no turn in time are looked for before the next try. A busy machine acknowledges some events
    // late, and Slack repeats them.
    excuseRefusals(/^files\.info: file_not_found$/, /^event message\.channels: (not )?acknowledged/)
    const bot = { platforms: [platform], settings, isProcess: true }
    const lines: string[] = []
    const onLine = (_: string, line: string) => void lines.push(line)
    world = await startStrictWorld({ bot, crowd: memberCount - 2, onLine })
    const people = createPeople(world.addresses, platform)
    const { adminId, memberIds, channelIds } = world.addresses[platform]
    const [tooQuick = '', ...rest] = memberIds
    const members = [adminId, ...rest]
    const channels = [...channelIds.slice(0, 2), await openThird(people, platform)]
    await people.allows(adminId, 50)
    const since = await people.latest(adminId)
    const all = Array.from({ length: requestCount }, (_, index): Asked => {
      const member = members[index % memberCount] ?? ''
      const channel = channels[index % channels.length] ?? ''
      return { member, channel, topic: `number ${index + 1} of a hundred.` }
    })

    await askAll(people, all)
    await refusesTooQuick(people, tooQuick, adminId, since)
    for (const asked of all) await people.sees(asked.member, (message) => isAbout(asked, message), since)
    for (const asked of all)
      await people.sees(
        asked.member,
        (seen) => isAbout(asked, seen) && seen.text.includes('Made with AI'),
        since,
      )
    // On Slack a result takes the place of the message before it, which is deleted later, at Slack's rate of 50 a minute.
    await vi.waitFor(
      async () => {
        const shown = (await people.messages(adminId, since)).filter(({ state }) => state === 'shown')
        expect(shown.filter(({ text }) => /^\W*(?:\w+: )?(?:Queued|Working)/.test(text))).toEqual([])
      },
      { interval: 1_000, timeout: 3 * 60_000 },
    )

    for (const member of members) {
      const seen = await people.messages(member, since)
      const shown = seen.filter(({ state, seenBy }) => state === 'shown' && seenBy === 'all')
      for (const asked of all.filter((one) => one.member === member)) {
        const about = shown.filter((message) => isAbout(asked, message) && !isNotice(message))
        expect(about).toMatchObject([
          { channel: asked.channel, text: expect.stringContaining('Made with AI') },
        ])
      }
      for (const { text } of seen) expect(text).not.toMatch(/try again|nothing was charged/i)
    }
    expect(lines.filter((line) => /"level":"(?:warn|error|fatal)".*"job":/.test(line))).toEqual([])
  },
  waitMs,
)
