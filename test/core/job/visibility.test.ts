import { expect, test } from 'vitest'
import { createCanSee } from '../../../src/core/job/visibility.ts'
import { personalServer, type Target } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'

const own = personalServer('member-1')
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
  ['a direct message, from a channel', here, target({ channel: 'dm', server: own }), false, 0],
  [
    ...['another direct message', target({ channel: 'dm-1', server: own })],
    ...[target({ channel: 'dm-2', server: own }), false, 0],
  ] as [string, Target, Target, boolean, number],
  ['a platform that is not there', here, target({ channel: 'there', platform: 'slack' }), false, 0],
])('%s', async (_, viewer, place, sees, asked) => {
  expect(await look(viewer, place)).toEqual([sees, asked])
  expect(await look(viewer, place, false)).toEqual([sees && asked === 0, asked])
})
