import { z } from 'zod'
import type { VoiceCopy } from '../core/command/voices.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'

/** Maximum characters of the copy; anything beyond is left out. */
export const copyLengthMax = 1_000_000

/** A copy that was not renewed for this long is forgotten. */
export const copyLapseMs = 30 * 24 * 60 * 60 * 1000

interface VoiceCopyOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
}

const stored = z.object({
  atMs: z.number(),
  voices: z.array(z.object({ value: z.string(), label: z.string() })).min(1),
  isPart: z.literal(true).exactOptional(),
})

/** As many voices as fit into a copy, starting with the first. */
const fitting = <T>(voices: readonly T[]): readonly T[] => {
  let length = 0
  const end = voices.findIndex((voice) => {
    length += JSON.stringify(voice).length + 1
    return length > copyLengthMax
  })
  return end === -1 ? voices : voices.slice(0, end)
}

/** A copy of the service's voices in Redis, shared by all processes with the same provider key. */
export const createVoiceCopy = ({ redis, keys, providerKeyId }: VoiceCopyOptions): VoiceCopy => {
  const key = keys.voices(providerKeyId)
  return {
    async read() {
      const text = await fromStore(redis.get(key))
      return stored.safeParse(parseJson(text ?? '')).data
    },
    async keep({ voices, atMs, isPart }) {
      const kept = fitting(voices)
      const isCut = isPart === true || kept.length < voices.length
      const text = JSON.stringify({ atMs, voices: kept, ...(isCut && { isPart: true }) })
      await fromStore(redis.set(key, text, 'PX', copyLapseMs))
    },
  }
}
