import { afterEach, beforeEach, expect, test } from 'vitest'
import { usualSong } from '../../src/commands/features/music.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { Arrival } from '../../src/core/job/welcome.ts'
import { createWorthText } from '../../src/core/ledger/credit-worth.ts'
import type { ResultMessage } from '../../src/core/message/message.ts'
import type { AccountId } from '../../src/core/target.ts'
import { welcome } from '../../src/jobs/welcome.ts'
import { createWelcomes } from '../../src/redis/welcomes.ts'
import { filePrices } from '../support/commands/commands.ts'
import { createRecordingPlatform } from '../support/jobs/recording-platform.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const account = 'discord:server-1'
const target = { platform: 'discord', server: 'server-1', channel: 'system', member: 'us' } as const
const dayMs = 24 * 60 * 60_000
let world: StoreWorld
let platform: ReturnType<typeof createRecordingPlatform>
let log: ReturnType<typeof createRecordingLog>

const open = (options: Parameters<typeof openStoreWorld>[0]) => {
  world?.close()
  world = openStoreWorld(options)
}

beforeEach(() => {
  open({ newServerCredits: 200_000 })
  platform = createRecordingPlatform()
  log = createRecordingLog()
})
afterEach(() => world.close())

const join = (overrides: Partial<Arrival> = {}) =>
  welcome(
    {
      ...world,
      worthText: createWorthText({ prices: filePrices, song: usualSong, creditPrice: undefined }),
      log,
      now: world.clock.now,
      welcomes: createWelcomes({ ...world, now: world.clock.now }),
      platforms: [{ ...platform.port, name: 'discord' }],
      wait: async (spanMs) => world.clock.advance(spanMs),
    },
    {
      account,
      joinedAtMs: world.clock.now(),
      isAlone: true,
      isToldAgain: false,
      findPlace: async () => ({ target, how: 'channel' }),
      ...overrides,
    },
  )

const posted = (): readonly ResultMessage[] => platform.messages.map(({ message }) => message)

test('says what the bot does, what there is to spend, and leads to a song and a budget', async () => {
  await join()
  const [message] = posted()
  expect(message?.text).toBe(
    "Hi, I'm Tunesmith. I make songs and speech from a few words, and remix your clips. You have 0.20 starter credits. That's about 1 song. For more, an admin can set a budget. For everything I can do, see /help.",
  )
  expect(message?.blocks).toMatchObject([
    {
      buttons: [
        { label: 'Try it', commandLink: { command: 'music' } },
        { label: 'Set budget', commandLink: { command: 'budget', action: 'limit' } },
      ],
    },
  ])
})

test('begins with the note that the server was left, which is dropped, whether there is a welcome or none', async () => {
  open({ servers: ['discord:server-2'] })
  await world.leftServers.note(account)
  await join()
  expect(await world.leftServers.leftBy(world.clock.now())).toEqual([])
})

test('comes once, however often the platform says that the bot is there', async () => {
  await Promise.all([join(), join()])
  world.clock.advance(dayMs)
  await join()
  expect(posted()).toHaveLength(1)
})

test.each<[string, AccountId, number]>([
  ['left where the operator has not let it in', 'discord:server-2', 1],
  ['kept where it is let in', account, 0],
])('a server that takes much memory is %s, also long after it joined', async (_, letIn, times) => {
  open({ servers: [letIn] })
  let left = 0
  const leave = async () => (left += 1)
  await join({ leave, joinedAtMs: world.clock.now() - 8 * dayMs })
  expect(left).toBe(times)
  expect(posted()).toEqual([])
  expect(log.warnings()).toHaveLength(times)
})

test('a server that takes much memory is not said to be left where Discord refuses', async () => {
  open({ servers: ['discord:server-2'] })
  const refused = new Error('Discord is away')
  await expect(join({ leave: () => Promise.reject(refused) })).rejects.toBe(refused)
  expect(log.warnings()).toEqual([])
})

test.each<[string, number | undefined]>([
  ['joined a week and a day ago', -8 * dayMs],
  ['says nothing of when it joined, in an installation that is in use', undefined],
  ['joined before this version', -1],
])('is nothing for a server that %s', async (_, ago) => {
  await giveBudget(world, 5_000_000)
  await createWelcomes({ ...world, now: world.clock.now }).since('discord')
  await join({ joinedAtMs: ago === undefined ? undefined : world.clock.now() + ago })
  expect(posted()).toEqual([])
})

test.each([
  [150_000, 'You have 0.05 starter credits. For more'],
  [200_000, 'An admin needs to set a budget first.'],
])('names what is left where %d millionths of the starter credits are used already', async (used, says) => {
  await world.store.request(jobRequest({ bound: microcredits(used) }))
  await join()
  expect(posted().map(({ text }) => text)).toEqual([expect.stringContaining(says)])
})

test('waits until the operator lets the server in', async () => {
  open({ servers: ['discord:other'] })
  await join()
  expect(posted()).toEqual([])
  await world.allowlist.allow(account, undefined)
  await join()
  expect(posted().map(({ text }) => text)).toEqual([
    expect.stringContaining('An admin needs to set a budget first.'),
  ])
})

test('waits until one of several servers is the first, and is then for that one', async () => {
  open({ servers: [], newServerCredits: 200_000 })
  const others = { isAlone: false }
  await join(others)
  await join({ ...others, account: 'discord:server-2' })
  expect(posted()).toEqual([])
  await world.allowlist.admit(account)
  await join(others)
  await join({ ...others, account: 'discord:server-2' })
  expect(posted().map(({ text }) => text)).toEqual([expect.stringContaining('0.20 starter credits')])
})

test('tells the only server what it has, since it will be the first', async () => {
  open({ servers: [], newServerCredits: 200_000 })
  await join()
  expect(posted().map(({ text }) => text)).toEqual([expect.stringContaining('0.20 starter credits')])
})

test('has no buttons in a direct message, where the member pays, and says where to go', async () => {
  await join({ findPlace: async () => ({ target, how: 'direct' }) })
  expect(platform.words.map(({ message }) => message)).toMatchObject([
    {
      text: "Hi, I'm Tunesmith. I make songs and speech from a few words, and remix your clips. Your server has 0.20 starter credits. That's about 1 song. For more, an admin can set a budget. In a channel of your server, use /music for a song, /budget limit for a budget, or /help for everything.",
      blocks: [],
    },
  ])
})

test('is tried again while the platform is away, and given up where nothing can be posted', async () => {
  platform.failNext('channel', 'platform_unavailable')
  await join()
  expect(posted()).toHaveLength(1)
  open({})
  platform.failNext('channel', 'cannot_post')
  await join()
  await join()
  expect(posted()).toHaveLength(1)
  expect(log.warnings()).toEqual(['a welcome could not be posted'])
})

test('of a process that died is finished by the next report', async () => {
  platform.failNext('channel', 'platform_unavailable', 'platform_unavailable', 'platform_unavailable')
  await expect(join()).rejects.toMatchObject({ code: 'platform_unavailable' })
  await join()
  expect(posted()).toEqual([])
  world.clock.advance(60_000)
  await join()
  expect(posted()).toHaveLength(1)
})

// Slack waits three seconds for an acknowledgement; the posts take longer.
test('in hand is reported again by a platform that repeats what fails, and is then finished', async () => {
  platform.failNext('channel', 'platform_unavailable', 'platform_unavailable', 'platform_unavailable')
  const repeated = { isToldAgain: true }
  const [earlier, meanwhile] = await Promise.allSettled([join(repeated), join(repeated)])
  expect([earlier, meanwhile]).toMatchObject([
    { reason: { code: 'platform_unavailable' } },
    { reason: { code: 'left_to_others', retryable: true } },
  ])
  world.clock.advance(60_000)
  await join(repeated)
  await join(repeated)
  expect(posted()).toHaveLength(1)
})

test('is left out where there is no place for it', async () => {
  await join({ findPlace: async () => undefined })
  expect(posted()).toEqual([])
})
