import { afterEach, beforeEach, expect, test } from 'vitest'
import type { World } from '../../sandbox/world.ts'
import { createPeople, type People } from '../support/sandbox-people.ts'
import { startStrictWorld } from '../support/strict-world.ts'
import { createStudioClient } from '../support/studio-client.ts'

let world: World
let people: People
let studio: ReturnType<typeof createStudioClient>
let admin: string
let member: string

/** A step that was begun by whoever was killed is taken up by others after its lock's half minute. */
const waitMs = 150_000

beforeEach(async () => {
  world = await startStrictWorld({ bot: false })
  people = createPeople(world.addresses)
  studio = createStudioClient(world.addresses.studio)
  admin = world.addresses.discord.adminId
  member = world.addresses.discord.memberId
}, waitMs)

afterEach(() => world.stop())

const allowTenCredits = () => people.allows(admin, 10)

/** Exactly one song in the channel, one bill at the service, one charge in the budget, nothing held. */
const expectOneSong = async (balanceBefore: number): Promise<void> => {
  const song = await people.sees(member, /is ready/)
  const charged = Number(/([\d.]+) used/.exec(song.text)?.[1])
  await people.uses(admin, '/budget show')
  const { text } = await people.sees(admin, /credits are left here/)
  expect(text).toContain('Held for running jobs: 0.00')
  expect(Number(/Used: ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(charged, 6)
  expect(balanceBefore - (await studio.balance())).toBeCloseTo(charged, 6)
  const all = (await people.messages(member)).filter(
    ({ seenBy, state }) => seenBy === 'all' && state !== 'deleted',
  )
  expect(all.map(({ id }) => id)).toEqual([song.id])
}

test(
  'a bot that is killed while the song is made delivers it once after its restart',
  async () => {
    const first = await world.startBot()
    await allowTenCredits()
    const balance = await studio.balance()
    await studio.plan({ delayMs: 3_000 })
    await people.uses(member, '/music', { prompt: 'a ballad of the phoenix process' })
    await people.sees(member, 'Working on your song')
    await first.process.kill()
    await world.startBot()
    await expectOneSong(balance)
  },
  waitMs,
)

test(
  'a worker that is killed leaves its jobs to the others',
  async () => {
    await world.startBot({ args: ['--role', 'bots'] })
    const worker = await world.startBot({ args: ['--role', 'worker'] })
    await allowTenCredits()
    const balance = await studio.balance()
    await studio.plan({ delayMs: 8_000 }) // longer than the second worker takes to start
    await people.uses(member, '/music', { prompt: 'a relay of runners' })
    await people.sees(member, 'Working on your song')
    await world.startBot({ args: ['--role', 'worker'] })
    await worker.process.kill()
    await expectOneSong(balance)
  },
  waitMs,
)

test(
  'a request that comes while no worker runs waits for one',
  async () => {
    await world.startBot({ args: ['--role', 'bots'] })
    await allowTenCredits()
    const balance = await studio.balance()
    await people.uses(member, '/music', { prompt: 'a song of patience' })
    await people.sees(member, 'Queued your song')
    await world.startBot({ args: ['--role', 'worker'] })
    await expectOneSong(balance)
  },
  waitMs,
)

test(
  'a bot that is asked to stop ends with 0, and what it had begun goes on after the next start',
  async () => {
    const first = await world.startBot()
    await allowTenCredits()
    const balance = await studio.balance()
    await studio.plan({ delayMs: 2_000 })
    await people.uses(member, '/music', { prompt: 'a graceful exit' })
    await people.sees(member, 'Working on your song')
    expect(await first.process.stop()).toEqual({ code: 0, signal: null })
    await world.startBot()
    await expectOneSong(balance)
  },
  waitMs,
)
