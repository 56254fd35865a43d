import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encryptionCheck, jobSecretsCheck } from '../../../src/redis/doctor/secrets.ts'
import { createSealer, encryptionKeyId, sealedWith, type Unopened } from '../../../src/redis/sealer.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dump, openStoreWorld } from '../../support/redis/store-world.ts'

const replyToken = 'application-1/token-of-an-answer'
const key = (fill: number) => new Uint8Array(32).fill(fill)

let world: JobWorld
let unopened: Unopened[]

const sealerWith = (...keys: readonly Uint8Array[]) =>
  createSealer({ keys, tell: (told) => unopened.push(told) })

beforeEach(async () => {
  unopened = []
  world = await openJobWorld({ store: { sealer: sealerWith(key(1)) } })
})
afterEach(() => world.close())

/** What comes after: a process with other keys. */
const restartWith = (...keys: readonly Uint8Array[]): void => {
  const { redis, prefix, clock } = world
  const { store } = openStoreWorld({ redis, prefix, now: clock.now, sealer: sealerWith(...keys) })
  Object.assign(world.deps, { store })
  Object.assign(world.requestDeps, { store })
}

/** Both lines about the keys; the second only if something is wrong. */
const doctor = async (...encryptionKeys: readonly Uint8Array[]) => {
  const options = { redis: world.redis, keys: world.keys, encryptionKeys }
  const lost = await jobSecretsCheck(options).run()
  return [...(await encryptionCheck(options).run()), ...lost.filter(({ verdict }) => verdict !== 'ok')]
}

/** A member asks and sees the answer, which nobody wrote down: only its token finds it. */
const askAndDie = async (token = replyToken): Promise<string> => {
  const answer = await world.ask({ replyToken: token })
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  world.platform.answer(answer.message, token)
  return answer.jobId
}

const stored = async (jobId: string): Promise<string> =>
  (await world.redis.hget(world.keys.job(jobId), 'reply_token')) ?? ''

const passAMinute = () => world.runWithSweeps(world.clock.now() + 60_000)

const interrupted = /interrupted before.*Nothing was charged/s

describe("the token of a job's answer", () => {
  test('is nowhere in Redis as plain text, and still edits the answer', async () => {
    const jobId = await askAndDie()
    expect(JSON.stringify(await dump(world))).not.toContain('token-of-an-answer')
    expect(sealedWith(await stored(jobId))).toBe(encryptionKeyId(key(1)))
    expect(await world.job(jobId)).toMatchObject({ replyToken })
    await passAMinute()
    expect(world.platform.messages[0]?.texts).toEqual([
      expect.any(String),
      expect.stringMatching(interrupted),
    ])
    expect(await stored(jobId)).toBe('')
  })

  test('is read with the old key after a change of keys, and new ones are sealed with the new key', async () => {
    const jobId = await askAndDie()
    restartWith(key(2), key(1))
    const newer = `${replyToken}-2`
    const next = await askAndDie(newer)
    expect(sealedWith(await stored(next))).toBe(encryptionKeyId(key(2)))
    const tokens = await Promise.all(
      [jobId, next].map(async (id) => (await world.deps.store.read(id))?.replyToken),
    )
    expect(tokens).toEqual([replyToken, newer])
    await passAMinute()
    expect(world.platform.messages.map(({ texts }) => texts[1])).toEqual([
      expect.stringMatching(interrupted),
      expect.stringMatching(interrupted),
    ])
    expect(unopened).toEqual([])
  })

  test('as an older version wrote it is read', async () => {
    const jobId = await askAndDie()
    await world.redis.hset(world.keys.job(jobId), 'reply_token', replyToken)
    expect(await world.job(jobId)).toMatchObject({ replyToken })
  })

  test('whose key is gone leaves the answer as it is, and the member hears of the end in a message', async () => {
    const jobId = await askAndDie()
    restartWith(key(2))
    await passAMinute()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', toldState: 'voided' })
    expect(world.texts()).toEqual([expect.stringMatching(/^Queued/), expect.stringMatching(interrupted)])
    expect(unopened).toEqual([{ why: 'no_key', key: encryptionKeyId(key(1)) }])
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test.each([
    ['whose key is gone', () => restartWith(key(2))],
    ['with a process that has no key', () => restartWith()],
  ])('%s keeps no result back', async (_, change) => {
    const jobId = await world.start({ replyToken })
    change()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
  })

  test('that was taken from another job edits nothing', async () => {
    const [jobId, other] = [await askAndDie(), await askAndDie()]
    await world.redis.hset(world.keys.job(jobId), 'reply_token', await stored(other))
    expect(await world.job(jobId)).toMatchObject({ replyToken: undefined })
    expect(await world.job(other)).toMatchObject({ replyToken })
    expect(unopened).toEqual([{ why: 'damaged', place: expect.stringContaining(jobId) }])
  })
})

describe('the doctor', () => {
  test('says that secrets are not encrypted where no key is set', async () => {
    expect(await doctor()).toEqual([
      {
        verdict: 'warning',
        what: 'ENCRYPTION_KEY',
        why: 'It is not set, so the secrets of running jobs are in Redis as plain text.',
        mend: 'Set it, and restart; "openssl rand -base64 32" makes one.',
      },
    ])
  })

  test('says which key encrypts, and how many jobs need an older one', async () => {
    const found = (what: string) => [{ verdict: 'ok', what }]
    const newest = (fill: number) =>
      `secrets in Redis are encrypted with the key ${encryptionKeyId(key(fill))}`
    expect(await doctor(key(1))).toEqual(found(newest(1)))
    await askAndDie()
    expect(await doctor(key(2), key(1))).toEqual(
      found(`${newest(2)}; running jobs whose answers need an older key: 1`),
    )
    await passAMinute()
    expect(await doctor(key(2), key(1))).toEqual(
      found(`${newest(2)}; running jobs whose answers need an older key: 0`),
    )
  })

  test('finds jobs whose key is not set', async () => {
    await askAndDie()
    await askAndDie()
    expect(await doctor(key(2))).toMatchObject([
      { verdict: 'ok' },
      {
        verdict: 'warning',
        what: 'ENCRYPTION_KEY',
        why: `Running jobs with secrets under a key that is not set (${encryptionKeyId(key(1))}): 2.`,
      },
    ])
  })
})
