import { afterEach, expect, test } from 'vitest'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { usualPeople } from '../support/sandbox/quick-people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { isLong } from '../support/suite/runs.ts'

let world: World
afterEach(() => world.stop())

const waitMs = 120_000
const memberCount = 20
/** As many as a member may make in a minute. */
const requestsEach = 5
const songs = 10

/** One song at a time, so that an estimate below the hold can't make room for an eleventh. */
const settings = { ...usualPeople, AUDIO_API_PARALLEL: '1' }

const isRefused = /Not enough credits: this needs up to 0\.10/
/** A busy machine may not get to all of them in time, and says so. */
const isLate = /I couldn't answer in time.*Nothing was charged/
const isTaken = /(Queued|Working on) your song/

test.each(isLong ? chatPlatforms : chatPlatforms.slice(0, 1))(
  'of a hundred requests by twenty members at once, a budget for ten songs takes ten, on %s',
  async (platform) => {
    world = await startStrictWorld({
      bot: { platforms: [platform], settings, callbacks: true },
      crowd: memberCount,
    })
    const people = createPeople(world.addresses, platform)
    const studio = createStudioClient(world.addresses.studio)
    const { adminId, memberIds } = world.addresses[platform]
    const members = memberIds.slice(0, memberCount)
    expect(members).toHaveLength(memberCount)
    await studio.plan({ delayMs: 600_000 })
    await people.allows(adminId, songs / 10)
    // A result replaces its message on Slack, whose progress may be on its way then.
    excuseRefusals(/^chat\.update: message_not_found$/)
    const since = await people.latest(adminId)
    const all = members.flatMap((member) =>
      Array.from({ length: requestsEach }, (_, index) => ({ member, prompt: `${member} asks ${index}` })),
    )

    await Promise.all(all.map(({ member, prompt }) => people.uses(member, '/music', { prompt, takes: 1 })))

    const isAnswered = ({ text }: { text: string }) =>
      [isRefused, isTaken, isLate].some((one) => one.test(text))
    const answersTo = async (member: string) =>
      (await people.messages(member, since)).filter(
        (message) => isAnswered(message) && (message.seenBy === member || message.text.includes(member)),
      )
    for (const member of members)
      await expect
        .poll(async () => (await answersTo(member)).length, { timeout: waitMs / 2 })
        .toBe(requestsEach)
    const seen = (await Promise.all(members.map(answersTo))).flat()
    expect(seen.filter(({ text }) => isTaken.test(text))).toHaveLength(songs)
    expect(seen.filter(({ text }) => !isTaken.test(text))).toHaveLength(all.length - songs)
    await people.uses(adminId, '/credits')
    await people.sees(adminId, /No credits left here right now|0(\.\d+)? credits? left here/, since)

    await expect
      .poll(
        async () => {
          await studio.passTime(600_000)
          const shown = await people.messages(adminId, since)
          return shown.filter(({ text }) => text.includes('Made with AI')).length
        },
        { interval: 200, timeout: waitMs / 2 },
      )
      .toBe(songs)
  },
  waitMs * 2,
)
