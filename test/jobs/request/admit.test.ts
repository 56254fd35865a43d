import { afterEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { result } from '../../../src/commands/features/result.ts'
import { createHelpCommand } from '../../../src/commands/help/help.ts'
import { createPrivacyCommand } from '../../../src/commands/privacy/privacy.ts'
import { type Answer, formButtonOf } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import { createFileMaking } from '../../../src/core/command/file-making.ts'
import type { Allowances, Gate } from '../../../src/core/command/gate.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { createAdmit } from '../../../src/jobs/request/admit.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { filePrices } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { filesIn } from '../../support/commands/written.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { noAllowances } from '../../support/redis/store-world.ts'

const mia = target({ member: 'mia' })

let world: JobWorld
let events = 0
afterEach(() => world.close())

/** A whole bot, as far as requests go. */
const open = async (
  allowances: Partial<Allowances> = {},
  { operatorBlocked = [], gate }: { operatorBlocked?: readonly string[]; gate?: Gate } = {},
) => {
  world = await openJobWorld({
    allowances: { ...noAllowances, ...allowances },
    operatorBlocked,
  })
  const { clips, drafts, budgets, blocks, settings, ratings, records, clock, deps } = world
  const journal = createJournal(world)
  const log = createRecordingLog()
  const privacy = readyUtility(createPrivacyCommand(createFileMaking()), {
    approvals: world.approvals,
    consents: world.consents,
    pseudonyms: world.pseudonyms,
    records,
    clips,
    drafts,
    settings,
    ratings,
    blocks,
    budgets,
    journal,
    now: clock.now,
    deadlines: deps.deadlines,
    retentionMs: undefined,
    privacyContact: undefined,
  })
  const budget = readyUtility(budgetCommand, {
    budgets,
    blocks,
    journal,
    overview: world.overview,
    now: clock.now,
    ...noApprovals,
  })
  const dispatch = dispatchOver(world, {
    ...world.requestDeps,
    admit: createAdmit({ gate: gate ?? world.gate, operatorBlocked, log }),
    commands: [
      music,
      result,
      budget,
      privacy,
      readyUtility(createHelpCommand([music]), { prices: filePrices }),
    ],
    resultsFromElsewhere: true,
    isGone: deps.isGone,
    taskOwners: world.taskOwners,
    log,
  })
  const ask = (asked: Partial<Invocation>): Promise<Answer> => {
    events += 1
    return dispatch.answer(invocation({ eventId: `admit-${events}`, target: mia, ...asked }))
  }
  const sing = (asked: Partial<Invocation> = {}) =>
    ask({ command: 'music', values: { prompt: 'a sea shanty' }, ...asked })
  const asAdmin = (values: Invocation['values'], action = 'block', member = 'boss') =>
    ask({ command: 'budget', action, values, isAdmin: true, target: target({ member }) })
  return { ask, sing, asAdmin, dispatch, log }
}

const isTaken = ({ kind }: Answer): boolean => kind === 'accepted'
const textOf = async (answer: Promise<Answer>): Promise<string> => (await answer).message.text

/** Seen only by the member who asked. */
const isForMember = (answer: Answer): boolean =>
  answer.kind === 'problems' || ('seenBy' in answer && answer.seenBy === 'member')

describe('too many requests', () => {
  test('are refused with the limit and the wait, hold nothing, and keep what was requested', async () => {
    const { sing } = await open({ request: { member: 2, server: 0 } })
    expect([await sing(), await sing()].map(isTaken)).toEqual([true, true])
    const before = await world.balances()
    const refused = await sing()
    expect(refused.message).toMatchObject({
      tone: 'failed',
      text: "You've reached your limit here: 2 requests a minute. Try again in 30 seconds. Nothing was charged.",
    })
    expect(isForMember(refused)).toBe(true)
    expect(formButtonOf(refused)?.form.values).toEqual({ prompt: 'a sea shanty' })
    expect(await world.balances()).toEqual(before)
    world.clock.advance(30_000)
    expect(isTaken(await sing())).toBe(true)
  })

  test('after others that ended without a charge are refused with the limit of a day', async () => {
    const { sing } = await open({ uncharged: { member: 0, server: 1 } })
    const first = await sing()
    if (first.kind !== 'accepted') throw new Error(first.message.text)
    expect(isTaken(await sing())).toBe(true)
    await world.store.void(await world.job(first.jobId), 'cancelled')
    expect(await textOf(sing())).toBe(
      'This server or workspace is at its limit: 1 request a day without a charge. Try again in 1440 minutes. Nothing was charged.',
    )
  })

  test('are new ones: an event that is told twice counts once', async () => {
    const { sing } = await open({ request: { member: 2, server: 2 } })
    const told = () => sing({ eventId: 'told-twice' })
    expect([await told(), await told(), await told()].map(isTaken)).toEqual([true, true, true])
    expect([await sing(), await sing()].map(isTaken)).toEqual([true, false])
    expect(isTaken(await told())).toBe(true)
  })

  test('of a whole server are refused as such', async () => {
    const { sing } = await open({ request: { member: 0, server: 1 } })
    await sing()
    expect(await textOf(sing({ target: target({ member: 'member-2' }) }))).toBe(
      'This server or workspace is at its limit: 1 request a minute. Try again in 60 seconds. Nothing was charged.',
    )
  })

  test('are none while a form opens, is sent with mistakes, or a free command runs', async () => {
    const { ask, sing } = await open({ request: { member: 1, server: 0 } })
    for (let times = 0; times < 3; times += 1) {
      expect((await ask({ command: 'music', values: {} })).kind).toBe('form')
      expect((await ask({ command: 'music', values: { prompt: '', takes: 9 } })).kind).toBe('problems')
      await ask({ command: 'help' })
    }
    expect(isTaken(await sing())).toBe(true)
    expect(await textOf(sing())).toContain('1 request a minute')
    expect(await textOf(ask({ command: 'result', values: { job: 'unknown1' } }))).not.toContain(
      'request a minute',
    )
  })

  test('are accepted ones: a request that is refused takes nothing from the limit', async () => {
    const { sing, asAdmin } = await open({ request: { member: 2, server: 2 } })
    const budget = (credits: string) => asAdmin({ credits, period: 'month' }, 'limit')
    await budget('0.01')
    for (let times = 0; times < 5; times += 1)
      expect(await textOf(sing())).toContain('Not enough credits: this needs up to 0.20')
    await asAdmin({ member: 'mia' })
    await sing()
    await asAdmin({ member: 'mia', lift: true })
    await budget('100')
    expect([await sing(), await sing(), await sing()].map(isTaken)).toEqual([true, true, false])
    expect(await textOf(sing())).toContain('requests a minute')
  })

  test('leave room for the cheaper request after a refused one', async () => {
    const { sing, asAdmin } = await open({ request: { member: 1, server: 0 } })
    await asAdmin({ credits: '0.15', period: 'month' }, 'limit')
    expect(isTaken(await sing())).toBe(false)
    expect(isTaken(await sing({ values: { prompt: 'a sea shanty', takes: 1 } }))).toBe(true)
  })

  test('do not change the answer to a repeated event', async () => {
    const { sing } = await open({ request: { member: 1, server: 0 } })
    const first = await sing({ eventId: 'twice' })
    const again = await sing({ eventId: 'twice' })
    expect(again).toMatchObject({ kind: 'accepted', isRepeat: true })
    expect(isTaken(first)).toBe(true)
  })
})

describe('too many commands', () => {
  test('of any kind are refused with the limit and the wait', async () => {
    const { ask, sing } = await open({ command: { member: 3, server: 0 } })
    await sing()
    await ask({ command: 'help' })
    await ask({ command: 'nonsense' })
    const said = "You've reached your limit here: 3 commands and clicks a minute. Try again in 20 seconds."
    for (const refused of [
      await sing(),
      await ask({ command: 'help' }),
      await ask({ command: 'nonsense' }),
    ]) {
      expect(refused).toMatchObject({ message: { text: said }, isPassing: true, isShutOut: true })
      expect(isForMember(refused)).toBe(true)
    }
    world.clock.advance(20_000)
    expect(await textOf(ask({ command: 'help' }))).not.toBe(said)
  })

  test('of a whole server are refused as such', async () => {
    const { ask } = await open({ command: { member: 0, server: 2 } })
    await ask({ command: 'help' })
    await ask({ command: 'help', target: target({ member: 'member-2' }) })
    expect(await textOf(ask({ command: 'help', target: target({ member: 'member-3' }) }))).toBe(
      'This server or workspace is at its limit: 2 commands and clicks a minute. Try again in 30 seconds.',
    )
  })

  test('do not count what is suggested while somebody types', async () => {
    const { ask, dispatch } = await open({ command: { member: 1, server: 0 } })
    const typing = { command: 'music', action: undefined, field: 'style', typed: 'ja', asker: target() }
    for (let times = 0; times < 5; times += 1) await dispatch.suggest(typing)
    expect(await textOf(ask({ command: 'help' }))).not.toContain('a minute')
  })
})

describe('a blocked member', () => {
  const refusal = 'An admin here has blocked you from using Tunesmith.'

  test('is refused everything in one sentence, which is logged, until an admin lifts it', async () => {
    const { ask, sing, asAdmin, log } = await open()
    expect(await textOf(asAdmin({ member: 'mia' }))).toContain('Blocked.')
    for (const refused of [
      await sing(),
      await ask({ command: 'help' }),
      await ask({ command: 'result', values: { job: 'unknown1' } }),
      await ask({ command: 'music', values: {} }),
      await ask({ command: 'nonsense' }),
    ]) {
      expect(refused).toMatchObject({ message: { text: refusal }, isDenied: true, isShutOut: true })
      expect(isForMember(refused)).toBe(true)
    }
    expect(log.lines.filter(({ message }) => message === 'a request was denied')).toHaveLength(5)
    expect(isTaken(await sing({ target: target({ member: 'member-2' }) }))).toBe(true)
    await asAdmin({ member: 'mia', lift: true })
    expect(isTaken(await sing())).toBe(true)
  })

  test('who may be an admin is told that nobody could check that', async () => {
    const { ask, asAdmin } = await open()
    await asAdmin({ member: 'mia' })
    expect(await textOf(ask({ command: 'help', isAdminUnknown: true }))).toBe(
      `${refusal} I couldn't check whether you're an admin or a budget manager here. If you are, try again.`,
    )
  })

  test('can still see and delete their data, and stays blocked', async () => {
    const { ask, sing, asAdmin } = await open()
    await asAdmin({ member: 'mia' })
    const exported = await ask({ command: 'privacy', action: 'export', values: {} })
    const whole = exported.kind === 'message' ? await exported.whole?.(withoutCharts) : undefined
    const [file] = filesIn(whole?.blocks)
    expect(JSON.parse(file?.text ?? '')).toMatchObject({ isBlocked: true })
    expect(await textOf(ask({ command: 'privacy', action: 'delete', values: { sure: 'yes' } }))).toContain(
      'blocks by admins are kept',
    )
    expect(await textOf(sing())).toBe(refusal)
  })

  test('who is an admin loses nothing, so that admins can always lift blocks', async () => {
    const { sing, asAdmin } = await open()
    await asAdmin({ member: 'boss' }, 'block', 'chief')
    expect(await textOf(asAdmin({}, 'show'))).toContain('credits left here')
    expect(isTaken(await sing({ target: target({ member: 'boss' }), isAdmin: true }))).toBe(true)
  })

  test('is never the one who gives the command', async () => {
    const { asAdmin } = await open()
    expect(await textOf(asAdmin({ member: 'boss' }))).toContain("You can't block yourself.")
    expect(await world.blocks.all('discord:server-1')).toEqual([])
  })

  test('of one server is free in another, and in direct messages', async () => {
    const { ask, asAdmin } = await open()
    await asAdmin({ member: 'mia' })
    for (const server of ['server-2', '@mia'])
      expect(await textOf(ask({ command: 'help', target: target({ member: 'mia', server }) }))).not.toBe(
        refusal,
      )
  })
})

describe('the operator blocks', () => {
  const helps = async (operatorBlocked: readonly string[], where: Partial<Invocation>): Promise<string> => {
    const { ask } = await open({}, { operatorBlocked })
    return textOf(ask({ command: 'help', ...where }))
  }
  const member = 'Your bot operator has blocked you from using Tunesmith.'
  const server = 'Your bot operator has blocked this server from using Tunesmith.'
  const onSlack = target({ platform: 'slack', server: 'T1', member: 'U1' })

  test.each([
    ['a member of Discord on a server', ['discord:@mia'], mia, member],
    [
      'a member of Discord in direct messages',
      ['discord:@mia'],
      target({ member: 'mia', server: '@mia' }),
      member,
    ],
    ['a member of Slack in a workspace', ['slack:@T1/U1'], onSlack, member],
    ['a member of Slack in direct messages', ['slack:@T1/U1'], { ...onSlack, server: '@T1/U1' }, member],
    ['a server', ['slack:T9', 'discord:server-1'], target(), server],
    ['a workspace', ['slack:T1'], onSlack, server],
    ['a workspace, in direct messages too', ['slack:T1'], { ...onSlack, server: '@T1/U1' }, server],
  ] as const)('%s, admins too', async (_, blocked, where, said) => {
    expect(await helps(blocked, { target: where, isAdmin: true })).toBe(said)
    world.close()
    expect(
      await helps(['discord:@other', 'discord:other', 'slack:@T1/U2', 'slack:@T2/U1'], { target: where }),
    ).not.toBe(said)
  })

  test('nobody from their own data', async () => {
    const { ask } = await open({}, { operatorBlocked: ['discord:@mia'] })
    expect(await textOf(ask({ command: 'privacy', action: 'show' }))).toContain('What I store about you here')
  })
})

test.each<[string, () => Promise<never>]>([
  ['answers with an error', () => Promise.reject(new Error('down'))],
  ['never answers', () => new Promise(() => undefined)],
])('nobody is refused while Redis %s', async (_, admit) => {
  const { sing } = await open({}, { gate: { admit } })
  expect(isTaken(await sing())).toBe(true)
})
