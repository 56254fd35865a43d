import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProblemsAnswer } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { PauseOf } from '../../../src/core/ledger/budget.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dumpWithoutDrafts, giveBudget } from '../../support/redis/store-world.ts'

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const refused = async (asked: Partial<Invocation>): Promise<ProblemsAnswer> => {
  const answer = await world.ask(asked)
  if (answer.kind !== 'problems') throw new Error(answer.kind)
  return answer
}

const account = 'discord:server-1'
const text = 'An admin has paused spending in this channel. Reason: “too loud”. Nothing was charged.'
const pause = async (of: PauseOf): Promise<void> => {
  await giveBudget(world, 1_000_000)
  const change = { account, eventId: 'pause', actor: 'admin-1', reason: 'too loud' } as const
  await world.budgets.setPause({ ...change, of, isPaused: true })
}

test('a request while spending is paused says so and why, can be tried again, and changes nothing', async () => {
  await pause({ kind: 'channel', id: 'channel-1' })
  const before = await dumpWithoutDrafts(world)
  const answer = await refused({})
  expect(answer.message).toMatchObject({ text, tone: 'failed', blocks: [] })
  expect(answer.problems).toEqual([{ field: '', text, mends: [{ label: 'Try again', values: {} }] }])
  expect(await dumpWithoutDrafts(world)).toEqual(before)
})

test.each<[PauseOf, object]>([
  [{ kind: 'server' }, {}],
  [{ kind: 'channel', id: 'channel-1' }, { channel: 'channel-1' }],
  [{ kind: 'member', id: 'member-1' }, { member: 'member-1' }],
])('a button lifts the pause of %j where an admin asks', async (of, values) => {
  await pause(of)
  const answer = await refused({ isAdmin: true })
  const commandLink = { command: 'budget', action: 'resume', values }
  const buttons = [{ label: 'Resume', style: 'plain', commandLink }]
  expect(answer.message.blocks).toEqual([{ kind: 'buttons', buttons }])
  expect(answer.formMessage?.blocks).toEqual([])
})

test.each([
  ['for what is shown elsewhere', { values: { prompt: 'a sea shanty', seen_by: 'me' } }],
  ['for who may press no buttons for admins', { isAdminByCommand: true as const }],
])('there is no button %s', async (_, asked) => {
  await pause({ kind: 'server' })
  expect((await world.ask({ isAdmin: true, ...asked })).message.blocks).toEqual([])
})
