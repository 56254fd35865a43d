import { createAudioService } from '../../../src/audio-api/client.ts'
import type { LookupUse } from '../../../src/core/job/concurrency.ts'

/** What a look-up is for, where that makes no difference. */
export const anyUse: LookupUse = { for: 'result', account: 'discord:server-1', jobId: 'job-1' }

type Options = Parameters<typeof createAudioService>[0]

/** The client as tests want it: with look-ups without end, and without pauses between two tries of a read. */
export const createTestClient = (options: Pick<Options, 'baseUrl' | 'apiKey'> & Partial<Options>) =>
  createAudioService({
    reads: {
      spendLookup: () => Promise.resolve({ status: 'spent' }),
      random: () => 0,
      wait: () => Promise.resolve(),
    },
    warn: () => undefined,
    ...options,
  })

export type TestClient = ReturnType<typeof createTestClient>
