import { type Asker, accountOf, isPersonal, type PlatformName, type Target, type Viewer } from '../target.ts'
import { isOfAccount } from './access.ts'
import type { LookAtChannel } from './channel-look.ts'
import { isForRequesterAlone, type JobRecord } from './job.ts'
import type { FoundChannel, Platform } from './platform.ts'

/**
 * Whether a member who asks from one place can see what is posted in another. False also if the platform does not
 * answer in time.
 */
export type CanSee = (viewer: Target & Viewer, place: Target) => Promise<boolean>

/**
 * Whether a place is the viewer's own, or the channel around their thread. A thread is visible only from within,
 * because some are private.
 */
export const isHere = (viewer: Target, place: Target): boolean =>
  place.channel === viewer.channel || place.channel === viewer.parent

/** Queries the platform only about other channels of the same server or workspace. Never throws. */
export const createCanSee =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'canSee'>>): CanSee =>
  async (viewer, place) => {
    if (!isOfAccount(place, viewer)) return false
    if (isHere(viewer, place)) return true
    if (isPersonal(accountOf(place))) return false
    return (await platforms.get(place.platform)?.canSee(viewer, place)) ?? false
  }

/** Looks up a channel of the asker's own server or workspace by its id. Never throws. */
export type FindChannel = (asker: Asker, channel: string) => Promise<FoundChannel>

/** Queries the asker's own platform. */
export const createFindChannel =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'findChannel'>>): FindChannel =>
  async (asker, channel) =>
    (await platforms.get(asker.platform)?.findChannel(asker, channel)) ?? { status: 'unanswered' }

/** Queries the asker's own platform. */
export const createLookAtChannel =
  (platforms: ReadonlyMap<PlatformName, Pick<Platform, 'lookAtChannel'>>): LookAtChannel =>
  async (asker, place) =>
    (await platforms.get(asker.platform)?.lookAtChannel(asker, place)) ?? { status: 'unanswered' }

/**
 * Whether information about these jobs must be hidden from others in the viewer's place, because one of the jobs is
 * only for its requester or was requested in another place.
 */
export const isNothingForOthers = (
  jobs: readonly Pick<JobRecord, 'values' | 'target'>[],
  viewer: Target,
): boolean => jobs.some((job) => isForRequesterAlone(job) || !isHere(viewer, job.target))
