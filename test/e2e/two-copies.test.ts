import { afterAll, expect, test } from 'vitest'
import { limits } from '../../sandbox/discord/limits.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// A second installation with the same Discord token, such as one that was tried elsewhere and still runs: both
// hear every event, and each has a Redis with a budget.

const settings = { AUDIO_API_LOOKUPS_PER_MINUTE: '1000', AUDIO_API_PARALLEL: '4' }
const complaint = /another copy of Tunesmith answers with this DISCORD_TOKEN/
let stop: () => Promise<void> = () => Promise.resolve()
afterAll(() => stop())

test('two copies with one Discord token and a Redis each buy a request once, and say what is wrong', async () => {
  const world = await startStrictWorld({ bot: false, settings })
  stop = world.stop
  const first = await world.startBot({ platforms: ['discord'] })
  world.clock.advance(limits.identifyWindowMs)
  const otherRedis = { REDIS_URL: `${world.addresses.redis.url}/1` }
  const bots = [first, await world.startBot({ platforms: ['discord'], settings: otherRedis })]
  excuseRefusals(/callback.*: 400 40060 /)
  const people = createPeople(world.addresses)
  const studio = createStudioClient(world.addresses.studio)
  const { adminId, memberId } = world.addresses.discord

  const refusals = async () => (await people.refusals()).length
  const bothAnswer = async (ask: () => Promise<unknown>): Promise<void> => {
    const before = await refusals()
    await ask()
    while ((await refusals()) === before) await new Promise(setImmediate)
  }
  await bothAnswer(() => people.allows(adminId, 10))
  const isThere = (name: string) =>
    people.sees(memberId, ({ files }) => files.some((file) => file.name === name))
  await bothAnswer(() => people.uses(memberId, '/tts', { text: 'One.' }))
  await isThere('One.mp3')
  await people.says(memberId, '@Tunesmith tts Two.')
  await isThere('Two.mp3')

  const health = await Promise.all(
    bots.map(async ({ httpUrl }) => (await fetch(`${httpUrl}/health/ready`)).text()),
  )
  await Promise.all(bots.map(({ process }) => process.stop()))
  const bought = (await studio.requests()).filter(({ path }) => path.includes('TextToSpeech'))
  expect(bought).toHaveLength(2)
  expect(health.filter((text) => complaint.test(text))).not.toEqual([])
})
