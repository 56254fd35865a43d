import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

let world: World
beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

/** Each platform hears a voice of its own, because both share what was kept. */
const heard = { discord: 'Abel Rook', slack: 'Ada Winter' } as const satisfies Record<ChatPlatform, string>

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  test('a voice is heard for its price once, and by everybody for nothing after that', async () => {
    const people = createPeople(world.addresses, platform)
    const studio = createStudioClient(world.addresses.studio)
    const { adminId, memberIds } = world.addresses[platform]
    const [first = '', second = ''] = memberIds
    const voice = heard[platform]
    await people.allows(adminId, 5)
    const readings = async () =>
      (await studio.requests()).filter(({ path }) => path === '/v1/TextToSpeech').length
    const before = await readings()

    const since = await people.latest(first)
    await people.uses(first, '/voices')
    const list = await people.sees(first, /\d+ voices, page 1 of/, since)
    const priced = `Hear ${voice} (0.07 credits)`
    expect(list.buttons.map(({ label }) => label)).toContain(priced)
    const presses = [1, 2].map(() => people.presses(first, list.id, priced)) // a double press is one request
    await Promise.all(presses)
    const reading = await people.sees(first, /Made with AI/, since)
    expect(reading.text).toContain(`Voice: ${voice}`)
    expect(await readings()).toBe(before + 1)

    const sinceThen = await people.latest(second)
    await people.uses(second, '/voices')
    const free = await people.sees(second, /\d+ voices, page 1 of/, sinceThen)
    await people.presses(second, free.id, `Hear ${voice}`)
    const { text } = await people.sees(second, `This is ${voice}`, sinceThen)
    expect(text).toContain('Nothing was charged')
    const sample = await people.sees(
      second,
      ({ files }) => files.some(({ name }) => name.startsWith(voice.split(' ')[0] ?? voice)),
      sinceThen,
    )
    const [file] = sample.files
    expect(file?.name).toMatch(/\.mp3$/)
    expect((await (await fetch(file?.url ?? '')).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    expect(await readings()).toBe(before + 1)
    const others = (await people.messages(adminId)).filter((message) =>
      message.text.includes('Hello! This is'),
    )
    expect(others).toEqual([])
  })
})
