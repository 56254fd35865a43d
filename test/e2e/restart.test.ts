import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { defaultDeadlines } from '../../src/jobs/deadlines.ts'
import { type OpenBooks, openBooks } from '../crash/books.ts'
import type { Arming } from '../crash/points.ts'
import { pressEveryButton } from '../support/sandbox/every-button.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { firstRows, isLong, runs } from '../support/suite/runs.ts'

let world: World
let people: People
let studio: ReturnType<typeof createStudioClient>
let admin: string
let member: string
let balanceBefore: number
let bots: Bot
let worker: Bot
let books: OpenBooks
let songs = 0

// What is killed, and where, is in crash.test.ts; this is about what is asked to stop.

const waitMs = 150_000
const patience = { timeout: waitMs - 30_000, interval: 100 }

/** How far to move the platforms' clock before a start: past the shortest interval that they allow. */
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
  books = openBooks(world.addresses.redis.url)
  admin = world.addresses.discord.adminId
  member = world.addresses.discord.memberId
  bots = await startBots()
  await people.allows(admin, 10)
  balanceBefore = await studio.balance()
}, waitMs)

afterAll(async () => {
  books.close()
  await world.stop()
})

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

/**
 * A song for each request in the channel and nothing else, each billed and charged once, and nothing held.
 */
const expectAllSongs = async (): Promise<void> => {
  await untilShown(songs, /Made with AI/)
  const all = await shown()
  expect(all.filter(({ text }) => text.includes('Made with AI'))).toHaveLength(songs)
  expect(all).toHaveLength(songs)
  const since = await people.latest(admin)
  await people.uses(admin, '/budget show')
  const { text } = await people.sees(admin, 'credits left here', since)
  expect(text).not.toContain('In progress')
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
    for (let restart = 1; restart <= runs(1, 2); restart += 1) {
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

// In the short form slack.test.ts presses them after a restart, and every-command.test.ts on Discord.
test.runIf(isLong)(
  'every button of a song leads somewhere after all these restarts',
  () => pressEveryButton(people, member, admin),
  waitMs,
)

const armedBot = fileURLToPath(new URL('../crash/armed-bot.ts', import.meta.url))
/**
 * With the spans of production it takes all of the 25 s to end, and longer until a request counts as unknown.
 */
const arming: Arming = { planPath: '', spans: isLong ? 'production' : 'short' }

const startQuickWorker = () => {
  world.clock.advance(betweenStartsMs)
  return world.startBot({ program: armedBot, args: [JSON.stringify(arming), '--role', 'worker'] })
}

interface Silence {
  begin(): unknown
  /** Once the service has taken the request; resolves when the worker waits in vain. */
  goOn(): unknown
  end(): unknown
}

const nothing = (): void => undefined

const isInHand = (dueAtMs: number | undefined): boolean =>
  dueAtMs !== undefined && dueAtMs > Date.now() + defaultDeadlines.deliverStepMs / 2

/** A worker has a result in hand: others look after it only when that worker's time is over. */
const untilDelivering = () =>
  vi.waitFor(async () => {
    const jobs = await books.jobs()
    expect(jobs.some(({ state, dueAtMs }) => state === 'ready' && isInHand(dueAtMs))).toBe(true)
  }, patience)

const rows: readonly (readonly [string, () => Silence, RegExp])[] = [
  [
    'the audio service, which took the request',
    () => ({
      begin: () => studio.fail({ respond: { path: '/v2/MusicAI', answer: 'never', after: 'acting' } }),
      goOn: nothing,
      end: studio.mend,
    }),
    /failed\..* still count as used/s,
  ],
  [
    'Discord',
    () => ({
      begin: nothing,
      goOn: async () => {
        world.discord.faults.add({ network: 'stall' })
        await untilDelivering()
      },
      end: () => world.discord.faults.clear(),
    }),
    /Made with AI/,
  ],
]

test.each(firstRows(1, rows))(
  'row 12, a worker that waits for %s ends with 0 anyway, and the next one has it bought once and said once',
  async (_, silenceOf, closing) => {
    const silence = silenceOf()
    await worker.process.stop()
    const [before, songsBefore] = [(await shown()).length, await studio.songs()]
    await silence.begin()
    const old = await startQuickWorker()
    await ask('a song of silence')
    await vi.waitFor(async () => expect((await studio.songs()).taken).toBe(songsBefore.taken + 1), patience)
    await silence.goOn()
    expect(await old.process.stop()).toEqual({ code: 0, signal: null })
    await silence.end()
    worker = await startQuickWorker()
    const texts = async () => (await shown()).slice(before).map(({ text }) => text)
    // What takes more than a minute is told a second time, by a notice.
    const isNotice = (text: string) => /(?:Here's|I couldn't finish) your song\./.test(text)
    const said = async () => (await texts()).filter((text) => !isNotice(text))
    await vi.waitFor(async () => expect(await said()).toEqual([expect.stringMatching(closing)]), patience)
    expect((await texts()).filter(isNotice).length).toBeLessThanOrEqual(1)
    const { asked, taken } = songsBefore
    expect(await studio.songs()).toEqual({ asked: asked + 1, taken: taken + 1 })
  },
  waitMs,
)
