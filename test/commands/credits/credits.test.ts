import { afterEach, describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import { microcredits, noCredits } from '../../../src/core/credits.ts'
import type { PauseOf, ShareBudget } from '../../../src/core/ledger/budget.ts'
import { formatLeft } from '../../../src/core/ledger/credits-text.ts'
import { target } from '../../support/commands/invocation.ts'
import { budgetCommand, creditsCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import {
  noChanges,
  recordingBudgets,
  serverBudget,
  shareBudget,
} from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

/** Told by those who ask what credits buy. */
let worthText = ''

afterEach(() => {
  worthText = ''
})

const credits = (
  state?: Parameters<typeof recordingBudgets>[0],
  hear: (credits: number) => void = () => undefined,
) => {
  const { budgets, overview, asked, now } = recordingBudgets(state)
  const command = readyUtility(creditsCommand, {
    budgets,
    overview,
    now,
    jobList: { latest: async () => [] },
    worthText: async (credits) => {
      hear(credits)
      return credits > 0 ? worthText : ''
    },
  })
  const run = (member = 'member-1') =>
    runUtility(command, undefined, {}, { target: target({ member }), groups: ['g1'] })
  return { command, run, asked }
}

const limited = (kind: ShareBudget['scope']['kind'], limit: number, overrides: Partial<ShareBudget> = {}) =>
  shareBudget({ scope: { kind, id: '1' }, limit: microcredits(limit), from: 'own', ...overrides })

/** A ceiling of 0.50. */
const allowance = (spent: number, held: number) =>
  ({
    status: 'allowed',
    ceiling: microcredits(500_000),
    spent: microcredits(spent),
    held: microcredits(held),
  }) as const

const newMonth = { label: 'Resets', value: { atMs: Date.UTC(2026, 6, 1) } }

test('/credits says when bonuses of your own expire, and nothing of others', async () => {
  const expiresAtMs = Date.UTC(2026, 5, 18, 12)
  const bonus = { credits: microcredits(500_000), expiresAtMs }
  const expiring = [
    { ...bonus, scope: { kind: 'server' } },
    { ...bonus, scope: { kind: 'member', id: 'member-2' } },
    { ...bonus, scope: { kind: 'member', id: 'member-1' } },
  ] as const
  const { facts } = await credits({ expiring }).run('member-1')
  const value = ['0.50 credits on ', { atMs: expiresAtMs }]
  expect(facts.filter(({ label }) => label === 'Bonus expires')).toEqual([{ label: 'Bonus expires', value }])
  expect((await credits({ expiring }).run('member-3')).facts.map(({ label }) => label)).not.toContain(
    'Bonus expires',
  )
})

test('/credits is for everyone, and takes nothing', () => {
  expect(credits().command).toMatchObject({ audience: 'everyone', actions: { fields: {} } })
})

describe('/credits', () => {
  test('tells a member without a limit what there is', async () => {
    const { run, asked } = credits()
    expect(await run('m7')).toEqual({
      text: '8.38 credits left here, shared by everyone.',
      tone: 'info',
      isPrivate: true,
      notes: [],
      facts: [{ label: 'Limit', value: '10 credits a month, 0.12 reserved for running jobs' }, newMonth],
    })
    const purposes = expect.arrayContaining([
      { kind: 'feature', id: 'music' },
      { kind: 'model', id: 'v7-pro' },
    ])
    expect(asked).toEqual([[target({ member: 'm7' }), ['g1'], purposes]])
  })

  test('tells of a pause, and why in the words of who paused', async () => {
    const pause = (of: PauseOf, reason?: string) => credits({ pauses: [{ of, reason }] }).run()
    expect(await pause({ kind: 'server' }, 'too <@1> loud')).toMatchObject({
      text: '8.38 credits left here, shared by everyone.',
      notes: ['An admin has paused spending here. Reason: “too <@1> loud”.'],
    })
    expect((await pause({ kind: 'channel', id: 'c1' })).notes).toEqual([
      'An admin has paused spending in this channel.',
    ])
    expect((await pause({ kind: 'member', id: 'm1' })).notes).toEqual([
      'An admin has paused your spending here.',
    ])
  })

  test('tells of every limit that counts, the nearest first', async () => {
    const shares = [limited('channel', 3_000_000), limited('group', 5_000_000), limited('member', 2_000_000)]
    expect(await credits({ shares }).run()).toMatchObject({
      text: 'You have 1.50 credits left.',
      facts: [
        { label: 'Your limit', value: '2 credits a month' },
        { label: 'Left for your group', value: '4.50 of 5 credits a month' },
        { label: 'Left for this channel', value: '2.50 of 3 credits a month' },
        { label: 'Left here', value: '8.38 of 10 credits a month, 0.12 reserved for running jobs' },
        newMonth,
      ],
    })
  })

  test.each([
    ['channel', '0.50 credits left for this channel, shared by everyone.'],
    ['group', '0.50 credits left for your group, shared by its members.'],
    ['member', 'You have 0.50 credits left.'],
  ] as const)('says that the limit of the %s is the one that binds', async (kind, words) => {
    const others = (['channel', 'group', 'member'] as const).filter((other) => other !== kind)
    const shares = [...others.map((other) => limited(other, 7_000_000)), limited(kind, 1_000_000)]
    expect((await credits({ shares }).run()).text).toBe(words)
  })

  test('tells what is left for a feature or a model that has less, and counts songs by it', async () => {
    worthText = "That's about 5 songs."
    const left: number[] = []
    const limitOf = (scope: ShareBudget['scope'], limit: number) =>
      shareBudget({ scope, limit: microcredits(limit), from: 'own' })
    const shares = [
      limited('member', 2_000_000),
      limitOf({ kind: 'feature', id: 'music' }, 1_000_000),
      limitOf({ kind: 'model', id: 'v7-pro' }, 600_000),
      limitOf({ kind: 'feature', id: 'tts' }, 9_000_000),
    ]
    const { text, facts } = await credits({ shares }, (credits) => left.push(credits)).run()
    expect(text).toBe("You have 1.50 credits left. That's about 5 songs.")
    expect(left).toEqual([500_000])
    expect(facts).toEqual([
      { label: 'Your limit', value: '2 credits a month' },
      expect.objectContaining({ label: 'Left here' }),
      { label: 'Left for /music', value: '0.50 of 1 credit a month' },
      { label: 'Left for model v7 pro', value: '0.10 of 0.60 credits a month' },
      newMonth,
    ])
  })

  test.each([
    [
      serverBudget(),
      'You have 8.38 credits of your own left. Reserved for running jobs: 0.12 credits. Unused credits come back. In direct messages you use your own credits. Ask your bot operator for more, or use a server or channel with a budget. Buttons on private results use the budget of the server or channel they came from.',
    ],
    [
      serverBudget({ limit: undefined }),
      'You have no credits of your own. In direct messages you use your own credits. Ask your bot operator for more, or use a server or channel with a budget. Buttons on private results use the budget of the server or channel they came from.',
    ],
  ])('tells somebody in a direct message of their own account (%#)', async (own, text) => {
    const place = { target: target({ server: '@m7', member: 'm7' }) }
    const { command } = credits({ server: own })
    expect(await runUtility(command, undefined, {}, place)).toMatchObject({ text, isPrivate: true })
  })

  test('promises no member more than there is', async () => {
    const state = { server: serverBudget({ left: 100_000 }), share: limited('member', 2_000_000) }
    expect((await credits(state).run()).text).toBe('0.10 credits left here, shared by everyone.')
  })

  const allUsed =
    'The credits here are used up. An admin can add credits with /budget give or raise the limit with /budget limit.'
  test.each([
    [
      'a share that is used up',
      { share: limited('member', 400_000) },
      'Your credits are used up. An admin can give you credits with /budget give or raise your limit with /budget member.',
    ],
    [
      'a channel that has nothing left',
      { share: limited('channel', 500_000) },
      "This channel's credits are used up. An admin can add credits for this channel with /budget give or raise its limit with /budget channel.",
    ],
    [
      'a group that has nothing left',
      { share: limited('group', 0) },
      "Your group's credits are used up. An admin can add credits for your group with /budget give or raise its limit with /budget group.",
    ],
    ['a server that has nothing left', { server: serverBudget({ held: noCredits, left: 0 }) }, allUsed],
    [
      'a server that used more than it had',
      { server: serverBudget({ held: noCredits, left: -500_000 }) },
      allUsed,
    ],
  ])('says of %s who can give more', async (_, state, text) => {
    const shown = await credits(state).run()
    expect(shown.text).toBe(text)
    expect(JSON.stringify(shown.facts)).not.toContain('-')
  })

  test.each([
    [
      'for everybody',
      { server: serverBudget({ limit: microcredits(200_000), held: microcredits(300_000), left: -100_000 }) },
      'No credits left here right now.',
      'An admin can add credits with /budget give or raise the limit with /budget limit.',
      { label: 'Limit', value: '0.20 credits a month' },
    ],
    [
      'for one member',
      { share: limited('member', 700_000, { held: microcredits(300_000) }) },
      'You have no credits left right now.',
      'An admin can give you credits with /budget give or raise your limit with /budget member.',
      { label: 'Your limit', value: '0.70 credits a month' },
    ],
    [
      "of the operator's ceiling",
      { server: serverBudget({ left: 0, allowance: allowance(200_000, 300_000) }) },
      "No credits left here right now under your bot operator's monthly limit.",
      'Only your bot operator can raise the limit.',
      { label: "Operator's limit", value: '0.50 credits a month' },
    ],
  ])('says where nothing is left because of what runs: %s', async (_, state, lack, way, fact) => {
    const { text, facts } = await credits(state).run()
    expect(text).toBe(`${lack} Reserved for running jobs: 0.30 credits. Unused credits come back. ${way}`)
    expect(facts).toContainEqual(fact)
  })

  test('says that a ceiling is used up only where nothing of it is held', async () => {
    const server = serverBudget({ left: 0, allowance: allowance(500_000, 0) })
    expect((await credits({ server }).run()).text).toBe(
      "This month's credits from your bot operator are used up. Only your bot operator can raise the limit.",
    )
  })

  /** A server without a ceiling, and what the limit for all servers leaves. */
  const withTotal = (left: number, held = 0, overrides: Parameters<typeof serverBudget>[0] = {}) => {
    const server = serverBudget(overrides)
    const total = { left, held: microcredits(held) }
    return { ...server, allowance: { ...server.allowance, total } }
  }

  const raise = 'Only your bot operator can raise the limit.'
  const usedUp = `The bot's overall budget is used up for this month. ${raise}`
  const heldUp = `The bot's overall budget is fully reserved for running jobs. Unused credits come back. ${raise}`
  const less = `The bot's overall budget has less than that left right now. ${raise}`
  test.each([
    ['is used up', withTotal(0), usedUp, usedUp],
    ['is overdrawn', withTotal(-2, 1), usedUp, usedUp],
    ['is held by what runs', withTotal(0, 5), heldUp, heldUp],
    [
      'leaves less than every other',
      withTotal(1_230_000),
      `You have 8.38 credits left under the limits here. ${less}`,
      less,
    ],
    ['leaves enough', withTotal(8_380_000), '8.38 credits left here, shared by everyone.', ''],
    ['leaves as little as the server has', withTotal(0, 0, { held: noCredits, left: 0 }), allUsed, ''],
  ])(
    "says whether the operator's limit for all servers %s, without its figures",
    async (_, server, text, lack) => {
      const shown = await credits({ server }).run()
      expect(shown.text).toBe(text)
      expect(JSON.stringify(shown)).not.toContain('1.23')
      const show = await runUtility(
        readyUtility(budgetCommand, { ...recordingBudgets({ server }), ...noApprovals, journal: noChanges }),
        'show',
        {},
      )
      expect(show.text).toBe(
        [`${formatLeft(server.left)} credits left here.`, lack].filter(Boolean).join(' '),
      )
    },
  )

  test("says of a member's own account and of one share that the limit for all servers leaves less", async () => {
    const { command } = credits({ server: withTotal(1) })
    const place = { target: target({ server: '@m7', member: 'm7' }) }
    expect((await runUtility(command, undefined, {}, place)).text).toMatch(
      `You have 8.38 credits of your own. ${less}`,
    )
    const ports = recordingBudgets({ server: withTotal(1) })
    const budget = readyUtility(budgetCommand, { ...ports, ...noApprovals, journal: noChanges })
    expect((await runUtility(budget, 'show', { member: 'm2' })).text).toBe(
      `8.38 credits left for this member. ${less}`,
    )
  })

  test('tells fine sums with two decimals, and never as more than is left', async () => {
    const share = limited('member', 1_000_000, { spent: microcredits(16_000), held: microcredits(686_000) })
    const { text, facts } = await credits({ share }).run()
    expect(text).toBe('You have 0.29 credits left.')
    expect(facts[0]?.value).toBe('1 credit a month, 0.69 reserved for running jobs')
  })

  test.each([
    [1_000_000, '2 credits a month, plus 1 bonus'],
    [-1_000_000, '2 credits a month, minus 1 taken'],
  ])('says with %j granted where the figure comes from', async (granted, value) => {
    const { facts } = await credits({ share: limited('member', 2_000_000, { granted }) }).run()
    expect(facts).toContainEqual({ label: 'Your limit', value })
  })

  test('says of a wider limit what is left, too', async () => {
    const granted = microcredits(1_000_000)
    const shares = [limited('channel', 5_000_000, { granted }), limited('member', 2_000_000)]
    expect((await credits({ shares }).run()).facts).toContainEqual({
      label: 'Left for this channel',
      value: '5.50 of 5 credits a month, plus 1 bonus',
    })
  })

  test('owns up to groups that could not be looked up', async () => {
    expect((await credits({ lacksGroups: true }).run()).notes).toEqual([
      "I couldn't check your groups' limits in time, so you may have less. Try again in a minute.",
    ])
  })

  test('says who can give a server its first credits', async () => {
    const state = { server: serverBudget({ limit: undefined, left: 0 }), share: limited('member', 5) }
    expect(await credits(state).run()).toMatchObject({
      text: 'No credits here yet. An admin can set a budget with /budget limit.',
      isPrivate: true,
      facts: [],
    })
  })

  test('says when nothing ever resets', async () => {
    const once = serverBudget({ period: 'once', resetsAtMs: undefined })
    expect((await credits({ server: once }).run()).facts).toContainEqual({
      label: 'Resets',
      value: 'never',
    })
  })
})

test('says what credits buy, as long as there are any', async () => {
  worthText = "That's about 4 songs."
  const left = credits({ server: serverBudget(), shares: [] })
  expect((await left.run()).text).toMatch(/left here, shared by everyone\. That's about 4 songs\.$/)
  const none = credits({ server: serverBudget({ left: 0 }), shares: [] })
  expect((await none.run()).text).not.toContain('songs')
})

test.each([
  ['Back at 6 pm.', 'Your bot operator has paused all paid requests: “Back at 6 pm.”'],
  ['', 'Your bot operator has paused all paid requests. Try again later.'],
])('says that the operator has paused everything, with the notice %j', async (paused, note) => {
  const { allowance } = serverBudget()
  const server = serverBudget({ allowance: { ...allowance, paused } as typeof allowance })
  expect((await credits({ server, shares: [] }).run()).notes).toContain(note)
})
