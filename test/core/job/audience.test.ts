import { describe, expect, test } from 'vitest'
import {
  createCanSee,
  isNothingForOthers,
  mayLookInto,
  maySeeResult,
  mayStop,
} from '../../../src/core/job/audience.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import { personalServer, type Target } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'

const viewers = {
  requester: { isAdmin: false, target: target({ member: 'ada' }), seesPlace: false },
  somebody: { isAdmin: false, target: target({ member: 'grace' }), seesPlace: true },
  outsider: { isAdmin: false, target: target({ member: 'eve' }), seesPlace: false },
  admin: { isAdmin: true, target: target({ member: 'grace' }), seesPlace: false },
}

const job = (values: Record<string, unknown>, state: JobState = 'posted') => ({
  state,
  removal: undefined,
  cancelledBy: undefined,
  deliverTries: 0,
  values,
  target: target({ member: 'ada' }),
})

type Rule = typeof maySeeResult

/** Who is let in by a rule. */
const letIn = (rule: Rule, of: Parameters<Rule>[0]) =>
  Object.entries(viewers).flatMap(([name, viewer]) => (rule(of, viewer) ? [name] : []))

const everybody = ['requester', 'somebody', 'admin']
const own = ['requester']
const managed = ['requester', 'admin']

describe('who may see a job', () => {
  test.each([
    ['a shown result', job({}), everybody, managed, managed],
    ['one for everybody', job({ seen_by: 'here' }), everybody, managed, managed],
    ['one that is being shown', job({}, 'ready'), everybody, managed, managed],
    [
      'one that was cancelled too late',
      { ...job({}, 'ready'), cancelledBy: 'ada' },
      managed,
      managed,
      managed,
    ],
    [
      'one that should be deleted',
      { ...job({}, 'ready'), removal: 'asked' as const },
      managed,
      managed,
      managed,
    ],
    ['one that could not be shown yet', { ...job({}, 'ready'), deliverTries: 1 }, managed, managed, managed],
    ['one that is being made', job({}, 'submitted'), managed, managed, managed],
    ['one that is not shown', job({}, 'withheld'), managed, managed, managed],
    ['one for the requester alone', job({ seen_by: 'me' }), own, own, managed],
    ['the same, kept back', job({ seen_by: 'me' }, 'withheld'), own, own, managed],
  ])('%s: its result, its record, and its cancelling', (_what, of, result, record, stop) => {
    expect(letIn(maySeeResult, of)).toEqual(result)
    expect(letIn(mayLookInto, of)).toEqual(record)
    expect(letIn(mayStop, of)).toEqual(stop)
  })

  test('what is told of it is nothing for others around, where it is secret or of another channel', () => {
    const here = target({ channel: 'thread', parent: 'channel-1' })
    expect(isNothingForOthers([job({}), job({ seen_by: 'here' })], here)).toBe(false)
    expect(isNothingForOthers([job({}), job({ seen_by: 'me' })], here)).toBe(true)
    expect(isNothingForOthers([job({})], target({ channel: 'channel-2' }))).toBe(true)
  })
})

const ownServer = personalServer('member-1')
const here = target({ channel: 'here' })

/** Whether it is seen, and how often the platform was asked. */
const look = async (viewer: Target, place: Target, platformSays = true) => {
  let asked = 0
  const canSee = () => {
    asked += 1
    return Promise.resolve(platformSays)
  }
  const sees = await createCanSee(new Map([['discord', { canSee }]]))(viewer, place)
  return [sees, asked]
}

test.each<[string, Target, Target, boolean, number]>([
  ['a channel, from itself', here, here, true, 0],
  ['a channel, from a thread in it', target({ channel: 'thread', parent: 'here' }), here, true, 0],
  ['a closed thread, from itself', here, target({ channel: 'here', parent: 'x', isClosed: true }), true, 0],
  ['a thread, from the channel around it', here, target({ channel: 'thread', parent: 'here' }), true, 1],
  ['another channel', here, target({ channel: 'there' }), true, 1],
  ['another server', here, target({ channel: 'here', server: 'server-2' }), false, 0],
  ['a direct message, from a channel', here, target({ channel: 'dm', server: ownServer }), false, 0],
  [
    ...['another direct message', target({ channel: 'dm-1', server: ownServer })],
    ...[target({ channel: 'dm-2', server: ownServer }), false, 0],
  ] as [string, Target, Target, boolean, number],
  ['a platform that is not there', here, target({ channel: 'there', platform: 'slack' }), false, 0],
])('%s', async (_, viewer, place, sees, asked) => {
  expect(await look(viewer, place)).toEqual([sees, asked])
  expect(await look(viewer, place, false)).toEqual([sees && asked === 0, asked])
})
