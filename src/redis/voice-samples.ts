import assert from 'node:assert'
import { sampleBytesMax, type VoiceSamples } from '../core/command/voice-samples.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** Samples that are kept; the oldest is dropped for a new one. */
export const samplesMax = 200

/** Samples to which none was added for this long are forgotten. */
export const samplesLapseMs = 180 * 24 * 60 * 60 * 1000

const keepSample = plainScript('keep-sample')

interface VoiceSamplesOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  now: () => number
}

const blank = ' '.charCodeAt(0)

/** Samples of the service's voices in Redis, shared by all processes with the same provider key. */
export const createVoiceSamples = ({
  redis,
  keys,
  providerKeyId,
  now,
}: VoiceSamplesOptions): VoiceSamples => {
  const key = keys.voiceSamples(providerKeyId)
  const voicesKey = keys.sampledVoices(providerKeyId)
  return {
    async read(voice) {
      const kept = await fromStore(redis.hgetBuffer(key, voice))
      const end = kept?.indexOf(blank) ?? -1
      if (kept === null || end < 0) return undefined
      return { extension: kept.subarray(0, end).toString(), data: kept.subarray(end + 1) }
    },
    async sampled() {
      return new Set(await fromStore(redis.zrange(voicesKey, '0', '-1')))
    },
    async keep(voice, { extension, data }) {
      assert(data.byteLength <= sampleBytesMax && /^\w+$/.test(extension), `${voice}: not a sample`)
      const sample = Buffer.concat([Buffer.from(`${extension} `), data])
      await runScript(
        redis,
        keepSample,
        [key, voicesKey],
        [voice, sample, Math.round(now()), samplesMax, samplesLapseMs],
      )
    },
  }
}
