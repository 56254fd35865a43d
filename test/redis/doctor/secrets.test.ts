import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyCheck } from '../../../src/redis/doctor/secrets.ts'
import { type LineWorld, openLineWorld } from '../../support/jobs/line-world.ts'

let world: LineWorld

beforeEach(() => {
  world = openLineWorld()
})
afterEach(() => world.close())

const look = (addressId = 'address-1') => {
  const { redis, keys, clock } = world
  return keyCheck({ redis, keys, now: clock.now, providerKeyId: 'key-1', addressId }).run()
}

test('a key with which nothing was refused is ok', async () => {
  expect(await look()).toEqual([
    { verdict: 'ok', what: 'the audio service has refused nothing for its account or key' },
  ])
})

test.each([
  ['balance', 'Its account needs a top-up', 'Top it up; requests then go on by themselves.'],
  ['key', 'It does not accept AUDIO_API_KEY', 'Set a key that it accepts, and restart.'],
] as const)('a key that is paused (%s) is found, until a request is taken', async (why, said, mend) => {
  const { places, clock } = world
  await places.pause({ jobId: 'A1', epoch: 1 }, why, clock.now() + 5 * 60_000)
  clock.advance(90_000)
  const found = (next: string) => [
    { verdict: 'failed', what: 'the audio service', why: `${said}: ${next}.`, mend },
  ]
  expect(await look()).toEqual(found('nothing is sent for another 4 min, and then one request as a try'))
  clock.advance(5 * 60_000)
  expect(await look()).toEqual(found('the next request is sent alone, as a try'))
  await world.take('B1')
  await places.keep('B1', 1, world.inAnHour(), 'taken')
  expect(await look()).toMatchObject([{ verdict: 'ok' }])
})

test('a key that is paused for three unclear answers in a row is found', async () => {
  const { places, clock } = world
  for (const jobId of ['A1', 'B1', 'C1'])
    await places.pause({ jobId, epoch: 1 }, 'unclear', clock.now() + 5 * 60_000)
  expect(await look()).toEqual([
    {
      verdict: 'failed',
      what: 'the audio service',
      why: 'Its last answers did not say whether it took the requests: nothing is sent for another 1 min, and then one request as a try.',
      mend: 'If its status page reports an outage, wait. Otherwise check the proxy and the network between it and this machine.',
    },
  ])
})

test('a wrong address is found where it is set, and nowhere else', async () => {
  const { places, clock } = world
  await places.pause({ jobId: 'A1', epoch: 1 }, 'address', clock.now() + 5 * 60_000)
  expect(await look()).toEqual([
    {
      verdict: 'failed',
      what: 'the audio service',
      why: 'It was not found at AUDIO_API_URL: nothing is sent for another 5 min.',
      mend: 'Set its address, and restart.',
    },
  ])
  expect(await look('address-2')).toMatchObject([{ verdict: 'ok' }])
})
