import type { FindChannel } from '../../../src/core/job/audience.ts'

const findChannel: FindChannel = (_, channel) => Promise.resolve({ status: 'found', channel })

/** A platform that knows every channel, and no thread. */
export const knownChannels = { findChannel }
