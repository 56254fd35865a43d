import type { KnownClip } from '../clip/clip-index.ts'
import type { RawValues } from '../fields/field.ts'
import type { AccountId, Target } from '../target.ts'
import type { DefaultHere } from './settings.ts'

/** A request that lacks something: what is known of it, until its member has given the rest. */
export interface Draft {
  command: string
  action: string | undefined
  /** Only this member may go on with it. */
  member: string
  values: RawValues
  /** The defaults that still count for what is left out, of each name the nearest first. */
  defaults: readonly DefaultHere[]
  /** Those that the form shows as chosen, as it shows them, and what it shows of what holds now. */
  shown: RawValues
  /** See `Action.initialOf`. */
  shownOf?: string
  /** In the name of which place it is asked, where that is not the one in which it is asked. */
  target?: Target
  /** The clips on offer; a form names one by its position. */
  clips: readonly KnownClip[]
  /** What was missing when it was first asked for: the pages of a form keep their order by it. */
  askedFirst?: readonly string[]
  /**
   * The event by which the first part of its form was sent, where the form is sent in parts: whatever of it is
   * sent off in the end, and however often, is one request.
   */
  partOf?: string
}

/** Drafts outlive a restart and lapse after a day. Throws AppError `store_unavailable`. */
export interface Drafts {
  /**
   * Keeps a draft under an id made of the event and of all that is kept: the same again gives the same id.
   * Slack's forms keep their id while they are filled in and sent several times, and each time a choice by
   * position means another list. At most 40 characters.
   */
  keep(account: AccountId, eventId: string, draft: Draft): Promise<string>
  read(account: AccountId, draftId: string): Promise<Draft | undefined>
  /** A member's drafts of an account: those asked in it, and those asked elsewhere in its name; oldest first. */
  of(account: AccountId, member: string): Promise<readonly Draft[]>
  /** Forgets just these, and answers with their number. What was not forgotten is found by the next call. */
  forget(account: AccountId, member: string): Promise<number>
}
