import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { formButtonOf } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { FindChannel } from '../../../src/core/job/audience.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let lookedUp: string[]
let asks = 0
/** Whether channels that nobody can see any more are there still. */
let isBefore = false
beforeEach(async () => {
  store = openStoreWorld()
  lookedUp = []
  await giveBudget(store, 1_000_000)
})
afterEach(() => store.close())

const account = 'discord:server-1'
const lists = listsWith({})

const findChannel: FindChannel = (_, channel) => {
  lookedUp.push(channel)
  if (isBefore) return Promise.resolve({ status: 'found', channel })
  if (channel === 'thread1') return Promise.resolve({ status: 'found', channel: 'music1' })
  if (channel === 'silent1') return Promise.resolve({ status: 'unanswered' })
  return Promise.resolve(channel === 'music1' ? { status: 'found', channel } : { status: 'unknown' })
}

const ask = async (asked: Partial<Invocation>) => {
  const { settings, budgets } = store
  const dispatch = dispatchOver(store, {
    commands: [
      readyUtility(budgetCommand, { ...budgetPortsOf(store), budgets }),
      readyUtility(createSettingsCommand([music]), { settings, refusals: store.refusals, lists }),
    ],
    lists,
    findChannel,
  })
  asks += 1
  return dispatch.answer(invocation({ eventId: `asked-${asks}`, isAdmin: true, ...asked }))
}

const changes = [
  ['/budget channel', { command: 'budget', action: 'channel', values: { credits: '0.01' } }],
  ['/settings where', { command: 'settings', action: 'where', values: { rule: 'refuse' } }],
  ['/settings channel', { command: 'settings', action: 'channel', values: { model: 'v6' } }],
] as const

/** Everything that a change for a channel may have left there. */
const left = async (channel: string) => {
  const { where, defaults } = await store.settings.read(account, { member: 'x', channel })
  const { share } = await store.budgets.readShare(account, { kind: 'channel', id: channel })
  return { limit: share.limit, refused: where.refused.includes(channel), ...defaults.channel }
}

describe.each(changes)('%s', (_, change) => {
  const askFor = (channel: string, rest: Partial<Invocation> = {}) =>
    ask({ ...change, ...rest, values: { ...change.values, channel } })

  test('of a thread holds for the channel around it, and names that channel', async () => {
    const answer = await askFor('thread1')
    const ofChannel = await left('music1')
    expect(ofChannel).not.toEqual(await left('other1'))
    expect(await left('thread1')).toEqual(await left('other1'))
    expect(JSON.stringify(answer.message.blocks)).toContain('music1')
    const direct = await askFor('music1')
    expect(await left('music1')).toEqual(ofChannel)
    expect(direct.message.text).toBe(answer.message.text)
  })

  test.each([
    ['unknown1', "Channel: I can't see the channel unknown1 here. Pick one from the list."],
    ['silent1', "Channel: I couldn't look up silent1. Try again in a minute."],
  ])('of %s is refused with the value, and changes nothing', async (channel, text) => {
    const answer = await askFor(channel)
    expect(answer.message.text).toBe(`${text}\nNothing was changed.`)
    expect(await left(channel)).toEqual(await left('other1'))
    expect(answer.kind).toBe('problems')
  })
})

const inForms = [
  ['/settings channel', { command: 'settings', action: 'channel' }, { model: 'v6' }],
  ['/budget channel', { command: 'budget', action: 'channel' }, { credits: '0.01' }],
  ['/budget alerts', { command: 'budget', action: 'alerts' }, {}],
] as const

describe.each(inForms)('a form of %s', (_, of, values) => {
  const send = async (channel: string) => {
    const here = { ...of, target: target({ channel: 'here1' }) }
    const draft = formButtonOf(await ask(here))?.form.draft ?? ''
    return ask({ ...here, values: { ...values, channel }, form: { draft, sent: true } })
  }

  test('with a channel that is not of this server, which only a forged one has, changes nothing', async () => {
    const answer = await send('unknown1')
    expect(answer.message.text).toMatch(/^Channel.*: I can't see the channel unknown1 here\./)
    expect(await left('unknown1')).toEqual(await left('other1'))
    expect(await store.budgets.alertsPlace(account)).toBeUndefined()
  })

  test('takes a channel of this server, and the one where it was opened without a look-up', async () => {
    expect((await send('music1')).kind).toBe('message')
    lookedUp = []
    expect((await send('here1')).kind).toBe('message')
    expect(lookedUp).toEqual([])
  })
})

const clearings = [
  ['/budget channel lift', changes[0][1], { command: 'budget', action: 'channel', values: { lift: true } }],
  [
    '/settings where rule:forget',
    changes[1][1],
    { command: 'settings', action: 'where', values: { rule: 'forget' } },
  ],
  [
    '/settings channel clear:everything',
    changes[2][1],
    { command: 'settings', action: 'channel', values: { clear: 'everything' } },
  ],
] as const

describe.each(clearings)('%s', (_, change, clearing) => {
  const clear = (channel: string) => ask({ ...clearing, values: { ...clearing.values, channel } })

  test.each(['unknown1', 'silent1'])(
    'of %s clears what was set there before it was deleted',
    async (channel) => {
      isBefore = true
      await ask({ ...change, values: { ...change.values, channel } })
      isBefore = false
      expect(await left(channel)).not.toEqual(await left('other1'))
      expect((await clear(channel)).kind).toBe('message')
      expect(await left(channel)).toEqual(await left('other1'))
    },
  )

  test('of a channel for which nothing is set is refused with the value', async () => {
    expect((await clear('unknown1')).message.text).toContain("I can't see the channel unknown1 here.")
  })
})

test('somebody who is no admin learns of no channel whether it exists', async () => {
  await ask({
    command: 'settings',
    action: 'where',
    isAdmin: false,
    values: { rule: 'refuse', channel: 'unknown1' },
  })
  expect(lookedUp).toEqual([])
})
