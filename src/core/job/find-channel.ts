import type { Asker, PlatformName } from '../target.ts'
import type { FoundChannel, Platform } from './platform.ts'

/** Looks up a channel of the asker's own server or workspace by its id. Never throws. */
export type FindChannel = (asker: Asker, channel: string) => Promise<FoundChannel>

/** Asks the asker's own platform. */
export const createFindChannel =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'findChannel'>>): FindChannel =>
  async (asker, channel) =>
    (await platforms.get(asker.platform)?.findChannel(asker, channel)) ?? { status: 'unanswered' }
