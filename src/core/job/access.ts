import type { Clip } from '../clip/clip.ts'
import type { KnownClip } from '../clip/clip-index.ts'
import type { Draft } from '../command/draft.ts'
import { type Asker, accountOf, memberAccountOf, type Target } from '../target.ts'
import { isForRequesterAlone, isShown, type JobRecord, type JobRequest } from './job.ts'

/** What a member wants to do with a job, which decides who may do it. */
export type JobUse = 'look_into' | 'recover' | 'delete' | 'stop' | 'use_result'

/** The fields of a job that decide who may use it. */
export type JobFacts = Pick<
  JobRecord,
  'values' | 'target' | 'state' | 'removal' | 'cancelledBy' | 'deliverTries'
>

/** What an id from outside names, with everything that decides who may use it. */
export type Thing =
  /** A job, one of its takes, or the task that it made at the service. */
  | { kind: 'job'; job: JobFacts; use: JobUse }
  /** A job whose buttons its requester clicks in their direct messages, to continue where it was requested. */
  | { kind: 'private_job'; job: Pick<JobRecord, 'values' | 'target'> }
  /** The record of a job that another job reads; the member was allowed to use it when they requested that. */
  | { kind: 'record'; job: Pick<JobRecord, 'target'> }
  /** A request that was not sent yet; it is found only in its own account. */
  | { kind: 'draft'; draft: Pick<Draft, 'member'> }
  /** A request to admins; who is one was checked before. */
  | { kind: 'approval'; approval: { request: Pick<JobRequest, 'target'> } }
  /** A clip that is remembered of the channel in which the member asks. */
  | { kind: 'clip'; known: KnownClip }
  /** A clip of another member's job, whose result the member who asks may use. */
  | { kind: 'clip_of_job'; clip: Clip }

/** The member who asks. What is left out is not so, or not known yet. */
export interface Requester {
  target: Asker
  /** Whether they manage the place where they ask. */
  isAdmin?: boolean
  /** Whether they see the channel of the thing, or the message or result that a job's clip is. */
  seesPlace?: boolean
}

/**
 * `told`: it isn't theirs to use, but they see that it exists. `unknown`: the answer is that of a thing that does not
 * exist.
 */
export type Access = 'allowed' | 'told' | 'unknown'

/** Whether something belongs to the server, workspace or direct messages where a member asks. */
export const isOfAccount = (owner: Pick<Target, 'platform' | 'server'>, asker: Asker): boolean =>
  accountOf(owner) === accountOf(asker)

/** Whether it is the member's own, in the place where they ask. */
export const isTheirs = ({ target }: Pick<JobRecord, 'target'>, asker: Asker): boolean =>
  isOfAccount(target, asker) && target.member === asker.member

/** Its requester, and an admin unless it is only for its requester. */
const mayLookInto = (job: JobFacts, { target, isAdmin = false }: Requester): boolean =>
  isTheirs(job, target) || (isAdmin && !isForRequesterAlone(job))

/**
 * Members see a result, and can click its buttons, just before its record says `posted`. After a failed delivery it
 * may never be shown, so it no longer counts.
 */
const isBeingShown = ({ state, removal, cancelledBy, deliverTries }: JobFacts): boolean =>
  state === 'ready' && removal === undefined && cancelledBy === undefined && deliverTries === 0

/** Whether everyone who sees its channel sees the result, or is about to. */
const isOpen = (job: JobFacts): boolean => (isShown(job) || isBeingShown(job)) && !isForRequesterAlone(job)

const mayUseJob = (job: JobFacts, use: JobUse, requester: Requester): boolean => {
  switch (use) {
    case 'look_into':
    case 'recover':
    case 'delete':
      return mayLookInto(job, requester)
    case 'stop':
      // It spends the shared budget, so an admin can stop even what is only for its requester.
      return isTheirs(job, requester.target) || requester.isAdmin === true
    case 'use_result':
      return mayLookInto(job, requester) || (requester.seesPlace === true && isOpen(job))
  }
}

/** Admins see in their lists that a job exists, and others see it in its channel. */
const accessToJob = (job: JobFacts, use: JobUse, requester: Requester): Access => {
  if (!isOfAccount(job.target, requester.target)) return 'unknown'
  if (mayUseJob(job, use, requester)) return 'allowed'
  const isSeen = requester.seesPlace === true && !isForRequesterAlone(job)
  return isSeen || requester.isAdmin === true ? 'told' : 'unknown'
}

/**
 * Whether a member may use what an id from outside names. Every id that comes with a command, a button, a form or a
 * callback is judged here and nowhere else: by server, channel and member. Example:
 * `accessTo({ kind: 'draft', draft }, { target })`.
 */
export const accessTo = (thing: Thing, requester: Requester): Access => {
  const { target } = requester
  const when = (isAllowed: boolean): Access => (isAllowed ? 'allowed' : 'unknown')
  switch (thing.kind) {
    case 'job':
      return accessToJob(thing.job, thing.use, requester)
    case 'private_job': {
      const { job } = thing
      return when(isForRequesterAlone(job) && memberAccountOf(job.target) === accountOf(target))
    }
    case 'record':
      return when(isOfAccount(thing.job.target, target))
    case 'approval':
      return when(isOfAccount(thing.approval.request.target, target))
    case 'draft':
      // Where a chat has no private answers, others see its button.
      return thing.draft.member === target.member ? 'allowed' : 'told'
    case 'clip': {
      // What came with a request and is in no message was seen by nobody else.
      const { clip, by } = thing.known
      if (clip.kind !== 'upload' || clip.message !== undefined) return 'allowed'
      return when(by === target.member && (clip.by ?? by) === by)
    }
    case 'clip_of_job': {
      // A web address may be a secret, and says nothing of its owner.
      const { clip } = thing
      return when(clip.kind !== 'link' && (clip.by === target.member || requester.seesPlace === true))
    }
  }
}
