import { describe, expect, test } from 'vitest'
import { actionsOf, fieldsOf, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits, noCredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Period } from '../../../src/core/ledger/budget-window.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import type { Button } from '../../../src/core/message/message.ts'
import { target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import {
  noChanges,
  type RecordedBudgets,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { buttonsBelow, runUtility } from '../../support/commands/run-utility.ts'

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { changes, asked, ...ports } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals })
  const run = (action: string, values: RawValues = {}, who: Partial<Invocation> = {}) =>
    runUtility(command, action, values, who)
  return { command, run, changes, asked }
}

const newMonth = { label: 'Resets', value: { atMs: Date.UTC(2026, 6, 1) } }
const who = { account: 'discord:server-1', eventId: 'event-1', actor: 'member-1' }
/** As the button of a preview says that it was seen. */
const seen = (zone = 'UTC') => ({ confirmed: `10000000 month ${zone} 1` })
const unused = { spent: noCredits, held: noCredits, granted: 0 }
const none = { server: serverBudget({ limit: undefined, left: 0 }) }
/** Whose share it is, by what the platform shows as a name. */
const mia = { label: 'Member', value: [{ kind: 'member', id: 'm2' }] }
const noneText = 'No credits here yet. Set a budget with /budget limit.'
const ownLimit = shareBudget({ limit: microcredits(2_000_000), from: 'own' })
const commonLimit = shareBudget({ limit: microcredits(2_000_000), from: 'everyone' })
const groupLimit = shareBudget({ limit: microcredits(2_000_000), from: 'group' })

test('the command is for admins', () => {
  expect(world().command.audience).toBe('admins')
})

test.each<[string, RawValues]>([
  ['show', {}],
  ['show', { member: 'm2' }],
  ['limit', { credits: 1 }],
  ['limit', {}],
  ['member', { member: 'm2', credits: 1 }],
  ['member', {}],
  ['manager', { member: 'm2' }],
  ['block', { member: 'm2' }],
  ['pause', { reason: 'a break' }],
  ['resume', {}],
  ['alerts', { channel: 'c1' }],
])('/budget %s %j answers the member alone', async (action, values) => {
  expect((await world().run(action, values)).isPrivate).toBe(true)
  expect((await world(none).run(action, values)).isPrivate).toBe(true)
})

describe('/budget alone', () => {
  const below = (
    action: string | undefined,
    values: RawValues = {},
    state = {},
    who: Partial<Invocation> = {},
  ) => buttonsBelow(world(state).command, action, values, { ...seen(), ...who })
  const namesOf = (buttons: readonly Button[]) =>
    buttons.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])

  test.each([
    [undefined, {}],
    ['limit', { credits: 5 }],
  ])('(or with %s) has a button or an entry for everything else', async (action, values) => {
    const { buttons, entries } = await below(action, values)
    expect(namesOf(buttons)).toEqual([
      ['Set budget', '/budget limit'],
      ['Add credits', '/budget give'],
      ['Audit log', '/budget log'],
    ])
    expect(namesOf(entries)).toEqual([
      ['Get statement', '/budget statement'],
      ['Take credits', '/budget take'],
      ['Limit member', '/budget member'],
      ['Limit channel', '/budget channel'],
      ['Limit group', '/budget group'],
      ['Limit feature', '/budget feature'],
      ['Limit model', '/budget model'],
      ['Set approvals', '/budget approvals'],
      ['Add a manager', '/budget manager'],
      ['Block a member', '/budget block'],
      ['Pause', '/budget pause'],
      ['Set alerts', '/budget alerts'],
      ['API key', '/budget key'],
      ['Allow sponsoring', '/budget sponsoring'],
    ])
    const all = actionsOf(world().command).map(({ name }) => name)
    const led = [...buttons, ...entries].map(({ commandLink }) => commandLink.action)
    const onCards = ['approve', 'decline']
    // What is not paused has no button to resume it.
    expect(['show', 'resume', ...onCards, ...led].toSorted()).toEqual(all.toSorted())
  })

  test('without a budget begins with setting one', async () => {
    expect((await world(none).run('show')).text).toBe('No credits here yet.')
    const [first] = (await below('show', {}, none)).buttons
    expect(namesOf(first ? [first] : [])).toEqual([['Set budget', '/budget limit']])
  })

  test.each([
    [{ share: ownLimit }, ['/budget member member:m2', '/budget give member:m2']],
    [{}, ['/budget member member:m2']],
  ])('of a member has buttons for that member, with %j', async (state, commands) => {
    const { buttons } = await below('show', { member: 'm2' }, state)
    expect(buttons.map(({ commandLink }) => commandLinkText(commandLink))).toEqual(commands)
  })

  test.each([{}, none])('has none for who may type the command, but press nothing: %j', async (state) => {
    const { buttons, entries } = await below('show', {}, state, { isAdminByCommand: true })
    expect([buttons, entries]).toEqual([[], []])
    if (state === none)
      expect((await world(none).run('show', {}, { isAdminByCommand: true })).text).toBe(noneText)
  })
})

describe('/budget show', () => {
  test('says what starter credits are, and how to go on from there', async () => {
    const limit = microcredits(200_000)
    const state = { limit, isStarter: true, period: 'once', resetsAtMs: undefined } as const
    const figures = { spent: microcredits(100_000), held: noCredits, left: 100_000 }
    const server = serverBudget({ ...state, ...figures })
    const { text, facts } = await world({ server }).run('show')
    expect(text).toBe('0.10 credits left here.')
    const typed = await world({ server }).run('show', {}, { isAdminByCommand: true })
    expect(typed.text).toBe('0.10 credits left here. Set a budget with /budget limit.')
    expect(facts.slice(0, 2)).toEqual([
      { label: 'Starter credits', value: '0.20 credits in total' },
      { label: 'Used', value: '0.10' },
    ])
  })

  test('names those who look after it besides the admins', async () => {
    const { facts } = await world({ managers: ['m2', 'm3'] }).run('show')
    expect(facts.at(-1)).toEqual({
      label: 'Budget managers',
      value: [{ kind: 'member', id: 'm2' }, ', ', { kind: 'member', id: 'm3' }],
    })
  })

  test.each([{}, none])('names the blocked, with %j', async (state) => {
    const { facts } = await world({ ...state, blocked: ['m2', 'm3'] }).run('show')
    expect(facts.at(-1)).toEqual({
      label: 'Blocked',
      value: [{ kind: 'member', id: 'm2' }, ', ', { kind: 'member', id: 'm3' }],
    })
  })

  test('tells a server with a budget all about it', async () => {
    const { run, asked } = world()
    expect(await run('show', {}, { target: target({ server: 'server-9' }) })).toEqual({
      text: '8.38 credits left here.',
      tone: 'info',
      isPrivate: true,
      notes: [],
      facts: [
        { label: 'Limit', value: '10 credits a month' },
        { label: 'Used', value: '1.50' },
        { label: 'In progress', value: '0.12' },
        newMonth,
        { label: 'Time zone', value: 'UTC' },
      ],
    })
    expect(asked).toEqual(['discord:server-9'])
  })

  test('tells fine sums with two decimals that add up to the limit', async () => {
    const fine = { spent: microcredits(14_000), held: microcredits(686_000), left: 9_300_000 }
    expect(await world({ server: serverBudget(fine) }).run('show')).toMatchObject({
      text: '9.30 credits left here.',
      facts: expect.arrayContaining([
        { label: 'Used', value: '0.01' },
        { label: 'In progress', value: '0.69' },
      ]),
    })
  })

  test.each([
    [150_000, '0.20 credits a month, 0.05 used, 0.15 reserved for running jobs'],
    [0, '0.20 credits a month, 0.05 used'],
  ])("tells what is held of the operator's ceiling apart from what is used: %j", async (held, value) => {
    const ceiling = { status: 'allowed', ceiling: microcredits(200_000) } as const
    const figures = { spent: microcredits(50_000), held: microcredits(held) }
    const server = serverBudget({ allowance: { ...ceiling, ...figures } })
    const { facts } = await world({ server }).run('show')
    expect(facts).toContainEqual({ label: "Operator's limit", value })
  })

  test('says what every member may use', async () => {
    const { facts } = await world({ server: serverBudget({ memberLimit: microcredits(2_000_000) }) }).run(
      'show',
    )
    expect(facts.at(-1)).toEqual({ label: 'Per-member limit', value: '2 credits a month' })
  })

  test('tells a server without one how to get it, no matter who is asked about', async () => {
    const { run } = world(none)
    expect(await run('show')).toMatchObject({ text: 'No credits here yet.', facts: [] })
    expect(await run('show', { member: 'm2' })).toMatchObject({ text: noneText, facts: [] })
  })

  test('promises nothing below zero after an overrun', async () => {
    const shown = await world({ server: serverBudget({ left: -250_000 }) }).run('show')
    expect(shown.text).toBe('0 credits left here.')
    expect(JSON.stringify(shown.facts)).not.toContain('-0.25')
  })

  test('says when a budget never resets', async () => {
    const { facts } = await world({ server: serverBudget({ period: 'once', resetsAtMs: undefined }) }).run(
      'show',
    )
    expect(facts).toContainEqual({ label: 'Limit', value: '10 credits in total' })
    expect(facts).toContainEqual({ label: 'Resets', value: 'never' })
  })

  test.each([
    ['without a limit', shareBudget(), 'the whole budget', '8.38'],
    ['with the limit of all', commonLimit, '2 credits a month, the per-member limit', '1.50'],
    ['with an own limit', ownLimit, '2 credits a month, for this member only', '1.50'],
    [
      'whose limit is above what is left for all',
      shareBudget({ limit: microcredits(90_000_000), from: 'own' }),
      '90 credits a month, for this member only',
      '8.38',
    ],
    [
      'who is over the limit',
      shareBudget({ limit: microcredits(100_000), from: 'own' }),
      '0.10 credits a month, for this member only',
      '0',
    ],
  ])('tells of a member %s', async (_, share, limit, left) => {
    const { run, asked } = world({ share })
    const { text, facts } = await run('show', { member: 'm2' })
    expect(text).toBe(`${left} credits left for this member.`)
    expect(facts).toEqual([mia, { label: 'Limit', value: limit }, { label: 'Used', value: '0.50' }, newMonth])
    expect(asked).toEqual([['discord:server-1', { kind: 'member', id: 'm2' }]])
  })

  test('counts what is held for a member as gone', async () => {
    const share = shareBudget({ ...ownLimit, held: microcredits(300_000) })
    expect((await world({ share }).run('show', { member: 'm2' })).text).toContain('1.20 credits')
  })
})

describe('/budget limit', () => {
  const toDay = { credits: 5, period: 'day' }
  const used = microcredits(1_500_000)
  const from10 = 'This changes the budget from 10 credits a month to'
  test.each<[string, RawValues, Required<RecordedBudgets>['preview'], string]>([
    ['a lower limit', { credits: 5 }, { startsAnew: false }, `${from10} 5 credits a month.`],
    [
      'a limit below what is used',
      { credits: 1 },
      { startsAnew: false },
      `${from10} 1 credit a month. That's 0.62 credits below what's already used or reserved, so nobody could start a job.`,
    ],
    [
      'another period',
      toDay,
      { startsAnew: true, after: unused },
      `${from10} 5 credits a day. Usage starts over at zero. Running jobs and earlier bonus credits count toward the previous budget.`,
    ],
    [
      'a period in which something was used before',
      toDay,
      { startsAnew: true, before: unused, after: { spent: used } },
      `${from10} 5 credits a day. Credits already used or given in this period still count. Running jobs count toward the budget they started in.`,
    ],
  ])('shows what %s does to what was used before it changes anything', async (_, values, preview, text) => {
    const { run, changes } = world({ preview })
    const shown = await run('limit', values)
    expect(shown.text).toBe(`${text} Nothing has changed yet.`)
    expect(shown.facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['Used', 'Left', 'Resets']))
    expect(changes).toEqual([])
  })

  test.each<[string, RawValues, RecordedBudgets]>([
    ['a higher limit', { credits: 20 }, {}],
    ['the same limit', { credits: 10 }, {}],
    ['a lower limit of which nothing is used', { credits: 5 }, { server: serverBudget(unused) }],
    [
      'another period, as nothing was used',
      toDay,
      { server: serverBudget(unused), preview: { startsAnew: true } },
    ],
    ['the first limit', { credits: 5 }, none],
    [
      'a limit in place of the starter credits',
      { credits: 5 },
      { server: serverBudget({ isStarter: true }) },
    ],
  ])('sets %s at once', async (_, values, state) => {
    const { run, changes } = world(state)
    expect((await run('limit', values)).text).toMatch(/^Budget set: /)
    expect(changes).toHaveLength(1)
  })

  test.each<[values: RawValues, limit: number, period: Period | undefined, amount: string]>([
    [{ credits: 5 }, 5_000_000, undefined, '5 credits a month'],
    [{ credits: '2.50', period: 'day' }, 2_500_000, 'day', '2.50 credits a day'],
    [{ credits: 0, period: 'week' }, 0, 'week', '0 credits a week'],
    [{ credits: 1, period: 'once' }, 1_000_000, 'once', '1 credit in total'],
  ])('%j sets it', async (values, limit, period, amount) => {
    const { run, changes } = world()
    const shown = await run('limit', values, { eventId: 'event-7', ...seen() })
    expect(shown.text).toMatch(new RegExp(`^Budget set: ${amount}\\.`))
    expect(shown.facts.map(({ label }) => label)).not.toContain('Limit')
    expect(changes).toEqual([{ limit: { ...who, eventId: 'event-7', limit, period } }])
  })

  test.each([
    [undefined, 'Asia/Tokyo'],
    ['Europe/Berlin', 'Europe/Berlin'],
    [' America/Argentina/Buenos_Aires\n', 'America/Argentina/Buenos_Aires'],
    ['UTC', 'UTC'],
  ])('with the time zone %j counts by %s', async (zone, expected) => {
    const { run, changes } = world({ server: serverBudget({ zone: 'Asia/Tokyo' }) })
    const { facts } = await run(
      'limit',
      { credits: 5, ...(zone !== undefined && { zone }) },
      seen('Asia/Tokyo'),
    )
    expect(changes).toMatchObject([{ limit: { zone: zone?.trim() } }])
    expect(facts).toContainEqual({ label: 'Time zone', value: expected })
  })

  const anew =
    ' Usage starts over at zero. Running jobs and earlier bonus credits count toward the previous budget.'
  const countsAgain =
    ' Credits already used or given in this period still count. Running jobs count toward the budget they started in.'
  test.each([
    ['another window with nothing in it', true, {}, anew],
    ['another window in which something is used', true, { spent: microcredits(1) }, countsAgain],
    ['another window in which something is held', true, { held: microcredits(1) }, countsAgain],
    ['another window in which something was given', true, { granted: 1 }, countsAgain],
    ['another window in which something was taken', true, { granted: -1 }, countsAgain],
    ['the same window', false, {}, ''],
    ['the same window in which something is used', false, { spent: microcredits(1) }, ''],
  ])('says that counting starts over only where it does: %s', async (_, startsAnew, figures, text) => {
    const answers = { limit: { status: 'changed', startsAnew } } as const
    const server = serverBudget({ ...unused, ...figures })
    const shown = await world({ answers, server }).run('limit', { credits: 5, period: 'week' }, seen())
    expect(shown.text.endsWith(`Budget set: 5 credits a week.${text}`)).toBe(true)
  })

  test('that came before with other contents changes nothing and says so', async () => {
    const { run } = world({ answers: { limit: { status: 'differs' } } })
    const shown = await run('limit', { credits: 5 }, seen())
    expect(shown).toMatchObject({
      tone: 'failed',
      text: expect.stringContaining('You already sent this with different values'),
    })
  })

  test('below what is gone already says by how much, with the figures below', async () => {
    const { run } = world({ server: serverBudget({ left: -500_000 }) })
    const { text, facts } = await run('limit', { credits: 1 }, seen())
    expect(text).toBe(
      "Budget set: 1 credit a month. That's 0.50 credits below what's already used or reserved, so nobody can start a job right now.",
    )
    expect(facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['Used', 'In progress']))
  })

  const zoneText = 'Time zone must be a name such as'
  test.each<[string, RawValues, string]>([
    ['no amount', {}, 'Credits is missing.'],
    ['a negative amount', { credits: -1 }, 'Credits must be a number from 0 to 1,000,000'],
    ['too fine an amount', { credits: 0.1234567 }, 'Credits must be a number from 0 to 1,000,000'],
    ['an unknown period', { credits: 1, period: 'year' }, 'Period must be one of: day, week, month, once.'],
    ['a city', { credits: 1, zone: 'berlin' }, `${zoneText} Europe/Berlin.`],
    ['a city of two words', { credits: 1, zone: ' New York' }, `${zoneText} America/New_York.`],
    [
      'no time zone',
      { credits: 1, zone: 'Middle/Earth' },
      `${zoneText} Europe/Berlin, America/New_York or UTC.`,
    ],
    ['an empty time zone', { credits: 1, zone: '' }, 'Time zone is empty. Type something.'],
  ])('with %s changes nothing and says why', async (_, values, text) => {
    const { run, changes } = world()
    const shown = await run('limit', values)
    expect(shown.tone).toBe('failed')
    expect(shown.text).toContain(text)
    expect(changes).toEqual([])
  })

  test('offers every period that there is', () => {
    const control = fieldsOf(world().command, 'limit').period?.control
    const offered = control?.kind === 'choice' ? control.choices.map(({ value }) => value) : []
    expect(offered).toEqual(['day', 'week', 'month', 'once'] satisfies Period[])
  })
})

describe('/budget member', () => {
  const kept = 'Members with a limit of their own keep it.'
  const lifted = "Removed this member's own limit."

  test.each([
    [{ member: 'm2', credits: 2 }, ownLimit, 'Limit for this member: 2 credits a month.'],
    [{ member: 'm2', lift: true }, shareBudget(), lifted],
    [{ member: 'm2', lift: true }, commonLimit, lifted],
    [{ member: 'm2', lift: true }, groupLimit, lifted],
    [{ credits: 2 }, commonLimit, `Each member can now use 2 credits a month. ${kept}`],
    [{ lift: true }, shareBudget(), `Per-member limit removed. ${kept}`],
  ])('%j says what holds from now on', async (values: RawValues, share, text) => {
    const { run, changes } = world({ share })
    expect((await run('member', values)).text).toBe(text)
    const limit = values.credits === undefined ? undefined : microcredits(2_000_000)
    expect(changes).toEqual([{ share: { ...who, of: { kind: 'member', id: values.member }, limit } }])
  })

  test('shows one member’s figures, and none for every member', async () => {
    const { run, asked } = world({ share: ownLimit })
    const { facts } = await run('member', { member: 'm2', credits: 2 })
    expect(facts).toContainEqual({ label: 'Left', value: '1.50' })
    expect(asked).toEqual([['discord:server-1', { kind: 'member', id: 'm2' }]])
    expect((await run('member', { credits: 2 })).facts).toEqual([])
  })

  test.each<RawValues>([{ member: 'm2', credits: 2 }, { credits: 2 }, { lift: true }])(
    'says with %j that there is nothing to use yet',
    async (values) => {
      const { text, facts } = await world({ ...none, share: ownLimit }).run('member', values)
      expect(text).toContain(`. ${noneText}`)
      expect(facts).toEqual(values.member === undefined ? [] : [mia])
    },
  )

  test.each<[RawValues, string]>([
    [{ member: '@ada' }, 'Member must be someone here'],
    [{ member: 'm2', credits: 'much' }, 'Credits must be a number'],
    [{}, 'Enter credits to set a limit, or use Lift limit to remove it.'],
    [{ member: 'm2' }, 'Enter credits to set a limit, or use Lift limit to remove it.'],
    [{ member: 'm2', lift: false }, 'Enter credits to set a limit, or use Lift limit to remove it.'],
    [
      { member: 'm2', credits: 1, lift: true },
      'Enter credits to set a limit, or use Lift limit to remove it.',
    ],
  ])('with %j changes nothing and says why', async (values, text) => {
    const { run, changes } = world()
    expect((await run('member', values)).text).toContain(text)
    expect(changes).toEqual([])
  })
})

describe('/budget manager', () => {
  test.each([
    [
      true,
      "This member is now a budget manager. They can use every /budget command, change /settings, and open, cancel or delete other members' jobs.",
    ],
    [false, "This member is no longer a budget manager. If they're an admin, they keep the same rights."],
  ])('names a manager unless they should be removed, and says who: %s', async (allowed, text) => {
    const { run, changes } = world()
    const answer = await run('manager', { member: 'm2', ...(!allowed && { remove: true }) })
    expect(answer).toMatchObject({
      text,
      facts: [mia],
    })
    expect(changes).toEqual([{ manager: { ...who, member: 'm2', allowed } }])
  })

  test.each([{}, { remove: true }])('changes nothing with %j alone', async (values) => {
    const { run, changes } = world()
    expect(await run('manager', values)).toMatchObject({ tone: 'failed' })
    expect(changes).toEqual([])
  })
})

describe('/budget block', () => {
  test.each([
    [
      true,
      "Blocked. This member can't use any commands here, and their queued requests end without a charge. Running jobs finish. Admins can't be blocked.",
    ],
    [false, 'Unblocked. This member can use Tunesmith here again.'],
  ])('blocks a member unless the block should be lifted, and says who: %s', async (isBlocked, text) => {
    const { run, changes } = world()
    const answer = await run('block', { member: 'm2', reason: 'floods', ...(!isBlocked && { lift: true }) })
    expect(answer).toMatchObject({ text, facts: [mia] })
    expect(changes).toEqual([{ block: { ...who, reason: 'floods', member: 'm2', isBlocked } }])
  })

  test.each([{}, { lift: true }])('changes nothing with %j alone', async (values) => {
    const { run, changes } = world()
    expect(await run('block', values)).toMatchObject({ tone: 'failed' })
    expect(changes).toEqual([])
  })
})
