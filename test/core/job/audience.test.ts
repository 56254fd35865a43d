import { expect, test } from 'vitest'
import { createCanSee, isNothingForOthers } from '../../../src/core/job/audience.ts'
import { personalServer, type Target } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'

const job = (values: Record<string, unknown>) => ({ values, target: target({ member: 'ada' }) })

test('what is told of a job is nothing for others around, where it is secret or of another channel', () => {
  const here = target({ channel: 'thread', parent: 'channel-1' })
  expect(isNothingForOthers([job({}), job({ seen_by: 'here' })], here)).toBe(false)
  expect(isNothingForOthers([job({}), job({ seen_by: 'me' })], here)).toBe(true)
  expect(isNothingForOthers([job({})], target({ channel: 'channel-2' }))).toBe(true)
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
