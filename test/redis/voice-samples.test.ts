import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleBytesMax } from '../../src/core/command/voice-samples.ts'
import { createVoiceSamples, samplesLapseMs, samplesMax } from '../../src/redis/voice-samples.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const samplesOf = (providerKeyId = 'key-1') =>
  createVoiceSamples({ ...world, now: world.clock.now, providerKeyId })
const bytes = (...values: number[]) => Uint8Array.from(values)
/** Each a little later than the one before. */
const keep = async (voice: string, data: Uint8Array = bytes(1)): Promise<void> => {
  world.clock.advance(1)
  await samplesOf().keep(voice, { extension: 'mp3', data })
}

test('a sample is read as it was kept, byte for byte, under its own key of the provider alone', async () => {
  const data = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
  expect(await samplesOf().read('ada')).toBeUndefined()
  await samplesOf().keep('ada', { extension: 'ogg', data })
  const kept = await samplesOf().read('ada')
  expect(kept?.extension).toBe('ogg')
  expect(new Uint8Array(kept?.data ?? [])).toEqual(data)
  expect(await samplesOf().sampled()).toEqual(new Set(['ada']))
  expect(await samplesOf('key-2').read('ada')).toBeUndefined()
  expect(await samplesOf('key-2').sampled()).toEqual(new Set())
})

test('a sample that is kept again is the newer one, and one of as many as before', async () => {
  await keep('ada', bytes(1))
  await keep('ada', bytes(2))
  expect([...((await samplesOf().read('ada'))?.data ?? [])]).toEqual([2])
  expect(await samplesOf().sampled()).toEqual(new Set(['ada']))
})

test('the oldest is dropped for one too many, by when it was kept last', async () => {
  for (let number = 0; number < samplesMax; number += 1) await keep(`voice-${number}`)
  await keep('voice-0')
  await keep('ada')
  const sampled = await samplesOf().sampled()
  expect(sampled.size).toBe(samplesMax)
  expect(await samplesOf().read('voice-1')).toBeUndefined()
  expect(await samplesOf().read('voice-0')).toBeDefined()
  expect(await samplesOf().read('ada')).toBeDefined()
  expect(await world.redis.hlen(world.keys.voiceSamples('key-1'))).toBe(samplesMax)
})

test('they lapse half a year after the last one was added', async () => {
  await keep('ada')
  const { voiceSamples, sampledVoices } = world.keys
  for (const key of [voiceSamples('key-1'), sampledVoices('key-1')]) {
    const leftMs = await world.redis.pttl(key)
    expect(leftMs).toBeGreaterThan(samplesLapseMs - 60_000)
    expect(leftMs).toBeLessThanOrEqual(samplesLapseMs)
  }
})

test('a sample that is too large, or has no real extension, is a bug', async () => {
  const large = new Uint8Array(sampleBytesMax + 1)
  await expect(samplesOf().keep('ada', { extension: 'mp3', data: large })).rejects.toThrow('not a sample')
  await expect(samplesOf().keep('ada', { extension: 'm p', data: bytes(1) })).rejects.toThrow('not a sample')
  await keep('ada', new Uint8Array(sampleBytesMax))
  expect((await samplesOf().read('ada'))?.data.byteLength).toBe(sampleBytesMax)
})

test('what another version wrote is no sample', async () => {
  await world.redis.hset(world.keys.voiceSamples('key-1'), 'ada', 'mp3')
  expect(await samplesOf().read('ada')).toBeUndefined()
})
