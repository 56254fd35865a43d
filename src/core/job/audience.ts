import type { Invocation } from '../command/invocation.ts'
import { onlyMe, seenByName } from '../command/seen-by.ts'
import { type Asker, accountOf, isPersonal, type PlatformName, type Target } from '../target.ts'
import { isShown, type JobRecord } from './job.ts'
import type { FoundChannel, Platform } from './platform.ts'

/**
 * Whether a member who asks from one place can see what is posted in another. False also if the platform does not
 * tell in time.
 */
export type CanSee = (viewer: Target, place: Target) => Promise<boolean>

/**
 * Whether a place is the viewer's own, or the channel around their thread. A thread is seen only from itself, since
 * some are private.
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

/** What a job says of who is to see it. */
type Audience = Pick<JobRecord, 'values' | 'target'>

/** Who looks: whether they manage the place, and who they are. */
type Viewer = Pick<Invocation, 'isAdmin' | 'target'>

/** Who looks, and whether they can see the channel that the job was asked in. */
type Onlooker = Viewer & { seesPlace: boolean }

/**
 * Whether a job's request, progress and result are for whoever asked for it alone, in their direct messages.
 * What is asked for in a direct message is seen by nobody else anyway.
 */
export const isForRequesterAlone = ({ values, target }: Audience): boolean =>
  values[seenByName] === onlyMe && !isPersonal(accountOf(target))

const isTheirs = ({ target }: Audience, viewer: Viewer): boolean => target.member === viewer.target.member

/**
 * Whether somebody may look into a job, whatever became of it: whoever asked for it, and an admin,
 * unless it is for its requester alone.
 */
export const mayLookInto = (job: Audience, viewer: Viewer): boolean =>
  isTheirs(job, viewer) || (viewer.isAdmin && !isForRequesterAlone(job))

/**
 * Whether what is told of jobs to somebody who may look into them is nothing for others around: one of them
 * is for its requester alone, or was asked for where the others may not be.
 */
export const isNothingForOthers = (jobs: readonly Audience[], viewer: Target): boolean =>
  jobs.some((job) => isForRequesterAlone(job) || !isHere(viewer, job.target))

/** Whether somebody may stop a job: whoever asked for it, and an admin, for it spends the budget of all. */
export const mayStop = (job: Audience, viewer: Viewer): boolean => isTheirs(job, viewer) || viewer.isAdmin

/** Fields that say whether a result is posted. */
type Showing = Pick<JobRecord, 'state' | 'removal' | 'cancelledBy' | 'deliverTries'>

/**
 * People see a result, and can press its buttons, just before its record says `posted`. After a failed delivery it may
 * never be shown, so it no longer counts.
 */
const isBeingShown = ({ state, removal, cancelledBy, deliverTries }: Showing): boolean =>
  state === 'ready' && removal === undefined && cancelledBy === undefined && deliverTries === 0

/**
 * Whether the viewer may use a job's result: anyone who may look into the job can, and so can anyone who sees the
 * channel once the result is posted or being posted there.
 */
export const maySeeResult = (job: Audience & Showing, viewer: Onlooker): boolean =>
  mayLookInto(job, viewer) ||
  (viewer.seesPlace && (isShown(job) || isBeingShown(job)) && !isForRequesterAlone(job))
