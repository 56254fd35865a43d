import { afterEach, expect, test } from 'vitest'
import { chatPlatforms } from '../../sandbox/addresses.ts'
import type { World } from '../../sandbox/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { isLong } from '../support/suite/runs.ts'

// Slack takes one message a second in a channel; the bot posts no faster, and refuses nobody for it.

let world: World
afterEach(() => world.stop())

const waitMs = 240_000
const plan = { AUDIO_API_PARALLEL: '10', AUDIO_API_LOOKUPS_PER_MINUTE: '200' }
const topics = Array.from({ length: 40 }, (_, index) => `number ${index + 1} of the burst.`)

test.runIf(isLong).each(chatPlatforms)(
  'everyone who asks at once in one channel is told and gets their speech once, and no job is warned of, on %s',
  async (platform) => {
    const lines: string[] = []
    world = await startStrictWorld({
      bot: { platforms: [platform], settings: plan },
      onLine: (_, line) => void lines.push(line),
    })
    const people = createPeople(world.addresses, platform)
    const { adminId, memberIds } = world.addresses[platform]
    await people.allows(adminId, 20)
    const since = await people.latest(adminId)

    const askers = topics.map(
      (_, index) => [...memberIds, adminId][index % (memberIds.length + 1)] ?? adminId,
    )
    await Promise.all(topics.map((text, index) => people.uses(askers[index] ?? '', '/tts', { text })))

    for (const topic of topics)
      await people.sees(adminId, ({ text }) => text.includes(topic) && text.includes('is ready'), since)

    const shown = (await people.messages(adminId, since)).filter(({ state }) => state === 'shown')
    for (const topic of topics)
      expect(shown.filter(({ text, seenBy }) => seenBy === 'all' && text.includes(topic))).toHaveLength(1)
    for (const viewer of new Set(askers))
      for (const { text } of await people.messages(viewer, since)) expect(text).not.toContain('try again')
    expect(lines.filter((line) => /"level":[456]0.*"job":/.test(line))).toEqual([])
  },
  waitMs,
)
