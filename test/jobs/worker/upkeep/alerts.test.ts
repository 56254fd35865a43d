import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../../../src/core/credits.ts'
import type { Period } from '../../../../src/core/ledger/budget-window.ts'
import { commandLinkText } from '../../../../src/core/message/command-link.ts'
import { sendAlerts } from '../../../../src/jobs/worker/upkeep/alerts.ts'
import { jobIn } from '../../../support/jobs/job-states.ts'
import { createRecordingPlatform } from '../../../support/jobs/recording-platform.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { jobRequest, openStoreWorld, type StoreWorld } from '../../../support/redis/store-world.ts'

const account = 'discord:server-1'
let world: StoreWorld
let platform: ReturnType<typeof createRecordingPlatform>
let log: ReturnType<typeof createRecordingLog>

beforeEach(() => {
  world = openStoreWorld()
  platform = createRecordingPlatform()
  log = createRecordingLog()
})
afterEach(() => world.close())

const budget = async (credits: number, period: Period = 'month'): Promise<void> => {
  const change = { account, actor: 'admin-1' } as const
  const limit = microcredits(credits * 1_000_000)
  await world.budgets.setLimit({ ...change, eventId: `limit-${credits}`, limit, period, zone: 'UTC' })
  await world.budgets.setAlerts({ ...change, eventId: 'alerts', channel: 'c1' })
}
const hold = (credits: number) =>
  world.store.request(jobRequest({ bound: microcredits(credits * 1_000_000) }))
/** What a worker does; `chats` are those that it has. */
const send = (alerts = world.alerts, chats: readonly 'discord'[] = ['discord'], port = platform.port) =>
  sendAlerts({
    alerts,
    log,
    now: world.clock.now,
    platforms: new Map([['discord', port]]),
    chatsHeld: new Set(chats),
    deadlines: { alertsMs: 10_000 },
  })
const texts = (): readonly string[] => platform.messages.map(({ message }) => message.text)

test('an alert says how much is used, when it resets, and leads to the budget', async () => {
  await budget(5)
  await hold(4)
  await send()
  const [seen] = platform.messages
  expect(seen?.ref.channel).toBe('c1')
  expect(seen?.message).toMatchObject({
    text: "80% of this month's budget is used: 4 of 5 credits. 4 of that is reserved for running jobs.",
    blocks: [
      { kind: 'facts', facts: [{ label: 'Resets', value: { atMs: Date.UTC(2026, 6, 1) } }] },
      { kind: 'buttons' },
    ],
  })
  const buttons = seen?.message.blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))
  expect(buttons?.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])).toEqual([
    ['See budget', '/budget show'],
    ['Set budget', '/budget limit'],
  ])
})

test.each<[Period, number, string]>([
  ['day', 2.51, "50% of today's budget is used: 2.51 of 5 credits."],
  ['week', 4.2, "84% of this week's budget is used: 4.20 of 5 credits."],
  ['month', 5, "This month's budget is used up: 5 of 5 credits."],
  ['once', 4.999999, '99% of the budget is used: 4.999999 of 5 credits.'],
])('an alert about the budget of a %s, of which %d are held', async (period, credits, text) => {
  await budget(5, period)
  await hold(credits)
  await send()
  expect(texts()[0]).toContain(text)
})

test.each([
  ['balance', /account with the audio service is out of credit, .* until you top it up\./],
  ['key', /rejects your own API key, .* until an admin sets another\./],
] as const)(
  'an alert about an own key with a trouble of its %s comes once, and leads to the key',
  async (why, text) => {
    await budget(5)
    await world.alerts.raise(account, why)
    await Promise.all([send(), send()])
    await send()
    expect(texts()).toEqual([expect.stringMatching(text)])
    expect(platform.messages[0]?.message.blocks).toMatchObject([
      { buttons: [{ label: 'API key', commandLink: { command: 'budget', action: 'key' } }] },
    ])
  },
)

test('an alert about an own key is dropped where alerts are off', async () => {
  await world.alerts.raise(account, 'key')
  await send()
  expect(texts()).toEqual([])
  expect(await world.alerts.due()).toEqual([])
})

test('each trouble of an own key has an alert', async () => {
  await budget(5)
  await world.alerts.raise(account, 'balance')
  await send()
  world.clock.advance(60_000)
  await world.alerts.raise(account, 'balance')
  await send()
  expect(texts()).toHaveLength(2)
})

test('an alert comes once, however many workers look how often', async () => {
  await budget(5)
  await hold(3)
  await Promise.all([send(), send(), send()])
  world.clock.advance(60_000)
  await send()
  expect(texts()).toHaveLength(1)
})

test('an alert of a process that died is finished by another, once', async () => {
  await budget(5)
  await hold(3)
  const died = new Error('died')
  const dying = { ...world.alerts, end: () => Promise.reject(died) }
  await expect(send(dying)).rejects.toBe(died)
  await send()
  expect(texts()).toHaveLength(1)
  world.clock.advance(20_000)
  await send()
  expect(texts()).toHaveLength(1)
  expect(await world.alerts.due()).toEqual([])
})

test('alerts come once, though those before them take longer than any lease', async () => {
  const servers = ['server-1', 'server-2', 'server-3'] as const
  for (const server of servers) {
    const change = { account: `discord:${server}`, actor: 'admin-1' } as const
    const limit = microcredits(5_000_000)
    await world.budgets.setLimit({
      ...change,
      eventId: `${server} limit`,
      limit,
      period: 'month',
      zone: 'UTC',
    })
    await world.budgets.setAlerts({ ...change, eventId: `${server} alerts`, channel: 'c1' })
    await world.store.request(jobRequest({ bound: microcredits(3_000_000) }, { server }))
  }
  const slow: typeof platform.port = {
    ...platform.port,
    async notify(...args) {
      world.clock.advance(15_000)
      await send()
      return platform.port.notify(...args)
    },
  }
  await send(world.alerts, ['discord'], slow)
  world.clock.advance(60_000)
  await send()
  expect(texts()).toHaveLength(servers.length)
})

test('an alert that the chat does not take waits, and keeps no other account waiting', async () => {
  await budget(5)
  await hold(3)
  platform.failNext('channel', 'platform_unavailable')
  await expect(send()).rejects.toMatchObject({ code: 'platform_unavailable' })
  expect(texts()).toEqual([])
  world.clock.advance(20_000)
  await send()
  expect(texts()).toHaveLength(1)
})

test('an alert that may not be posted is dropped, and the operator and admins are told', async () => {
  await budget(5)
  await hold(3)
  platform.failNext('channel', 'cannot_post')
  await send()
  world.clock.advance(20_000)
  await send()
  expect(texts()).toEqual([])
  expect(log.warnings()).toEqual(['an alert about a budget could not be posted'])
  expect(await world.budgets.alertsPlace(account)).toEqual({
    channel: 'c1',
    isWeekly: false,
    isRefused: true,
  })
  expect(await world.alerts.due()).toEqual([])
})

describe('the summary of a week', () => {
  const weekMs = 7 * 24 * 60 * 60_000
  const alerts = (isWeekly: boolean, eventId = 'weekly') =>
    world.budgets.setAlerts({ account, actor: 'admin-1', eventId, channel: 'c1', isWeekly })
  /** The tests' clock begins at noon on Monday, 15 June 2026, so a week is over at midnight on the 22nd. */
  const untilNineOnMondayMs = weekMs - 3 * 60 * 60_000

  test('comes the morning after it, once, however many workers look how often', async () => {
    await budget(100)
    await alerts(true)
    await jobIn(world, 'posted')
    await jobIn(world, 'posted')
    world.clock.advance(untilNineOnMondayMs - 1)
    await send()
    expect(texts()).toEqual([])
    world.clock.advance(1)
    await Promise.all([send(), send(), send()])
    await send()
    expect(platform.messages.map(({ message }) => message)).toMatchObject([
      {
        text: '0.24 credits used last week.',
        blocks: [
          {
            facts: [
              { label: 'Week', value: 'Jun 15 – 21' },
              { label: 'By feature', value: ['/music', ': 0.24'] },
              { label: 'The week before', value: '0 credits' },
              { label: 'Left', value: '99.76' },
              { label: 'Resets' },
            ],
          },
          { kind: 'buttons' },
        ],
      },
    ])
  })

  test('compares with the week before, and says so where nothing was used', async () => {
    await budget(100)
    await alerts(true)
    await jobIn(world, 'posted')
    for (let week = 0; week < 2; week += 1) {
      world.clock.advance(weekMs)
      await send()
    }
    expect(texts()).toEqual(['0.12 credits used last week.', 'No credits used last week.'])
    expect(platform.messages[1]?.message.blocks[0]).toMatchObject({
      facts: [
        { label: 'Week' },
        { label: 'The week before', value: '0.12 credits' },
        { label: 'Left' },
        { label: 'Resets' },
      ],
    })
  })

  test('is one, whatever was missed or changed meanwhile', async () => {
    await budget(100)
    await alerts(true)
    const limit = microcredits(100_000_000)
    await world.budgets.setLimit({ account, actor: 'admin-1', eventId: 'zone', limit, zone: 'Asia/Tokyo' })
    await alerts(true, 'again')
    world.clock.advance(3 * weekMs)
    for (let look = 0; look < 4; look += 1) await send()
    expect(texts()).toHaveLength(1)
    expect(await world.alerts.due()).toEqual([])
    world.clock.advance(weekMs)
    await send()
    expect(texts()).toHaveLength(2)
  })

  test('is one, however many workers take up several entries for it at once', async () => {
    await budget(100)
    await alerts(true)
    const limit = microcredits(100_000_000)
    await world.budgets.setLimit({ account, actor: 'admin-1', eventId: 'zone', limit, zone: 'Asia/Tokyo' })
    await alerts(true, 'again')
    world.clock.advance(weekMs)
    const slow: typeof platform.port = {
      ...platform.port,
      async notify(...args) {
        await send()
        return platform.port.notify(...args)
      },
    }
    await send(world.alerts, ['discord'], slow)
    await send()
    expect(texts()).toHaveLength(1)
  })

  test('keeps coming where the time zone moves west', async () => {
    const limit = microcredits(100_000_000)
    const set = (zone: string) =>
      world.budgets.setLimit({ account, actor: 'admin-1', eventId: zone, limit, period: 'month', zone })
    await set('Asia/Kolkata')
    await alerts(true)
    const dayMs = 24 * 60 * 60_000
    for (let day = 0; day < 8; day += 1) {
      world.clock.advance(dayMs)
      await send()
    }
    expect(texts()).toHaveLength(1)
    await set('America/Los_Angeles')
    for (let hour = 0; hour < 3 * 7 * 24; hour += 1) {
      world.clock.advance(60 * 60_000)
      await send()
    }
    expect(texts()).toHaveLength(4)
  })

  test('does not come once it is switched off, alone or with the alerts', async () => {
    await budget(100)
    for (const off of [
      () => alerts(false, 'off'),
      () => world.budgets.setAlerts({ account, actor: 'admin-1', eventId: 'all off', channel: undefined }),
    ]) {
      await alerts(true, `on before ${off}`)
      await off()
      world.clock.advance(weekMs)
      await send()
    }
    expect(texts()).toEqual([])
    expect(await world.alerts.due()).toEqual([])
  })

  test('of a process that died is finished by another, once, and the next one comes', async () => {
    await budget(100)
    await alerts(true)
    world.clock.advance(weekMs)
    const died = new Error('died')
    await expect(send({ ...world.alerts, end: () => Promise.reject(died) })).rejects.toBe(died)
    world.clock.advance(20_000)
    await send()
    expect(texts()).toHaveLength(1)
    world.clock.advance(weekMs)
    await send()
    expect(texts()).toHaveLength(2)
  })
})

test('an alert is left to those who have its chat', async () => {
  await budget(5)
  await hold(3)
  await send(world.alerts, [])
  expect(texts()).toEqual([])
  await send()
  expect(texts()).toHaveLength(1)
})
