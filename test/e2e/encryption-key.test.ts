import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'

const waitMs = 60_000
/** Past the shortest interval between two starts that the platforms allow. */
const betweenStartsMs = 130_000
/** Nobody would look the task up for that long. */
const etaSeconds = 900

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64')

let world: World
let people: People
let studio: StudioClient
let httpPort: number

const startWith = (...keys: readonly string[]) => {
  world.clock.advance(betweenStartsMs)
  const settings = { ENCRYPTION_KEY: keys.join(',') }
  return world.startBot({ platforms: ['discord'], callbacks: true, httpPort, settings })
}

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  people = createPeople(world.addresses, 'discord')
  studio = createStudioClient(world.addresses.studio)
  httpPort = await freePort()
}, waitMs)
afterAll(() => world.stop())

test(
  'a job that runs while ENCRYPTION_KEY is changed is called back at its old address, and later ones at the new',
  async () => {
    const { adminId, memberId: member } = world.addresses.discord
    const first = await startWith(keyOf(1))
    await people.allows(adminId, 5)
    await studio.set({ etaSeconds })
    await studio.plan({ delayMs: 600_000 })
    await people.uses(member, '/tts', { text: 'Before the change.' })
    await people.sees(member, 'Working on')
    await first.process.stop()
    const second = await startWith(keyOf(2), keyOf(1))
    await studio.passTime(600_000)
    await people.sees(member, ({ files }) => files.some(({ name }) => name.startsWith('Before')))
    await people.uses(member, '/tts', { text: 'After it.' })
    await people.sees(member, ({ files }) => files.some(({ name }) => name.startsWith('After')))
    expect(await second.process.stop()).toEqual({ code: 0, signal: null })
  },
  waitMs,
)
