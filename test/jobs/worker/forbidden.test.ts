import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { ServiceLook } from '../../../src/core/job/audio-service.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld
let looks: number
beforeEach(async () => {
  world = await openJobWorld()
  looks = 0
})
afterEach(() => world.close())

const said = 'This prompt violates our content policy'
const ownWords = `Your song failed. The audio service refused the request. It said: "${said}". Nothing was charged.`
const keyWords = /rejected the bot's key\..* Nothing was charged\./

const noVoices = (why: 'key' | 'balance' | 'address'): ServiceLook => ({ status: 'refused', why, said: 'No' })
const failing = new AppError('store_unavailable', 'scripted')

/** What comes of a request that is forbidden, when a look at the service then ends so. */
const forbid = async (
  found: ServiceLook | AppError,
  { words, request }: { words: string | undefined; request?: object },
) => {
  const look = () => {
    looks += 1
    return found instanceof AppError ? Promise.reject(found) : Promise.resolve(found)
  }
  Object.assign(world.deps, { service: { ...world.deps.service, look } })
  const forbidden = { status: 'refused', why: 'forbidden', said: words } as const
  world.service.submitWith(forbidden)
  world.service.answerWith(forbidden)
  const jobId = await world.start(request)
  await world.queue.run(world.clock.now())
  expect(looks).toBe(1)
  expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
  const { state, ending } = await world.job(jobId)
  expect(state).toBe('voided')
  return ending
}

describe('a request that the service forbids', () => {
  test.each<[string, ServiceLook | AppError, string | undefined]>([
    ['accepts the key', { status: 'accepted' }, said],
    ['accepts the key, and gave no reason', { status: 'accepted' }, undefined],
    ['is refused for want of money', noVoices('balance'), said],
    ['is answered by something else', noVoices('address'), undefined],
    ['gets no answer', { status: 'away', reason: 'ECONNRESET' }, said],
    ['has to wait', { status: 'later', waitMs: 5_000 }, said],
    ['fails', failing, said],
  ])('is refused alone where a look %s, and the next request is taken', async (_, found, words) => {
    expect(await forbid(found, { words })).toBe('service_refused')
    expect(world.texts()).toEqual([
      words === undefined
        ? 'Your song failed. The audio service refused the request. Nothing was charged.'
        : ownWords,
    ])
    expect(await world.places.pausedFor()).toBeUndefined()
    expect(world.log.errors()).toEqual([])
    const next = await world.start()
    await world.queue.run(world.clock.now())
    expect(await world.job(next)).toMatchObject({ state: 'submitted' })
  })

  test.each<[string, ServiceLook | AppError, string | undefined]>([
    ['is refused for the key too', noVoices('key'), said],
    ['gets no answer, and the refusal came without words', { status: 'away', reason: 'HTTP 503' }, undefined],
    ['has to wait, and the refusal came without words', { status: 'later', waitMs: 5_000 }, undefined],
    ['fails, and the refusal came without words', failing, undefined],
  ])('stops all others where a look %s', async (_, found, words) => {
    expect(await forbid(found, { words })).toBe('key_refused')
    expect(world.texts()).toEqual([expect.stringMatching(keyWords)])
    expect(await world.places.pausedFor()).toBe('key')
    expect(await world.ask()).toMatchObject({ kind: 'problems' })
  })

  test('is judged the same where it is answered at once', async () => {
    const request = { command: 'lyrics', values: { theme: 'the sea' } }
    expect(await forbid({ status: 'accepted' }, { words: said, request })).toBe('service_refused')
    expect(world.service.questions).toHaveLength(1)
    expect(await world.places.pausedFor()).toBeUndefined()
  })
})
