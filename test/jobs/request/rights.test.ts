import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/core/command/answer.ts'
import { type Action, actionsOf, isForAdmins } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { accountOf } from '../../../src/core/target.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

// Who can use which action: every one that is declared for admins is refused to others before it runs.

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

type Who = Partial<Invocation>
const member: Who = {}
const admin: Who = { isAdmin: true }
const byCommand: Who = { isAdmin: true, isAdminByCommand: true }
const manager: Who = { target: target({ member: 'named' }) }
const alone: Who = { isAdmin: true, target: target({ server: '@member-1' }) }

const ask = (command: string, action: string, values: Invocation['values'], who: Who): Promise<Answer> =>
  dispatchOver(world, {
    commands: allCommands,
    budgets: {
      ...world.budgets,
      isManager: (account, id) => Promise.resolve(account === accountOf(target()) && id === 'named'),
    },
  }).answer(invocation({ command, action, values, ...who }))

const isDenied = (answer: Answer): boolean => answer.kind === 'message' && answer.isDenied === true

const utilities = allCommands.filter((command) => command.kind === 'utility')
const actions = utilities.flatMap((command) =>
  actionsOf(command).map((action) => ({ command: command.name, audience: command.audience, action })),
)
const rowsOf = (isMeant: (action: Action<void>, audience: string) => boolean) =>
  actions
    .filter(({ action, audience }) => isMeant(action, audience))
    .map(({ command, action }) => [`/${command} ${action.name}`, command, action.name] as const)

const forAdmins = rowsOf((action, audience) => audience === 'admins' || isForAdmins(action, {}))
const forEveryone = rowsOf((action, audience) => audience === 'everyone' && !isForAdmins(action, {}))

test('most actions of /budget, and some of other commands, are for admins', () => {
  const names = forAdmins.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['/budget limit', '/settings where', '/jobs server', '/jobs ratings']),
  )
  expect(forEveryone.map(([name]) => name)).toEqual(expect.arrayContaining(['/jobs mine', '/settings mine']))
})

describe.each(forAdmins)('%s', (_, command, action) => {
  test('is refused to other members, and runs for admins and budget managers', async () => {
    const refused = await ask(command, action, {}, member)
    expect(isDenied(refused)).toBe(true)
    expect(refused.message.text).toMatch(/^Only admins and budget managers can use \//)
    for (const who of [admin, byCommand, manager])
      expect(isDenied(await ask(command, action, {}, who))).toBe(false)
  })

  test('is not for direct messages', async () => {
    const { message } = await ask(command, action, {}, alone)
    expect(message.text).toMatch(/^\/\S+( \S+)? is for servers and workspaces\. /)
  })
})

test.each(forEveryone)('%s is refused to nobody', async (_, command, action) => {
  expect(isDenied(await ask(command, action, {}, member))).toBe(false)
})

describe('an action with values for admins', () => {
  test.each(['channel', 'server'])('/settings show of:%s is refused to other members', async (of) => {
    expect((await ask('settings', 'show', { of }, member)).message.text).toBe(
      'Only admins and budget managers can use /settings show. Your own defaults are in /settings mine.',
    )
    expect(isDenied(await ask('settings', 'show', { of }, admin))).toBe(false)
  })

  test.each(['set', 'remove'])('/budget key action:%s is only for admins of the platform', async (value) => {
    for (const who of [byCommand, manager])
      expect((await ask('budget', 'key', { action: value }, who)).message.text).toBe(
        'Only admins can do this with /budget key, not budget managers.',
      )
    expect(isDenied(await ask('budget', 'key', { action: value }, admin))).toBe(false)
  })
})
