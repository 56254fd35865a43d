import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServiceLook } from '../../../../src/core/job/audio-service.ts'
import { createServiceLook } from '../../../../src/jobs/worker/upkeep/service-look.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'

let world: JobWorld
let looks: ServiceLook[]
let look: () => Promise<boolean>
beforeEach(async () => {
  world = await openJobWorld()
  looks = []
  look = createServiceLook({
    ...world.deps,
    service: { look: () => Promise.resolve(looks.shift() ?? { status: 'accepted' }) },
  })
})
afterEach(() => world.close())

const minuteMs = 60_000
const refused = (why: 'key' | 'address' | 'balance'): ServiceLook => ({
  status: 'refused',
  why,
  said: 'HTTP 401',
})
const away: ServiceLook = { status: 'away', reason: 'ECONNREFUSED' }

test('an address that is not reached is logged with the mend, and no other is made up', async () => {
  looks = [{ status: 'away', reason: 'SELF_SIGNED_CERT_IN_CHAIN' }]
  await look()
  looks = [{ status: 'refused', why: 'address', said: 'ENOTFOUND' }]
  await look()
  looks = [{ status: 'refused', why: 'key', said: 'HTTP 401' }]
  await look()
  expect(world.log.lines.map(({ details }) => details)).toEqual([
    {
      reason: 'SELF_SIGNED_CERT_IN_CHAIN',
      problem: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
    { said: 'ENOTFOUND', problem: expect.stringContaining('host in AUDIO_API_URL') },
    { said: 'HTTP 401' },
  ])
})

test.each([
  ['key', "rejected the bot's key", /does not accept its key/],
  ['address', "can't be found at its address", /AUDIO_API_URL does not lead to the audio service/],
  ['balance', 'is out of credit', /needs a top-up, so nothing/],
] as const)(
  'a wrong %s is named and keeps requests from being taken for as long as it lasts',
  async (why, told, logged) => {
    looks = Array.from({ length: 12 }, () => refused(why))
    for (let minutes = 0; minutes < 12; minutes += 1) {
      expect(await look()).toBe(true)
      const answer = await world.ask()
      expect(answer).toMatchObject({ kind: 'problems' })
      expect(answer.message.text).toContain(told)
      expect(answer.message.text).toContain('Nothing was charged.')
      world.clock.advance(minuteMs)
    }
    expect(world.log.errors()).toEqual([expect.stringMatching(logged)])
    expect(world.service.submissions).toEqual([])
  },
)

test('a key that is accepted later takes requests again at once, and those who waited get their turn', async () => {
  const jobId = await world.start()
  looks = [refused('key')]
  await look()
  await world.queue.run(world.clock.now())
  expect((await world.job(jobId)).state).toBe('accepted')
  expect(await look()).toBe(false)
  await world.queue.run(world.clock.now())
  expect((await world.job(jobId)).state).toBe('submitted')
  expect(await world.ask()).toMatchObject({ kind: 'accepted' })
})

test('an outage is logged once, keeps no request away and is looked at until it is over', async () => {
  looks = [away, away, { status: 'later', waitMs: 5 }]
  expect([await look(), await look(), await look()]).toEqual([true, true, true])
  expect(await world.ask()).toMatchObject({ kind: 'accepted' })
  expect(await look()).toBe(false)
  expect(world.log.lines.map(({ level }) => level)).toEqual(['warn', 'info'])
})

test('a pause that a refused request opened is not ended by a look', async () => {
  await world.places.pause({ jobId: 'b00x1', epoch: 1 }, 'balance', world.clock.now() + minuteMs)
  expect(await look()).toBe(false)
  expect(await world.places.pausedFor()).toBe('balance')
})
