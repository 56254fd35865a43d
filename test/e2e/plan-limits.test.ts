import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { World } from '../../sandbox/world/world.ts'
import { voicesListed } from '../../studio/voice-list/voices.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// A bot that oversteps the plan of its provider account gets 429, and that
// fails a test which did not expect it.

let world: World
afterEach(async () => await world.stop())

const tooMany = 'refused /v1/TextToSpeech: 429 SLOW DOWN - TOO MANY PARALLEL REQUESTS'

const limitsOf = async ({ addresses }: World) => {
  const response = await fetch(`${addresses.studio.controlUrl}/settings`)
  return z.object({ parallelMax: z.number(), lookUpsPerMinute: z.number() }).parse(await response.json())
}

test('the studio holds a bot to the plan that its settings name, or to the least one', async () => {
  world = await startStrictWorld({ bot: { platforms: ['discord'] }, settings: {} })
  expect(await limitsOf(world)).toEqual({ parallelMax: 1, lookUpsPerMinute: 20 })
  await world.startBot({
    platforms: ['discord'],
    settings: { AUDIO_API_PARALLEL: '3', AUDIO_API_LOOKUPS_PER_MINUTE: '200' },
  })
  expect(await limitsOf(world)).toEqual({ parallelMax: 3, lookUpsPerMinute: 200 })
})

test('a bot that takes its plan for a greater one is refused, and its members get what they requested anyway', async () => {
  world = await startStrictWorld({
    bot: { platforms: ['discord'], callbacks: true, settings: { AUDIO_API_PARALLEL: '2' } },
    settings: {},
  })
  const studio = createStudioClient(world.addresses.studio)
  await world.studio.limit({ parallelMax: 1, lookUpsPerMinute: 20 })
  excuseRefusals(/^refused \/v1\/TextToSpeech: 429 /)
  const people = createPeople(world.addresses)
  const { adminId, memberIds } = world.addresses.discord
  await people.allows(adminId, 5)
  const [max = '', mia = ''] = memberIds
  await studio.plan({ delayMs: 2_000 })
  await people.uses(max, '/tts', { text: 'One of us.' })
  await people.uses(mia, '/tts', { text: 'Two of us.' })
  await people.sees(max, ({ files }) => files.some(({ name }) => name.startsWith('One')))
  await people.sees(mia, ({ files }) => files.some(({ name }) => name.startsWith('Two')))
  expect(await studio.refusals()).toContain(tooMany)
})

test('thousands of voices, twenty on a page and some without a name, keep no result waiting, and each can be named', async () => {
  world = await startStrictWorld({ bot: { platforms: ['discord'] }, settings: {} })
  const studio = createStudioClient(world.addresses.studio)
  await studio.set({ voices: { count: 3_108, pageMax: 20, nameless: 3 } })
  const people = createPeople(world.addresses)
  const { adminId, memberIds } = world.addresses.discord
  await people.allows(adminId, 5)
  const [max = ''] = memberIds
  await people.uses(max, '/voices')
  await people.sees(max, /^\d+ voices so far, .* Still loading/)
  const typed = await people.suggestions(max, '/tts', 'voice', 'Una Byrne 7')
  expect(typed.map(({ name }) => name)).toContain('Una Byrne 7')
  await people.uses(max, '/tts', { text: 'One of us.', voice: 'Una Byrne 7' })
  await people.sees(max, ({ files }) => files.some(({ name }) => name.startsWith('One')))
  await people.uses(max, '/settings mine', { voice: 'Una Byrne 7' })
  await people.sees(max, /Voice: Una Byrne 7, unless a request says otherwise/)
  await people.uses(max, '/tts', { text: 'Two of us.' })
  await people.sees(max, ({ files }) => files.some(({ name }) => name.startsWith('Two')))
  for (const voice of ['Una Byrne 8', 'Una Byrne 9', 'Una Byrne 10', 'Una Byrne 11'])
    await people.uses(max, '/settings mine', { voice })
  await people.sees(max, /Voice: the list is still loading, so I can't look up "Una Byrne 11" yet/)
  const requests = await studio.requests()
  const toList = requests.filter(({ path }) => path === '/v1/getAllVoices')
  expect(toList.length).toBeLessThan(20)
  expect(requests.find(({ path }) => path === '/v1/searchVoices')?.given).toMatchObject({
    query: 'Una Byrne 7',
  })
  const wanted = voicesListed({ count: 3_108 }).find(({ name }) => name === 'Una Byrne 7')
  const readings = requests.filter(({ path }) => path === '/v1/TextToSpeech')
  expect(readings.map(({ given }) => given.voice_id)).toEqual([wanted?.voiceId, wanted?.voiceId])
})
