import type { Invocation } from '../command/invocation.ts'
import { type Asker, accountOf, isPersonal, type PlatformName, type Target } from '../target.ts'
import type { LookAtChannel } from './channel-look.ts'
import { isForRequesterAlone, isShown, type JobRecord } from './job.ts'
import type { FoundChannel, Platform } from './platform.ts'

/**
 * Whether a member who asks from one place can see what is posted in another. False also if the platform does not
 * answer in time.
 */
export type CanSee = (viewer: Target, place: Target) => Promise<boolean>

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
    const account = accountOf(place)
    if (accountOf(viewer) !== account) return false
    if (isHere(viewer, place)) return true
    if (isPersonal(account)) return false
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

/** The fields of a job that decide who can see it. */
type Audience = Pick<JobRecord, 'values' | 'target'>

/** The viewer, and whether they manage the place. */
type Viewer = Pick<Invocation, 'isAdmin' | 'target'>

/** The viewer, and whether they can see the channel of the job's request. */
type Onlooker = Viewer & { seesPlace: boolean }

const isTheirs = ({ target }: Audience, viewer: Viewer): boolean => target.member === viewer.target.member

/**
 * Whether the viewer can look into a job in any state: its requester can, and so can an admin unless the job is
 * only for its requester.
 */
export const mayLookInto = (job: Audience, viewer: Viewer): boolean =>
  isTheirs(job, viewer) || (viewer.isAdmin && !isForRequesterAlone(job))

/**
 * Whether information about these jobs must be hidden from others in the viewer's place, because one of the jobs is
 * only for its requester or was requested in another place.
 */
export const isNothingForOthers = (jobs: readonly Audience[], viewer: Target): boolean =>
  jobs.some((job) => isForRequesterAlone(job) || !isHere(viewer, job.target))

/** Whether the viewer can stop a job: its requester can, and so can an admin, because it spends the shared budget. */
export const mayStop = (job: Audience, viewer: Viewer): boolean => isTheirs(job, viewer) || viewer.isAdmin

/** Fields that say whether a result is posted. */
type Showing = Pick<JobRecord, 'state' | 'removal' | 'cancelledBy' | 'deliverTries'>

/**
 * Members see a result, and can click its buttons, just before its record says `posted`. After a failed delivery it
 * may never be shown, so it no longer counts.
 */
const isBeingShown = ({ state, removal, cancelledBy, deliverTries }: Showing): boolean =>
  state === 'ready' && removal === undefined && cancelledBy === undefined && deliverTries === 0

/**
 * Whether the viewer can use a job's result: anyone who can look into the job can, and so can anyone who sees the
 * channel once the result is posted or being posted there.
 */
export const maySeeResult = (job: Audience & Showing, viewer: Onlooker): boolean =>
  mayLookInto(job, viewer) ||
  (viewer.seesPlace && (isShown(job) || isBeingShown(job)) && !isForRequesterAlone(job))
