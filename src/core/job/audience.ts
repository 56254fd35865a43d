import type { Invocation } from '../command/invocation.ts'
import { onlyMe, seenByName } from '../command/seen-by.ts'
import { accountOf, isPersonal, type Target } from '../target.ts'
import { isShown, type JobRecord } from './job.ts'
import { isHere } from './visibility.ts'

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
