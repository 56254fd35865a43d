import { expect, test } from 'vitest'
import { type DoctorPorts, doctorCommand } from '../../../src/commands/doctor/doctor.ts'
import { actionsOf, readyUtility } from '../../../src/core/command/command.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { ChannelLook } from '../../../src/core/job/channel-look.ts'
import type { KeyTest } from '../../../src/core/job/own-keys.ts'
import type { BudgetState, Pause } from '../../../src/core/ledger/budget.ts'
import type { Fact, FactPiece } from '../../../src/core/message/message.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { serverBudget } from '../../support/commands/recording-budgets.ts'

interface World {
  here?: ChannelLook
  elsewhere?: ChannelLook
  server?: Partial<BudgetState>
  pauses?: readonly Pause[]
  alerts?: { channel: string; isRefused: boolean }
  approvals?: string
  pausedFor?: Awaited<ReturnType<DoctorPorts['places']['pausedFor']>>
  ownKey?: KeyTest
}

const ask = async (ports: DoctorPorts) => {
  const [action] = actionsOf(readyUtility(doctorCommand, ports))
  const answer = await action?.run(invocation({ command: 'doctor', values: {}, isAdmin: true }))
  if (answer?.kind !== 'message') throw new Error('there is no message')
  return answer
}

const fine: ChannelLook = { status: 'looked', lacks: [] }

const examine = async ({ here = fine, elsewhere = fine, ...world }: World = {}) => {
  const { alerts } = world
  const ports: DoctorPorts = {
    budgets: {
      read: async () => serverBudget(world.server),
      pauses: async () => world.pauses ?? [],
      alertsPlace: async () => alerts && { ...alerts, isWeekly: false },
    },
    approvals: { channelOf: async () => world.approvals },
    ownKeys: { test: async () => world.ownKey },
    places: { pausedFor: async () => world.pausedFor },
    lookAtChannel: async (asker, { channel }) =>
      'channel' in asker && asker.channel === channel ? here : elsewhere,
  }
  const answer = await ask(ports)
  const facts = answer.message.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  return { text: answer.message.text, tone: answer.message.tone, facts }
}

const shown = ({ label, value }: Fact): string => {
  const pieces: readonly FactPiece[] = Array.isArray(value) ? value : [value]
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    return 'id' in piece ? `#${piece.id}` : ' | '
  })
  return `${label}: ${text.join('')}`
}

test('a server in which everything works is said to, with what is left', async () => {
  const { text, tone, facts } = await examine({
    alerts: { channel: 'c2', isRefused: false },
    approvals: 'c3',
  })
  expect({ text, tone }).toEqual({ text: 'Everything works here.', tone: 'done' })
  expect(facts.map(shown)).toEqual([
    'This channel: I can read, post and attach files here.',
    'Budget: 8.38 credits left of 10 credits.',
    'Spending: Not paused.',
    'Audio service: It takes requests.',
    'Budget alerts: #c2 · I can read, post and attach files here.',
    'Requests to admins: #c3 · I can read, post and attach files here.',
  ])
})

const lacking = (...lacks: Extract<ChannelLook, { status: 'looked' }>['lacks']): ChannelLook => ({
  status: 'looked',
  lacks,
})
const allowed = {
  status: 'allowed',
  spent: microcredits(0),
  held: microcredits(0),
  ceiling: undefined,
} as const

test.each<[string, World, string]>([
  [
    'a right that is lacking',
    { here: lacking({ kind: 'right', name: 'Attach Files' }, { kind: 'right', name: 'Embed Links' }) },
    'This channel: Give me the Attach Files permission in this channel. | Give me the Embed Links permission in this channel.',
  ],
  [
    'a scope that is lacking',
    { here: lacking({ kind: 'scope', name: 'files:write' }) },
    "This channel: This workspace hasn't granted me files:write. Your bot operator needs to install the app again.",
  ],
  [
    'a channel without the bot',
    { here: lacking({ kind: 'absent' }) },
    "This channel: I'm not in this channel. Invite me: type /invite and my name.",
  ],
  [
    'a channel that could not be looked at',
    { here: { status: 'unanswered' } },
    "This channel: I couldn't check this channel in time. Try again in a minute.",
  ],
  [
    'a server that is not let in',
    { server: { allowance: { status: 'not_allowed' } } },
    "Budget: Credits aren't turned on here. Your bot operator can turn them on with npm run servers -- allow discord:server-1.",
  ],
  [
    'a server without a budget',
    { server: { limit: undefined } },
    "Budget: There's no budget here yet, so nothing can be spent. Set one with /budget limit.",
  ],
  [
    'a budget that is used up',
    { server: { left: 0 } },
    'Budget: The budget is used up. Raise it with /budget limit, or add credits with /budget give.',
  ],
  [
    'a ceiling that is used up',
    { server: { allowance: { ...allowed, ceiling: microcredits(5), spent: microcredits(5) } } },
    "Budget: Your bot operator's limit for this month is used up. Only they can raise it.",
  ],
  [
    'a pause by an admin',
    { pauses: [{ of: { kind: 'server' }, reason: 'too loud' }] },
    'Spending: An admin has paused spending here. Resume it with /budget resume.',
  ],
  [
    'a pause by the operator',
    { server: { allowance: { ...allowed, paused: 'Back at 6 pm.' } } },
    'Spending: Your bot operator has paused all paid requests: “Back at 6 pm.”',
  ],
  [
    'an audio service that takes nothing',
    { pausedFor: 'balance' },
    "Audio service: Your bot operator's account with it is out of credit. They need to top it up.",
  ],
  [
    'an own key that is refused',
    { ownKey: 'refused' },
    "Your API key: The audio service doesn't accept your key anymore. Replace it, or remove it to use your bot operator's key.",
  ],
  [
    'an alerts channel that is gone',
    { alerts: { channel: 'c2', isRefused: true }, elsewhere: lacking({ kind: 'unknown' }) },
    "Budget alerts: #c2 · I can't find this channel. It's gone, or it's private and I wasn't invited.",
  ],
  [
    'alerts that were refused',
    { alerts: { channel: 'c2', isRefused: true } },
    "Budget alerts: #c2 · I couldn't post the last message there. Check that I can, or choose another channel.",
  ],
  [
    'an approvals channel that is archived',
    { approvals: 'c3', elsewhere: lacking({ kind: 'archived' }) },
    "Requests to admins: #c3 · This channel is archived, so I can't post in it.",
  ],
])('%s comes first, with how to fix it', async (_, world, line) => {
  const { text, tone, facts } = await examine(world)
  expect({ text, tone }).toEqual({ text: '1 thing needs your attention.', tone: 'failed' })
  expect(facts.map(shown)[0]).toBe(line)
})

test('an own key that works is said instead of the operator’s service', async () => {
  const { facts } = await examine({ ownKey: 'accepted', pausedFor: 'balance' })
  expect(facts.map(shown)).toContain('Your API key: Your key works.')
})

test('what takes longer is said at once, and shown later', async () => {
  const look = Promise.withResolvers<ChannelLook>()
  const ports: DoctorPorts = {
    budgets: { read: async () => serverBudget(), pauses: async () => [], alertsPlace: async () => undefined },
    approvals: { channelOf: async () => undefined },
    ownKeys: { test: async () => undefined },
    places: { pausedFor: async () => undefined },
    lookAtChannel: () => look.promise,
  }
  const answer = await ask(ports)
  expect(answer.message.text).toBe("I'm still checking. The result appears here in a moment.")
  look.resolve(fine)
  const surface = { drawsCharts: false, nameOf: async () => undefined }
  expect(await answer.whole?.(surface)).toMatchObject({ text: 'Everything works here.' })
})
