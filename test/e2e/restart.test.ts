import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Bot } from '../../sandbox/bot.ts'
import type { World } from '../../sandbox/world.ts'
import { createPeople, type People } from '../support/sandbox-people.ts'
import { startStrictWorld } from '../support/strict-world.ts'
import { createStudioClient } from '../support/studio-client.ts'

let world: World
let people: People
let studio: ReturnType<typeof createStudioClient>
let admin: string
let member: string
let balanceBefore: number
let bots: Bot
let worker: Bot
let songs = 0

// What is killed, and where, is in crash.test.ts; this is about what is asked to stop.

const waitMs = 150_000
const patience = { timeout: waitMs - 30_000, interval: 100 }

/** How far the platforms' clock is moved before a start: past what Slack and Discord ask between two of them. */
const betweenStartsMs = 130_000

const start = (role: 'bots' | 'worker') => {
  world.clock.advance(betweenStartsMs)
  return world.startBot({ args: ['--role', role] })
}
const startBots = () => start('bots')
const startWorker = () => start('worker')

beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  people = createPeople(world.addresses)
  studio = createStudioClient(world.addresses.studio)
  admin = world.addresses.discord.adminId
  member = world.addresses.discord.memberId
  bots = await startBots()
  await people.allows(admin, 10)
  balanceBefore = await studio.balance()
}, waitMs)

afterAll(() => world.stop())

const shown = async () =>
  (await people.messages(member)).filter(({ seenBy, state }) => seenBy === 'all' && state !== 'deleted')

const ask = async (prompt: string): Promise<void> => {
  songs += 1
  await people.uses(member, '/music', { prompt })
}

const untilShown = (count: number, text: RegExp): Promise<unknown> =>
  vi.waitFor(async () => {
    const found = (await shown()).filter((message) => text.test(message.text))
    expect(found.length).toBeGreaterThanOrEqual(count)
  }, patience)

/** A song for each request in the channel and nothing else, each billed and charged once, and nothing held. */
const expectAllSongs = async (): Promise<void> => {
  await untilShown(songs, /is ready/)
  const all = await shown()
  expect(all.filter(({ text }) => text.includes('is ready'))).toHaveLength(songs)
  expect(all).toHaveLength(songs)
  await people.uses(admin, '/budget show')
  const said = (await people.messages(admin)).filter(({ text }) => text.includes('credits are left here'))
  const text = said.at(-1)?.text ?? ''
  expect(text).toContain('Held for running jobs: 0.00')
  const used = Number(/Used: ([\d.]+)/.exec(text)?.[1])
  expect(balanceBefore - (await studio.balance())).toBeCloseTo(used, 6)
}

test(
  'a request that comes while no worker runs waits for one',
  async () => {
    await ask('a song of patience')
    await untilShown(1, /Queued your song/)
    worker = await startWorker()
    await expectAllSongs()
  },
  waitMs,
)

test(
  'row 12, rolling restarts amid requests end every process with 0 and lose nothing',
  async () => {
    for (let restart = 1; restart <= 2; restart += 1) {
      await studio.plan({ delayMs: 500 })
      await ask(`a graceful exit, part ${restart}`)
      const [old, next] = [{ worker, bots }, await Promise.all([startWorker(), startBots()])]
      ;[worker, bots] = next
      expect(await Promise.all([old.worker.process.stop(), old.bots.process.stop()])).toEqual([
        { code: 0, signal: null },
        { code: 0, signal: null },
      ])
    }
    await expectAllSongs()
  },
  waitMs,
)
