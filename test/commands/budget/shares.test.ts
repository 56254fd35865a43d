import { describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { amountMax, microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import {
  noChanges,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { changes, asked, ...ports } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals })
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
  [{ feature: 'music' }, { kind: 'feature', id: 'music' }, 'this feature'],
  [{ model: 'v7-pro' }, { kind: 'model', id: 'v7-pro' }, 'this model'],
] as const

const several = 'Choose only one: member, channel, group, feature or model.'

describe('/budget show', () => {
  test.each(whose)('%j shows that share', async (values, scope, subject) => {
    const { run, asked } = world({ share: own })
    expect((await run('show', values)).text).toBe(`1.50 credits left for ${subject}.`)
    expect(asked).toEqual([['discord:server-1', scope]])
  })

  test.each([
    [{ member: 'm2' }, 'own', '2 credits a month, for this member only'],
    [{ member: 'm2' }, 'group', '2 credits a month, from one of their groups'],
    [{ channel: 'c2' }, 'own', '2 credits a month, for this channel only'],
    [{ channel: 'c2' }, 'everyone', '2 credits a month, the per-channel limit'],
    [{ group: 'g2' }, 'own', '2 credits a month, shared by its members'],
    [{ feature: 'music' }, 'own', '2 credits a month, shared by everyone'],
    [{ model: 'v7' }, 'own', '2 credits a month, shared by everyone'],
  ] as const)('%j with the limit from %s says where it comes from', async (values, from, value) => {
    const { facts } = await world({ share: shareBudget({ ...own, from }) }).run('show', values)
    expect(facts).toContainEqual({ label: 'Limit', value })
  })

  test('says of a group what each of its members may use', async () => {
    const share = shareBudget({ eachLimit: microcredits(500_000) })
    expect((await world({ share }).run('show', { group: 'g2' })).facts).toContainEqual({
      label: 'Per-member limit',
      value: '0.50 credits a month',
    })
  })

  test('says of a member that groups may count as well', async () => {
    const { facts } = await world({ lacksGroups: true }).run('show', { member: 'm2' })
    expect(facts).toContainEqual({
      label: 'Groups',
      value: 'may set more limits (members see theirs with /credits)',
    })
  })

  test.each([
    [1_000_000, { label: 'Bonus', value: '1' }],
    [-1_000_000, { label: 'Taken', value: '1' }],
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
    expect(facts.map(({ label }) => label)).not.toContain('Bonus')
  })

  test('says what every channel may use, and on which day weeks start', async () => {
    const server = serverBudget({ channelLimit: microcredits(3_000_000), period: 'week', weekStart: 0 })
    const { facts } = await world({ server }).run('show')
    expect(facts).toContainEqual({ label: 'Per-channel limit', value: '3 credits a week' })
    expect(facts).toContainEqual({ label: 'Week start', value: 'Sunday' })
  })

  test('shows one share at a time', async () => {
    const shown = await world().run('show', { member: 'm2', channel: 'c2' })
    expect(shown).toMatchObject({ tone: 'failed', text: expect.stringContaining(several) })
  })
})

describe.each(['give', 'take'] as const)('/budget %s', (way) => {
  const changed = way === 'give' ? 'Added 2 credits to the budget.' : 'Took 2 credits from the budget.'
  const until = ' That lasts until the budget resets.'

  test('changes the budget of all where nobody is named', async () => {
    const { run, changes } = world()
    const { text } = await run(way, { credits: 2, reason: 'the fair' })
    expect(text).toBe(`${changed}${until}`)
    expect(changes).toEqual([
      { grant: { ...who, reason: 'the fair', scope: { kind: 'server' }, way, credits: 2_000_000 } },
    ])
  })

  test.each(whose)('%j changes that share', async (values, scope, subject) => {
    const { run, changes } = world({ share: own })
    const { text, facts } = await run(way, { credits: 2, ...values })
    expect(text).toBe(
      way === 'give' ? `Gave ${subject} 2 credits.${until}` : `Took 2 credits from ${subject}.${until}`,
    )
    expect(facts).toContainEqual({ label: 'Left', value: '1.50' })
    expect(changes).toEqual([{ grant: { ...who, scope, way, credits: 2_000_000 } }])
  })

  test('promises no new beginning where there is none', async () => {
    const server = serverBudget({ period: 'once', resetsAtMs: undefined })
    expect((await world({ server }).run(way, { credits: 2 })).text).toBe(changed)
  })

  test.each(whose)('%j without a limit says how to set one', async (values, { kind }) => {
    const answers = { grant: { status: 'no_limit' } } as const
    expect((await world({ answers }).run(way, { credits: 2, ...values })).text).toBe(
      `This ${kind} has no limit. Set one with /budget ${kind}, or leave ${kind.charAt(0).toUpperCase()}${kind.slice(1)} empty to change the whole budget. Nothing was changed.`,
    )
  })

  test('before there are any credits says how to give some', async () => {
    const answers = { grant: { status: 'no_limit' } } as const
    expect((await world({ ...none, answers }).run(way, { credits: 2 })).text).toBe(
      'No credits here yet. Set a budget with /budget limit.',
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
        ? 'You can give this member at most 0.50 credits, for a total of 1,000,000.'
        : 'You can take at most 0.50 credits from this member.',
    )
  })

  test('is refused if a budget has too many expiring bonuses, with the limit and what to do', async () => {
    const answers = { grant: { status: 'too_many_bonuses', has: 104, most: 100 } } as const
    expect((await world({ answers }).run(way, { credits: 2, member: 'm2' })).text).toContain(
      'A budget can have at most 100 bonuses that expire, and this one has 104. Leave Expires empty, or wait until one expires.',
    )
  })

  test('that came before with other contents says so', async () => {
    const answers = { grant: { status: 'differs' } } as const
    expect((await world({ answers }).run(way, { credits: 2 })).text).toContain(
      'You already sent this with different values',
    )
  })

  test.each<[RawValues, string]>([
    [{}, 'Credits is missing.'],
    [{ credits: -1 }, 'Credits must be a number'],
    [{ credits: 0 }, 'Credits must be more than 0.'],
    [{ credits: 2, member: 'm2', group: 'g2' }, several],
    [{ credits: 2, reason: 'x'.repeat(201) }, 'Reason is 201 characters long (max 200).'],
  ])('%j changes nothing and says why', async (values, text) => {
    const { run, changes } = world()
    expect((await run(way, values)).text).toContain(text)
    expect(changes).toEqual([])
  })
})

describe('/budget channel and /budget group', () => {
  const kept = 'Channels with a limit of their own keep it.'

  test.each<[string, RawValues, object, string]>([
    [
      'channel',
      { channel: 'c2', credits: 2 },
      { kind: 'channel', id: 'c2' },
      'Limit for this channel: 2 credits a month.',
    ],
    [
      'channel',
      { credits: 2 },
      { kind: 'channel', id: undefined },
      `Each channel can now use 2 credits a month. ${kept}`,
    ],
    ['channel', { lift: true }, { kind: 'channel', id: undefined }, `Per-channel limit removed. ${kept}`],
    [
      'channel',
      { channel: 'c2', lift: true },
      { kind: 'channel', id: 'c2' },
      "Removed this channel's own limit.",
    ],
    [
      'group',
      { group: 'g2', credits: 2 },
      { kind: 'group', id: 'g2', share: 'together' },
      'Limit for this group: 2 credits a month.',
    ],
    [
      'group',
      { group: 'g2', lift: true },
      { kind: 'group', id: 'g2', share: 'together' },
      "Removed this group's own limit.",
    ],
    [
      'group',
      { group: 'g2', credits: 2, share: 'each' },
      { kind: 'group', id: 'g2', share: 'each' },
      "Each member of this group can now use 2 credits a month. For members of several groups, the highest limit counts. A member's own limit comes first.",
    ],
    [
      'group',
      { group: 'g2', lift: true, share: 'each' },
      { kind: 'group', id: 'g2', share: 'each' },
      'This group no longer has a per-member limit.',
    ],
  ])('/budget %s %j', async (action, values, of, text) => {
    const { run, changes } = world()
    expect((await run(action, values)).text).toBe(text)
    const limit = values.credits === undefined ? undefined : 2_000_000
    expect(changes).toEqual([{ share: { ...who, of, limit } }])
    expect((await world(none).run(action, values)).text).toContain('No credits here yet.')
  })

  test.each<[string, RawValues, string]>([
    ['channel', {}, 'Enter credits to set a limit'],
    ['channel', { channel: 'c2', credits: 1, lift: true }, 'Enter credits to set a limit'],
    ['channel', { channel: '#general', credits: 1 }, 'Channel must be'],
    ['group', { group: 'g2' }, 'Enter credits to set a limit'],
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
      'Everyone is in this group. Use /budget limit for everyone together, or /budget member for each member.\nNothing was changed.',
    )
    expect(changes).toEqual([])
  })
})
