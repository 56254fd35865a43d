import { expect, test } from 'vitest'
import { createChatClaim } from '../../src/app/chat-claim.ts'
import { type Running, stopAll } from '../../src/app/running.ts'
import { AppError } from '../../src/core/errors.ts'
import type { PlatformName } from '../../src/core/target.ts'
import { createRecordingLog } from '../support/recording-log.ts'

const away = new AppError('store_unavailable', 'Redis: away', { retryable: true })

/** A claim on a chat where Redis answers each try with one of these, and with the last of them from then on. */
const claimWhere = (...answers: readonly (AppError | string | Promise<undefined | string> | undefined)[]) => {
  const log = createRecordingLog()
  const running: Running[] = []
  const calls: string[] = []
  const left = [...answers]
  const claims = {
    async claim(platform: string, bot: string) {
      calls.push(`claim ${platform} ${bot}`)
      const answer = left.length > 1 ? left.shift() : left[0]
      if (answer instanceof AppError) throw answer
      return answer
    },
    release: async (platform: string, bot: string) => void calls.push(`release ${platform} ${bot}`),
  }
  const platform = { name: 'slack', stop: async (part: string) => void calls.push(`stop ${part}`) } as const
  const held = new Set<PlatformName>()
  const claim = createChatClaim(platform, { claims, log, running, held, renewEveryMs: 1 })
  return { claim, held, calls, log, stop: () => stopAll(running, log) }
}

const ofAnother = {
  code: 'configuration',
  message: expect.stringMatching(/on slack: U9 in T9, while ours is U0 in T1\..*REDIS_URL that ends in \/1/),
}

test('a chat that no other bot has is ours until the process stops', async () => {
  const { claim, held, calls, log, stop } = claimWhere(undefined)
  expect([...held]).toEqual([])
  await claim.make('U0 in T1')
  expect([...held]).toEqual(['slack'])
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  await stop()
  expect(new Set(calls)).toEqual(new Set(['claim slack U0 in T1', 'release slack U0 in T1']))
  expect(calls.at(-1)).toBe('release slack U0 in T1')
  expect(log.lines).toEqual([])
})

test('one that another bot has is refused with both bots and the mend, and can be tried again', async () => {
  const { claim, held, stop } = claimWhere('U9 in T9', undefined)
  await expect(claim.make('U0 in T1')).rejects.toMatchObject(ofAnother)
  expect([...held]).toEqual([])
  await claim.make('U0 in T1')
  expect([...held]).toEqual(['slack'])
  await stop()
})

test('an outage of Redis takes no claim away', async () => {
  const { claim, held, calls, stop } = claimWhere(undefined, away)
  await claim.make('U0 in T1')
  await expect.poll(() => calls.length).toBeGreaterThan(3)
  expect([...held]).toEqual(['slack'])
  expect(claim.problem()).toBeUndefined()
  await stop()
})

test('one that another bot took meanwhile is over: nothing more is heard, and it is told once', async () => {
  const { claim, held, calls, log, stop } = claimWhere(undefined, 'U9 in T9', undefined)
  await claim.make('U0 in T1')
  await expect.poll(() => calls).toContain('stop listening')
  expect([...held]).toEqual([])
  expect(claim.problem()).toEqual(ofAnother.message)
  await expect(claim.make('U0 in T1')).rejects.toMatchObject(ofAnother)
  expect(log.lines.map(({ level }) => level)).toEqual(['error'])
  await stop()
  expect(calls.filter((call) => call.startsWith('claim'))).toHaveLength(2)
})

test('one that is lost while it is claimed again stays lost', async () => {
  const [renewal, again] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()]
  const { claim, held, calls, stop } = claimWhere(undefined, renewal.promise, again.promise)
  await claim.make('U0 in T1')
  await expect.poll(() => calls.length).toBe(2)
  const made = claim.make('U0 in T1')
  renewal.resolve('U9 in T9')
  await expect.poll(() => calls).toContain('stop listening')
  again.resolve(undefined)
  await made
  expect([...held]).toEqual([])
  await stop()
})

test('a process that stops claims nothing more', async () => {
  const { claim, held, calls, stop } = claimWhere(undefined)
  await stop()
  await claim.make('U0 in T1')
  expect(calls).toEqual([])
  expect([...held]).toEqual([])
})
