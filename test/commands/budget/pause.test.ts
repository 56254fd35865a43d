import { describe, expect, test } from 'vitest'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Pause } from '../../../src/core/ledger/budget.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import { budgetCommand } from '../../support/commands/money-commands.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { noChanges, recordingBudgets, serverBudget } from '../../support/commands/recording-budgets.ts'
import { buttonsBelow, runUtility } from '../../support/commands/run-utility.ts'

const world = (...state: Parameters<typeof recordingBudgets>) => {
  const { changes, asked: _, ...ports } = recordingBudgets(...state)
  const command = readyUtility(budgetCommand, { ...ports, journal: noChanges, ...noApprovals })
  const run = (action: string, values: RawValues = {}) => runUtility(command, action, values)
  const buttons = async (action: string, values: RawValues = {}, who: Partial<Invocation> = {}) => {
    const below = await buttonsBelow(command, action, values, who)
    return below.buttons.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])
  }
  return { run, buttons, changes }
}

const who = { account: 'discord:server-1', eventId: 'event-1', actor: 'member-1' }
const reason = 'too <@1> loud'
const everything: Pause = { of: { kind: 'server' }, reason }
const ofChannel: Pause = { of: { kind: 'channel', id: 'c1' }, reason: undefined }
const ofMember: Pause = { of: { kind: 'member', id: 'm2' }, reason }

const shownOf = ({ of, reason: why }: Pause) => ({
  label: 'Paused',
  value: [of.kind === 'server' ? 'everything here' : of, ...(why === undefined ? [] : [' · ', `“${why}”`])],
})

const cases: [RawValues, Pause['of'], string][] = [
  [{}, { kind: 'server' }, '/budget resume'],
  [{ channel: 'c1' }, { kind: 'channel', id: 'c1' }, '/budget resume channel:c1'],
  [{ member: 'm2' }, { kind: 'member', id: 'm2' }, '/budget resume member:m2'],
]

describe('/budget pause', () => {
  test.each(cases)('with %j pauses %j, and can be undone with a button', async (values, of, resume) => {
    const { run, changes, buttons } = world()
    expect(await run('pause', { ...values, reason })).toMatchObject({
      text: "Paused. I'll refuse new paid requests. Accepted ones finish, and free commands still work.",
      facts: [shownOf({ of, reason })],
    })
    expect(changes).toEqual([{ pause: { ...who, reason, of, isPaused: true } }])
    expect(await buttons('pause', { ...values, reason })).toEqual([['Resume', resume]])
    expect(await buttons('pause', { ...values, reason }, { isAdminByCommand: true })).toEqual([])
  })

  test.each([
    ['pause', {}],
    ['pause', { channel: 'c1' }],
    ['pause', { reason, channel: 'c1', member: 'm2' }],
    ['pause', { reason: 'x'.repeat(201) }],
    ['resume', { channel: 'c1', member: 'm2' }],
  ])('changes nothing with %s %j', async (action, values) => {
    const { run, changes } = world()
    expect(await run(action, values)).toMatchObject({ tone: 'failed' })
    expect(changes).toEqual([])
  })

  test('says that an event came before with other contents', async () => {
    const { run } = world({ answers: { status: 'differs' } })
    for (const action of ['pause', 'resume'])
      expect((await run(action, { reason })).text).toContain('You already sent this with different values')
  })
})

describe('/budget resume', () => {
  test.each(cases)('with %j resumes %j', async (values, of) => {
    const { run, changes } = world()
    expect((await run('resume', values)).text).toBe('Resumed. Paid requests work again.')
    expect(changes).toEqual([{ pause: { ...who, reason: undefined, of, isPaused: false } }])
  })

  test('says what is still paused', async () => {
    const { run, buttons } = world({ pauses: [everything] })
    expect(await run('resume', { channel: 'c1' })).toMatchObject({
      text: 'Resumed. Other pauses still apply.',
      facts: [{ label: 'Channel', value: [{ kind: 'channel', id: 'c1' }] }, shownOf(everything)],
    })
    expect(await buttons('resume', { channel: 'c1' })).toEqual([['Resume', '/budget resume']])
  })
})

describe('/budget show', () => {
  test('names what is paused, and why', async () => {
    const pauses = [everything, ofChannel, ofMember]
    const { facts } = await world({ pauses }).run('show')
    expect(facts.filter(({ label }) => label === 'Paused')).toEqual(pauses.map(shownOf))
  })

  test.each<[readonly Pause[], string | undefined]>([
    [[], undefined],
    [[everything, ofChannel], '/budget resume'],
    [[ofChannel], '/budget resume channel:c1'],
    [[ofChannel, ofMember], undefined],
  ])('while %j is paused has a button to resume: %s', async (pauses, command) => {
    const none = serverBudget({ limit: undefined, left: 0 })
    for (const server of [serverBudget(), none]) {
      const found = (await world({ pauses, server }).buttons('show')).find(([label]) => label === 'Resume')
      expect(found?.[1]).toBe(command)
    }
  })

  test.each([
    [{ member: 'm2' }, [everything, ofMember]],
    [{ channel: 'c2' }, [everything]],
  ])('of %j names the pauses that apply there', async (values, applying) => {
    const { facts } = await world({ pauses: [everything, ofChannel, ofMember] }).run('show', values)
    expect(facts.filter(({ label }) => label === 'Paused')).toEqual(applying.map(shownOf))
  })
})
