import { describe, expect, test } from 'vitest'
import { budgetCommand } from '../../../src/commands/budget/budget.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { amountMax, microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { target } from '../../support/commands/invocation.ts'
import {
  noChanges,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { budgets, blocks, changes, asked } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { budgets, blocks, journal: noChanges })
  const run = (action: string, values: RawValues = {}, at: Partial<Invocation> = {}) =>
    runUtility(command, action, values, at)
  return { run, changes, asked }
}

const who = { account: 'discord:server-1', eventId: 'event-1', actor: 'member-1' }
const none = { server: serverBudget({ limit: undefined, left: 0 }) }
const own = shareBudget({ limit: microcredits(2_000_000), from: 'own' })

/** What names a share, the scope that it means, and how it is spoken of. */
const whose = [
  [{ member: 'm2' }, { kind: 'member', id: 'm2' }, 'this member'],
  [{ channel: 'c2' }, { kind: 'channel', id: 'c2' }, 'this channel'],
  [{ group: 'g2' }, { kind: 'group', id: 'g2' }, 'this group'],
] as const

const several = 'Name one of member, channel and group, or none of them.'

describe('/budget show', () => {
  test.each(whose)('%j shows that share', async (values, scope, subject) => {
    const { run, asked } = world({ share: own })
    expect((await run('show', values)).text).toBe(`1.50 credits are left for ${subject}.`)
    expect(asked).toEqual([['discord:server-1', scope]])
  })

  test.each([
    [{ member: 'm2' }, 'own', '2.00 credits per month, for this member alone'],
    [{ member: 'm2' }, 'group', '2.00 credits per month, as one of their groups allows'],
    [{ channel: 'c2' }, 'own', '2.00 credits per month, for this channel alone'],
    [{ channel: 'c2' }, 'everyone', '2.00 credits per month, as for every channel'],
    [{ group: 'g2' }, 'own', '2.00 credits per month, for all its members together'],
  ] as const)('%j with the limit from %s says where it comes from', async (values, from, value) => {
    const { facts } = await world({ share: shareBudget({ ...own, from }) }).run('show', values)
    expect(facts).toContainEqual({ label: 'Limit', value })
  })

  test('says of a group what each of its members may use', async () => {
    const share = shareBudget({ eachLimit: microcredits(500_000) })
    expect((await world({ share }).run('show', { group: 'g2' })).facts).toContainEqual({
      label: 'Limit of each of its members',
      value: '0.50 credits per month',
    })
  })

  test('says of a member that groups may count as well', async () => {
    const { facts } = await world({ lacksGroups: true }).run('show', { member: 'm2' })
    expect(facts).toContainEqual({
      label: 'Groups',
      value: 'may have limits that count for this member too; they see them with /credits',
    })
  })

  test.each([
    [1_000_000, { label: 'Given on top', value: '1.00' }],
    [-1_000_000, { label: 'Taken from it', value: '1.00' }],
  ])('says with %j granted what it was', async (granted, fact) => {
    const server = serverBudget({ granted })
    expect((await world({ server }).run('show')).facts).toContainEqual(fact)
    const share = shareBudget({ ...own, granted })
    expect((await world({ share }).run('show', { member: 'm2' })).facts).toContainEqual(fact)
  })

  test('says of a share without a limit nothing of what was granted to it before', async () => {
    const { facts } = await world({ share: shareBudget({ granted: 1_000_000 }) }).run('show', {
      member: 'm2',
    })
    expect(facts.map(({ label }) => label)).not.toContain('Given on top')
  })

  test('says what every channel may use, and on which day weeks start', async () => {
    const server = serverBudget({ channelLimit: microcredits(3_000_000), period: 'week', weekStart: 0 })
    const { facts } = await world({ server }).run('show')
    expect(facts).toContainEqual({ label: 'Limit of every channel', value: '3.00 credits per week' })
    expect(facts).toContainEqual({ label: 'Weeks start on', value: 'Sunday' })
  })

  test('shows one share at a time', async () => {
    const shown = await world().run('show', { member: 'm2', channel: 'c2' })
    expect(shown).toMatchObject({ tone: 'failed', text: expect.stringContaining(several) })
  })
})

describe.each(['give', 'take'] as const)('/budget %s', (way) => {
  const more = way === 'give' ? 'more' : 'less'
  const until = ' This holds until the budget starts anew.'

  test('changes the budget of all where nobody is named', async () => {
    const { run, changes } = world()
    const { text } = await run(way, { credits: 2, reason: 'the fair' })
    expect(text).toBe(`From now on 2.00 credits ${more} may be spent here.${until}`)
    expect(changes).toEqual([
      { grant: { ...who, reason: 'the fair', scope: { kind: 'server' }, way, credits: 2_000_000 } },
    ])
  })

  test.each(whose)('%j changes that share', async (values, scope, subject) => {
    const { run, changes } = world({ share: own })
    const { text, facts } = await run(way, { credits: 2, ...values })
    expect(text).toBe(`From now on ${subject} may use 2.00 credits ${more}.${until}`)
    expect(facts).toContainEqual({ label: 'Left', value: '1.50' })
    expect(changes).toEqual([{ grant: { ...who, scope, way, credits: 2_000_000 } }])
  })

  test('promises no new beginning where there is none', async () => {
    const server = serverBudget({ period: 'once', resetsAtMs: undefined })
    expect((await world({ server }).run(way, { credits: 2 })).text).toBe(
      `From now on 2.00 credits ${more} may be spent here.`,
    )
  })

  test.each(whose)('%j without a limit says how to set one', async (values, { kind }, subject) => {
    const answers = { grant: { status: 'no_limit' } } as const
    expect((await world({ answers }).run(way, { credits: 2, ...values })).text).toBe(
      `Nothing was changed: ${subject} has no limit that could be changed, only the budget itself. Set one with /budget ${kind}, or change the budget itself by leaving out who.`,
    )
  })

  test('before there are any credits says how to give some', async () => {
    const answers = { grant: { status: 'no_limit' } } as const
    expect((await world({ ...none, answers }).run(way, { credits: 2 })).text).toBe(
      'There are no credits here yet. Give some with /budget limit.',
    )
  })

  test('goes no further than it can, and says how far', async () => {
    const answers = {
      grant: { status: 'too_much', most: microcredits(500_000), allowed: amountMax },
    } as const
    const { text, tone } = await world({ answers }).run(way, { credits: 2, member: 'm2' })
    expect(tone).toBe('failed')
    expect(text).toContain(
      way === 'give'
        ? 'no more than 0.50 credits can be given to this member, because it can have 1,000,000 at most.'
        : 'no more than 0.50 credits can be taken from this member, for a limit does not go below nothing.',
    )
  })

  test('that came before with other contents says so', async () => {
    const answers = { grant: { status: 'differs' } } as const
    expect((await world({ answers }).run(way, { credits: 2 })).text).toContain('nothing was changed now')
  })

  test.each<[RawValues, string]>([
    [{}, 'Credits is missing.'],
    [{ credits: -1 }, 'Credits must be an amount'],
    [{ credits: 0 }, 'Credits must be more than 0.'],
    [{ credits: 2, member: 'm2', group: 'g2' }, several],
    [{ credits: 2, reason: 'x'.repeat(201) }, 'Reason is 201 characters long; the most is 200.'],
  ])('%j changes nothing and says why', async (values, text) => {
    const { run, changes } = world()
    expect((await run(way, values)).text).toContain(text)
    expect(changes).toEqual([])
  })
})

describe('/budget channel and /budget group', () => {
  const kept = 'A channel with a limit of its own keeps it.'

  test.each<[string, RawValues, object, string]>([
    [
      'channel',
      { channel: 'c2', credits: 2 },
      { kind: 'channel', id: 'c2' },
      'From now on this channel may use 2.00 credits per month.',
    ],
    [
      'channel',
      { credits: 2 },
      { kind: 'channel', id: undefined },
      `From now on every channel may use 2.00 credits per month. ${kept}`,
    ],
    [
      'channel',
      { lift: true },
      { kind: 'channel', id: undefined },
      `From now on there is no limit for channels, only the budget itself. ${kept}`,
    ],
    [
      'channel',
      { channel: 'c2', lift: true },
      { kind: 'channel', id: 'c2' },
      'This channel has no limit of its own any more. From now on it may use as much as there is.',
    ],
    [
      'group',
      { group: 'g2', credits: 2 },
      { kind: 'group', id: 'g2', share: 'together' },
      'From now on this group may use 2.00 credits per month.',
    ],
    [
      'group',
      { group: 'g2', lift: true },
      { kind: 'group', id: 'g2', share: 'together' },
      'This group has no limit of its own any more. From now on it may use as much as there is.',
    ],
    [
      'group',
      { group: 'g2', credits: 2, share: 'each' },
      { kind: 'group', id: 'g2', share: 'each' },
      "From now on each member of this group may use 2.00 credits per month. Of several groups the highest counts; a member's own limit comes before all of them.",
    ],
    [
      'group',
      { group: 'g2', lift: true, share: 'each' },
      { kind: 'group', id: 'g2', share: 'each' },
      'From now on this group does not say any more how much each of its members may use.',
    ],
  ])('/budget %s %j', async (action, values, of, text) => {
    const { run, changes } = world()
    expect((await run(action, values)).text).toBe(text)
    const limit = values.credits === undefined ? undefined : 2_000_000
    expect(changes).toEqual([{ share: { ...who, of, limit } }])
    expect((await world(none).run(action, values)).text).toContain('There are no credits here yet.')
  })

  test.each<[string, RawValues, string]>([
    ['channel', {}, 'Give either credits'],
    ['channel', { channel: 'c2', credits: 1, lift: true }, 'Give either credits'],
    ['channel', { channel: '#general', credits: 1 }, 'Channel must be'],
    ['group', { group: 'g2' }, 'Give either credits'],
    ['group', { credits: 1 }, 'Group is missing.'],
    ['group', { group: 'g2', credits: 1, share: 'all' }, 'Share must be one of: together, each.'],
  ])('/budget %s %j changes nothing and says why', async (action, values, text) => {
    const { run, changes } = world()
    expect((await run(action, values)).text).toContain(text)
    expect(changes).toEqual([])
  })

  test('/budget group for the role that everybody has names the commands that are meant', async () => {
    const { run, changes } = world()
    const inServer = { target: target({ server: 's1' }) }
    expect((await run('group', { group: 's1', credits: 1 }, inServer)).text).toBe(
      'Everybody is in this group. Use /budget limit for all together, or /budget member for each of them.\nNothing was changed.',
    )
    expect(changes).toEqual([])
  })
})
