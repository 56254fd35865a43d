import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let folder: string
let world: World
let people: People

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-own-prices-'))
  const file = join(folder, 'prices.json')
  writeFileSync(file, '{ "speech": "0.003" }')
  world = await startStrictWorld({
    bot: { callbacks: true, platforms: ['discord'], settings: { AUDIO_PRICES_FILE: file } },
  })
  people = createPeople(world.addresses)
})

afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

test('a member with 0.17 credits left gets a fourth song where three cost 0.10 each, though the list says 0.20', async () => {
  const { adminId, memberId } = world.addresses.discord
  const sing = (prompt: string) => people.uses(memberId, '/music', { prompt })

  await people.allows(adminId, 0.17)
  await sing('no song yet')
  await people.sees(memberId, 'this needs up to 0.20')

  await people.allows(adminId, 5)
  for (const number of ['one', 'two', 'three']) {
    const since = await people.latest(memberId)
    await sing(`song ${number}`)
    const { text } = await people.sees(memberId, /Made with AI/, since)
    expect(text).toContain('0.10 credits')
  }
  await people.allows(adminId, 0.47)
  // On a busy machine a price that cannot be read in time is the last one known.
  const since = await vi.waitFor(async () => {
    const asked = await people.latest(memberId)
    await sing('song four')
    const { text } = await people.sees(memberId, /song four|Not enough credits/, asked)
    expect(text).not.toContain('Not enough credits')
    return asked
  })
  const { text } = await people.sees(memberId, /song four[\s\S]*Made with AI/, since)
  expect(text).toContain('0.07')
})

test('an operator’s own price is what a request may cost, until the service has estimated more', async () => {
  const { adminId, memberId } = world.addresses.discord
  const read = (text: string) => people.uses(memberId, '/tts', { text })

  await people.allows(adminId, 0)
  await read('The linker sails at dawn.')
  await people.sees(memberId, 'this needs up to 0.003, and none are left here')

  // The studio estimates 0.01 for every hundred words begun, and is believed by the next request.
  await people.allows(adminId, 5)
  await read('The linker is back.')
  const { text } = await people.sees(memberId, /The linker is back\.[\s\S]*Made with AI/)
  expect(text).toContain('0.01 credits')
  await people.allows(adminId, 0.01)
  // On a busy machine a price that cannot be read in time is the last one known.
  await vi.waitFor(async () => {
    const since = await people.latest(memberId)
    await read('The linker sleeps.')
    const refused = await people.sees(memberId, /this needs up to/, since)
    expect(refused.text).toContain('this needs up to 0.01, and none are left here')
  })
})
