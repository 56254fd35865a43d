import { expect, test } from 'vitest'
import { sponsorCommand } from '../../../src/commands/sponsor/sponsor.ts'
import { actionsOf, readyUtility } from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { SponsorResult } from '../../../src/core/ledger/budget.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { recordingBudgets } from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const world = (sponsor: SponsorResult = { status: 'changed', left: 0 }) => {
  const { changes, budgets } = recordingBudgets({ answers: { sponsor } })
  const command = readyUtility(sponsorCommand, { budgets })
  const run = (values: RawValues, at: Partial<Parameters<typeof invocation>[0]> = {}) =>
    runUtility(command, undefined, values, { groups: ['g1'], ...at })
  return { command, run, changes }
}

const gift = { member: 'm2', credits: 2 }

test('/sponsor moves credits, and tells the receiver where everyone sees it', async () => {
  const { command, changes } = world()
  const [action] = actionsOf(command)
  const answer = await action?.run(invocation({ values: gift, groups: ['g1'] }))
  expect(changes).toEqual([
    {
      sponsor: {
        account: 'discord:server-1',
        eventId: 'event-1',
        giver: 'member-1',
        groups: ['g1'],
        receiver: 'm2',
        credits: 2_000_000,
      },
    },
  ])
  expect(answer).toMatchObject({
    kind: 'message',
    seenBy: 'all',
    message: {
      text: 'You got 2 credits. See what you have left with /credits.',
      mentions: 'm2',
      askedBy: 'member-1',
    },
  })
})

const paused = (of: { kind: 'server' } | { kind: 'member'; id: string }): SponsorResult => ({
  status: 'paused',
  of,
  reason: undefined,
})

test.each<readonly [SponsorResult, string]>([
  [{ status: 'not_allowed' }, 'Sponsoring is off here. An admin can turn it on with /budget sponsoring.'],
  [{ status: 'groups_unknown' }, "I couldn't check your groups' limits in time. Try again in a minute."],
  [{ status: 'blocked' }, 'This member is blocked here.'],
  [paused({ kind: 'server' }), 'An admin has paused spending here.'],
  [paused({ kind: 'member', id: 'member-1' }), 'An admin has paused your spending here.'],
  [paused({ kind: 'member', id: 'm2' }), "An admin has paused this member's spending here."],
  [{ status: 'no_limit', of: 'giver' }, 'You have no personal limit here, so you have no credits to give.'],
  [
    { status: 'no_limit', of: 'receiver' },
    "This member has no limit of their own, so they can't get credits.",
  ],
  [{ status: 'too_little', left: 500_000 }, 'You have 0.50 credits left to give.'],
  [{ status: 'too_much', most: microcredits(1_000_000) }, 'You can give this member at most 1 credit.'],
  [
    { status: 'too_many', of: 'member', limit: 20, waitMs: 72 * 60_000 },
    'You can give credits 20 times a day. Try again in 72 minutes.',
  ],
  [
    { status: 'too_many', of: 'server', limit: 200, waitMs: 60_000 },
    'Members here can give credits 200 times a day together. Try again in 60 seconds.',
  ],
])('%j is told to the giver alone', async (result, text) => {
  expect(await world(result).run(gift)).toMatchObject({
    text: `${text} Nothing was changed.`,
    tone: 'failed',
    isPrivate: true,
  })
})

test('a repeated event that says something else is not used', async () => {
  expect((await world({ status: 'differs' }).run(gift)).text).toContain('You already sent this')
})

test.each([
  [{ ...gift, credits: 0 }, {}, 'Credits must be at least 0.01.'],
  [{ ...gift, credits: '0.000001' }, {}, 'Credits must be at least 0.01.'],
  [{ ...gift, credits: '0.009999' }, {}, 'Credits must be at least 0.01.'],
  [gift, { target: target({ member: 'm2' }) }, "You can't give credits to yourself."],
  [gift, { isBot: async () => true }, "You can't give credits to a bot."],
  [gift, { target: target({ server: '@member-1' }) }, 'You can only give credits in a server or workspace.'],
] as const)('%j in %j moves nothing', async (values, at, text) => {
  const { run, changes } = world()
  expect((await run(values, at)).text).toContain(text)
  expect(changes).toEqual([])
})
