import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceLook } from '../core/job/audio-service.ts'
import { createAudioService } from './client.ts'
import type { ReadDeps } from './reads.ts'

/** One free look-up with a client of its own, for an operator who waits: does the service accept this key? */
export const lookOnce = async (
  access: { baseUrl: string; apiKey: string },
  spendLookup: ReadDeps['spendLookup'],
): Promise<ServiceLook> => {
  const reads = { spendLookup, random: Math.random, wait }
  const service = createAudioService({ ...access, reads, warn: () => undefined })
  try {
    return await service.look()
  } finally {
    await service.close()
  }
}
