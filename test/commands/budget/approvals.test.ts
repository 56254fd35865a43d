import { describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type ApprovalAnswer, approvalStates } from '../../../src/core/job/approval.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { type Asker, accountOf } from '../../../src/core/target.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets } from '../../support/commands/recording-budgets.ts'
import { runUtility } from '../../support/commands/run-utility.ts'

const world = (answer?: ApprovalAnswer) => {
  let chosen: string | undefined
  const decided: unknown[] = []
  const decide = (how: string) => async (admin: Asker, request: string) => {
    decided.push([how, accountOf(admin), request, admin.member])
    return answer ?? Promise.reject(new Error('nobody decides'))
  }
  const command = readyUtility(budgetCommand, {
    ...recordingBudgets(),
    journal: noChanges,
    ...noApprovals,
    approvals: {
      ...noApprovals.approvals,
      channelOf: async () => chosen,
      setChannel: async ({ channel }) => {
        chosen = channel
        return { status: 'changed' }
      },
    },
    approvalControl: { approve: decide('approve'), decline: decide('decline') },
  })
  return { run: (action: string, values = {}) => runUtility(command, action, values), decided }
}

test('/budget approvals chooses where members ask, says it, and unsets it again', async () => {
  const { run } = world()
  expect((await run('approvals')).text).toContain('Admins are asked where the request was made.')
  const set = await run('approvals', { channel: 'c9' })
  expect(set.text).toBe('All requests to admins appear in the channel below.')
  expect(set.facts).toEqual([{ label: 'Channel', value: [{ kind: 'channel', id: 'c9' }] }])
  expect((await run('approvals')).facts).toEqual(set.facts)
  expect((await run('approvals', { channel: 'c8', lift: true })).text).toContain(
    'Choose a channel or Unset, not both.',
  )
  expect((await run('approvals')).facts).toEqual(set.facts)
  expect((await run('approvals', { lift: true })).text).toContain('Admins are asked where')
})

describe('/budget approve and decline', () => {
  const refused = (result: Extract<ApprovalAnswer, { status: 'refused' }>['result']) =>
    ({ status: 'refused', result }) as const
  const stays = 'The request stays open, and nothing was charged.'
  const figures = { left: 0, limit: microcredits(0), held: microcredits(0), resetsAtMs: undefined }

  test.each<readonly [ApprovalAnswer, string]>([
    [{ status: 'approved' }, "Approved. I'll tell the member and start it now."],
    [{ status: 'declined' }, "Declined. I'll tell the member."],
    [{ status: 'unknown' }, 'No request with that name here. It may have expired.'],
    [
      { status: 'dearer', bound: microcredits(300_000) },
      `needs up to 0.30 credits, more than the member agreed to. Ask them to run the command again. ${stays}`,
    ],
    [{ status: 'not_now', message: plainMessage('The key is refused.') }, 'The key is refused.'],
    ...(
      [
        ['words', "It contains words that aren't allowed here."],
        ['channel', "Tunesmith isn't allowed in its channel anymore."],
        ['blocked', 'Your bot operator has blocked this member.'],
        ['server_blocked', 'Your bot operator has blocked this server from using Tunesmith.'],
        ['consent', "The clip rules or the clip's owner don't allow it."],
      ] as const
    ).map(
      ([why, text]) =>
        [
          { status: 'ruled_out', why },
          `${text} The request is closed, and I'll tell the member. Nothing was charged.`,
        ] as const,
    ),
    [refused({ status: 'not_allowed' }), "Credits aren't turned on here."],
    [refused({ status: 'blocked' }), `Unblock them with /budget block first. ${stays}`],
    [
      refused({ status: 'too_many', use: 'request', of: 'member', limit: 1, waitMs: 1 }),
      `Try again in a minute. ${stays}`,
    ],
    [refused({ status: 'too_many_waiting', of: 'server', limit: 1 }), `once one has started. ${stays}`],
    [refused({ status: 'no_budget' }), `Set a budget with /budget limit. ${stays}`],
    [refused({ status: 'groups_unknown' }), `ask them to run the command again. ${stays}`],
    [
      refused({ status: 'paused_everywhere', notice: 'Back on Monday.' }),
      `paused all paid requests: “Back on Monday.” ${stays}`,
    ],
    [refused({ status: 'paused_everywhere', notice: '' }), `Try again later. ${stays}`],
    [
      refused({ status: 'exceeds_operator', ...figures }),
      "The bot's overall budget has too little left. Only your bot operator can raise the limit.",
    ],
    [
      refused({ status: 'exceeds_share', resetsAtMs: undefined }),
      'set aside for other servers. Only your bot operator can raise the limit.',
    ],
    [
      refused({ status: 'exceeds_ceiling', ...figures, limit: microcredits(1_000_000), left: 50_000 }),
      "Your bot operator's limit of 1 a month has 0.05 left. Only your bot operator can raise the limit.",
    ],
    [
      refused({ status: 'above_most' }),
      `The bonus would take the limit above what your bot operator allows here. Only your bot operator can raise the limit. ${stays}`,
    ],
    [refused({ status: 'above_most' }), `Only your bot operator can raise the limit. ${stays}`],
    [
      refused({ status: 'exceeds_ceiling', ...figures }),
      `Only your bot operator can raise the limit. ${stays}`,
    ],
    [refused({ status: 'exceeds_server', id: '', ...figures }), `Try again. ${stays}`],
    [refused({ status: 'late' }), `That took too long. Try again. ${stays}`],
  ])('say of %j: %s', async (answer, text) => {
    expect((await world(answer).run('approve', { request: '3f2akd7c' })).text).toContain(text)
    expect((await world(answer).run('decline', { request: '3f2akd7c' })).text).toContain(text)
  })

  test.each(approvalStates)('say that a request was over before, and by whom: %s', async (state) => {
    const by = state === 'approved' || state === 'declined' ? 'admin-7' : undefined
    const { run, decided } = world({ status: 'decided', state, by })
    const { text, facts } = await run('approve', { request: '3f2akd7c' })
    expect(text).toMatch(/already|expired|in another way|withdrew|still open|don't allow/)
    expect(facts).toEqual(by === undefined ? [] : [{ label: 'Member', value: [{ kind: 'member', id: by }] }])
    expect(decided).toEqual([['approve', 'discord:server-1', '3f2akd7c', 'member-1']])
  })
})
