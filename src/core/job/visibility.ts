import { type Asker, accountOf, isPersonal, type PlatformName, type Target } from '../target.ts'
import type { FoundChannel, Platform } from './platform.ts'

/**
 * Whether somebody who asks from one place can see what is posted in another. False also where the platform
 * does not tell in time.
 */
export type CanSee = (viewer: Target, place: Target) => Promise<boolean>

/**
 * Whoever asks from a channel sees that channel; whoever asks from a thread, the channel around it. A thread
 * is seen from itself, for some are for their members alone.
 */
export const isHere = (viewer: Target, place: Target): boolean =>
  place.channel === viewer.channel || place.channel === viewer.parent

/** Asks the platform only about other channels of the same server or workspace. Never throws. */
export const createCanSee =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'canSee'>>): CanSee =>
  async (viewer, place) => {
    const account = accountOf(place)
    if (accountOf(viewer) !== account) return false
    if (isHere(viewer, place)) return true
    if (isPersonal(account)) return false
    return (await platforms.get(place.platform)?.canSee(viewer, place)) ?? false
  }

/** Looks up a channel of the asker's own server or workspace by its id. Never throws. */
export type FindChannel = (asker: Asker, channel: string) => Promise<FoundChannel>

/** Asks the asker's own platform. */
export const createFindChannel =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'findChannel'>>): FindChannel =>
  async (asker, channel) =>
    (await platforms.get(asker.platform)?.findChannel(asker, channel)) ?? { status: 'unanswered' }
