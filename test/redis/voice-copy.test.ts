import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyLapseMs, copyLengthMax, createVoiceCopy } from '../../src/redis/voice-copy.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const copyOf = (providerKeyId = 'key-1') => createVoiceCopy({ ...world, providerKeyId })
const voices = [
  { value: 'id-1', label: 'Ada "the Great" 🎤' },
  { value: 'id-2', label: '' },
]

test('a copy is read as it was kept, under its own key of the provider alone', async () => {
  expect(await copyOf().read()).toBeUndefined()
  await copyOf().keep({ voices, atMs: 5 })
  expect(await copyOf().read()).toEqual({ voices, atMs: 5 })
  expect(await copyOf('key-2').read()).toBeUndefined()
})

test('a copy that is kept again is the newer one, and lapses a month after it', async () => {
  await copyOf().keep({ voices, atMs: 5 })
  await copyOf().keep({ voices: voices.slice(1), atMs: 6 })
  expect(await copyOf().read()).toEqual({ voices: voices.slice(1), atMs: 6 })
  const leftMs = await world.redis.pttl(world.keys.voices('key-1'))
  expect(leftMs).toBeGreaterThan(copyLapseMs - 60_000)
  expect(leftMs).toBeLessThanOrEqual(copyLapseMs)
})

test('a copy has the first voices where there are too many for it, and says so', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ value: `${index}`, label: 'a'.repeat(100_000) }))
  await copyOf().keep({ voices: many, atMs: 5 })
  const copy = await copyOf().read()
  const kept = copy?.voices ?? []
  expect(copy).toEqual({ voices: many.slice(0, kept.length), atMs: 5, isPart: true })
  expect(kept).toHaveLength(9)
  expect(await world.redis.strlen(world.keys.voices('key-1'))).toBeLessThan(copyLengthMax + 100)
})

test.each(['{', 'null', '{"atMs":5,"voices":[]}', '{"atMs":5,"voices":[{"value":1}]}'])(
  'what another version wrote as %j is no copy',
  async (text) => {
    await world.redis.set(world.keys.voices('key-1'), text)
    expect(await copyOf().read()).toBeUndefined()
  },
)
