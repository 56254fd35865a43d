import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { target } from '../../support/commands/invocation.ts'
import { type Asking, createAsking } from '../../support/jobs/asking.ts'
import { jobIn, readJob } from '../../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const unknown = 'No task or conversion with that ID. Check the ID and the family. Nothing was charged.'

/** Whether such a request became a job. */
const asks = async (asking: Asking, task: string, who: Partial<Invocation> = {}): Promise<boolean> => {
  const { requested, ask } = asking
  const before = requested.length
  const answer = await ask({ command: 'result', values: { family: 'MUSIC_AI', task }, ...who })
  if (requested.length > before) return true
  expect(answer).toMatchObject({ kind: 'message', message: { text: unknown }, seenBy: 'member' })
  return false
}

/** A posted song with a known task. */
const song = async (values: object = {}): Promise<string> => {
  const { id } = await jobIn(world, 'posted')
  const { redis, keys } = world
  await redis.hset(keys.job(id), 'values', JSON.stringify({ prompt: 'a sea shanty', ...values }))
  return (await readJob(world, id)).taskId ?? ''
}

describe('a task at the service', () => {
  test.each<[string, Partial<Invocation>, boolean]>([
    ['of the same server', {}, true],
    ['of the same server, by another member', { target: target({ member: 'member-2' }) }, true],
    ['of another server', { target: target({ server: 'server-2' }) }, false],
    ['of the other chat', { target: target({ platform: 'slack' }) }, false],
    ['of a server, in a direct message', { target: target({ server: '@member-1' }) }, false],
    ['of another server, by a button', { target: target({ server: 'server-2' }), press: 'press-1' }, false],
    ['of another server, by its admin', { target: target({ server: 'server-2' }), isAdmin: true }, false],
  ])('%s', async (_, who, isShown) => {
    expect(await asks(createAsking(world), await song(), who)).toBe(isShown)
  })

  test('of a member for themselves alone is theirs alone', async () => {
    const task = await song({ seen_by: 'me' })
    expect(await asks(createAsking(world), task)).toBe(true)
    expect(await asks(createAsking(world), task, { target: target({ member: 'member-2' }) })).toBe(false)
    const admin = { target: target({ member: 'admin-1' }), isAdmin: true }
    expect(await asks(createAsking(world), task, admin)).toBe(false)
  })

  test('made by nobody here is shown only if the operator allows it, and another account’s never is', async () => {
    const task = await song()
    expect(await asks(createAsking(world), 'task-of-nobody')).toBe(false)
    const open = createAsking(world, { resultsFromElsewhere: true })
    expect(await asks(open, 'task-of-nobody')).toBe(true)
    expect(await asks(open, task, { target: target({ server: 'server-2' }) })).toBe(false)
  })

  test('made by nobody here is unknown in a server that the operator lets spend nothing', async () => {
    const open = createAsking(world, { resultsFromElsewhere: true })
    await world.allowlist.remove('discord:server-1')
    expect(await asks(open, 'task-of-nobody')).toBe(false)
  })
})
