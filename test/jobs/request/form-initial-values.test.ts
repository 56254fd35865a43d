import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { SettingScope, SettingsStore } from '../../../src/core/command/settings.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Budgets } from '../../../src/core/ledger/budget.ts'
import { createSettingsLook } from '../../../src/jobs/request/settings-here.ts'
import { budgetPortsOf } from '../../support/commands/budget-ports.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let events: number

beforeEach(() => {
  store = openStoreWorld()
  events = 0
})
afterEach(() => store.close())

const account = 'discord:server-1'
const voices = [{ value: 'voice-7', label: 'Grandma Ada' }]

interface Stores {
  budgets?: Partial<Budgets>
  settings?: Partial<SettingsStore>
}

const ask = (asked: Partial<Invocation>, stores: Stores = {}): Promise<Answer> => {
  const budgets = { ...store.budgets, ...stores.budgets }
  const settings = { ...store.settings, ...stores.settings }
  const lists = listsWith({ voices: () => Promise.resolve(voices) })
  const dispatch = dispatchOver(store, {
    budgets,
    lists,
    lookAtSettings: createSettingsLook({ settings, log: createRecordingLog() }),
    commands: [
      readyUtility(budgetCommand, { ...budgetPortsOf(store), budgets }),
      readyUtility(createSettingsCommand([music]), { settings, refusals: store.refusals, lists }),
    ],
  })
  events += 1
  return dispatch.answer(invocation({ eventId: `event-${events}`, isAdmin: true, values: {}, ...asked }))
}

const limit = { command: 'budget', action: 'limit' } as const
const mine = { command: 'settings', action: 'mine' } as const

const openForm = async (asked: Partial<Invocation>, stores?: Stores): Promise<Form> => {
  const form = formButtonOf(await ask(asked, stores))?.form
  if (form === undefined) throw new Error('no form')
  return form
}
const send = (asked: Partial<Invocation>, { draft }: Form, values: RawValues, isPart = false) =>
  ask({ ...asked, values, form: { draft, sent: !isPart, ...(isPart && { isPart }) } })

const setLimit = (credits: number, calendar: Partial<Parameters<Budgets['setLimit']>[0]> = {}) => {
  events += 1
  const limitOf = microcredits(credits * 1_000_000)
  const change = { account, eventId: `set-${events}`, actor: 'admin-2', limit: limitOf } as const
  return store.budgets.setLimit({ ...change, ...calendar })
}
const held = async () => {
  const { limit: allowed, period, zone, weekStart } = await store.budgets.read(account)
  return { allowed, period, zone, weekStart }
}
const weekly = { period: 'week', zone: 'Europe/Berlin', weekStart: 0 } as const
const shownWeekly = { period: 'week', week_start: 'sunday', zone: 'Europe/Berlin' }

describe('the form of /budget limit', () => {
  test('opens with what holds now, to the last decimal', async () => {
    await setLimit(2.500001, weekly)
    expect((await openForm(limit)).values).toEqual({ credits: '2.500001', ...shownWeekly })
  })

  test('opens without an amount where nobody has set one', async () => {
    const { values, missing } = await openForm(limit)
    expect(values).toEqual({ period: 'month', week_start: 'monday', zone: 'UTC' })
    expect(missing).toEqual(['credits'])
  })

  test('leaves what was typed as it is', async () => {
    await setLimit(5, weekly)
    const form = await openForm({ ...limit, values: { period: 'day' } })
    expect(form.values).toEqual({ credits: '5', ...shownWeekly, period: 'day' })
  })

  test.each([
    ['as it was', shownWeekly],
    ['with its inputs emptied', { period: undefined, week_start: undefined, zone: undefined }],
  ])('sent %s changes nothing of the calendar, whatever was set meanwhile', async (_, calendar) => {
    await setLimit(5, weekly)
    const form = await openForm(limit)
    await setLimit(5, { zone: 'UTC' })
    const answer = await send(limit, form, { credits: '5', ...calendar, reason: undefined })
    expect(answer.message.text).not.toContain('Usage starts over at zero')
    expect(await held()).toEqual({ allowed: 5_000_000, ...weekly, zone: 'UTC' })
  })

  test('changes what was changed in it', async () => {
    await setLimit(5, weekly)
    const values = { credits: '7', ...shownWeekly, week_start: 'friday' }
    await send(limit, await openForm(limit), values)
    expect(await held()).toEqual({ allowed: 7_000_000, ...weekly, weekStart: 5 })
  })

  test.each([
    ['cannot be read', () => Promise.reject(new Error('down'))],
    ['takes too long', () => new Promise<never>(() => undefined)],
  ])('opens empty where what holds %s', async (_, read) => {
    await setLimit(5, weekly)
    expect((await openForm(limit, { budgets: { read } })).values).toEqual({})
  })
})

describe('the forms of /settings', () => {
  const change = (scope: SettingScope, changes: RawValues) => store.settings.change(account, scope, changes)
  const own = { kind: 'member', id: 'member-1' } as const
  const read = async () =>
    (await store.settings.read(account, { member: 'member-1', channel: 'channel-1' })).defaults

  test.each<[string, SettingScope]>([
    ['mine', own],
    ['channel', { kind: 'channel', id: 'channel-1' }],
    ['server', { kind: 'server' }],
  ])('%s opens with what is set there and with nothing else, a voice by its name', async (action, scope) => {
    for (const other of [own, { kind: 'channel', id: 'channel-1' }, { kind: 'server' }] as const)
      await change(other, { model: 'v6' })
    await change(scope, { voice: 'voice-7', cover: false, model: undefined })
    const { values } = await openForm({ command: 'settings', action })
    expect(values).toEqual({ voice: 'Grandma Ada', cover: false })
  })

  test('channel says whose values it shows, and sets all of them where another one is chosen', async () => {
    const here = { command: 'settings', action: 'channel', target: target({ channel: 'C1' }) } as const
    await change({ kind: 'channel', id: 'C1' }, { cover: true })
    await change({ kind: 'channel', id: 'C2' }, { cover: false })
    const form = await openForm(here)
    expect(form.values).toEqual({ channel: 'C1', cover: true })
    await send(here, form, { channel: 'C1', cover: true, model: 'v7' })
    await send(here, form, { channel: 'C2', cover: true, model: 'v7' })
    for (const channel of ['C1', 'C2'])
      expect((await store.settings.read(account, { member: 'member-1', channel })).defaults.channel).toEqual({
        cover: true,
        model: 'v7',
      })
  })

  test('channel opens with what is set in the one that was named', async () => {
    await change({ kind: 'channel', id: 'C2' }, { cover: true })
    const { values } = await openForm({ command: 'settings', action: 'channel', values: { channel: 'C2' } })
    expect(values).toEqual({ channel: 'C2', cover: true })
  })

  test('leave as it is what comes back as it was or empty, and say so where that is all', async () => {
    await change(own, { voice: 'voice-7', cover: true })
    const form = await openForm(mine)
    const sent = { voice: 'Grandma Ada', cover: undefined, clear: undefined }
    expect((await send(mine, form, sent)).message.text).toContain('stay as they are')
    await send(mine, form, { ...sent, seen_by: 'me' })
    expect((await read()).member).toEqual({ voice: 'voice-7', cover: true, seen_by: 'me' })
  })

  test('set what was changed, a no for a yes too, and clear what they show', async () => {
    await change(own, { voice: 'voice-7', cover: true })
    const form = await openForm(mine)
    await send(mine, form, { voice: 'Grandma Ada', cover: false, clear: 'voice' })
    expect((await read()).member).toEqual({ cover: false })
  })

  test('keep what was changed on one page, and show on the next what holds', async () => {
    await change(own, { voice: 'voice-7', cover: true })
    const next = await send(mine, await openForm(mine), { voice: 'Grandma Ada', cover: false }, true)
    const form = formButtonOf(next)?.form
    expect(form?.values).toEqual({ voice: 'Grandma Ada', cover: false })
    await send(mine, form ?? expect.fail('no form'), { seen_by: 'me' })
    expect((await read()).member).toEqual({ voice: 'voice-7', cover: false, seen_by: 'me' })
  })
})
