import type { KnownClip } from '../clip/clip-index.ts'
import type { RawValues } from '../fields/field.ts'
import type { AccountId, Target } from '../target.ts'
import type { DefaultHere } from './settings.ts'

/** An incomplete request: what is known of it until its member has given the rest. */
export interface Draft {
  command: string
  action: string | undefined
  /** Only this member can continue it. */
  member: string
  values: RawValues
  /** The draft that this one changes: then `values` are only the changes, and null leaves a value out. */
  base?: string
  /** The defaults that still apply to missing values, for each name the nearest first. */
  defaults: readonly DefaultHere[]
  /** The defaults and current values that the form shows, as it shows them. */
  shown: RawValues
  /** See `Action.initialOf`. */
  shownOf?: string
  /** The place that the request belongs to, if it is not the one where it is made. */
  target?: Target
  /** The clips on offer; a form names one by its position. */
  clips: readonly KnownClip[]
  /** What was missing at first: it fixes the order of the form's pages. */
  askedFirst?: readonly string[]
  /**
   * The event that submitted the first part of a form sent in parts: whatever is submitted in the end, and however
   * often, is one request.
   */
  partOf?: string
  /** The most that the request may cost, as its button says. */
  boundMax?: number
  /** Whether admins are asked if the budget refuses it again. */
  asks?: true
  /** See `Invocation.confirmed`. */
  confirmed?: string
}

/**
 * Drafts survive a restart and expire after a day. A member who leaves many or large ones behind loses the oldest
 * earlier. Throws AppError `store_unavailable`.
 */
export interface Drafts {
  /**
   * Keeps a draft under an id made from the event and the contents: the same draft again gives the same id. Slack's
   * forms keep their id when they are filled in and sent several times, while a choice by position may mean another
   * list each time. At most 40 characters.
   */
  keep(account: AccountId, eventId: string, draft: Draft): Promise<string>
  /** A draft with all its values: changes are applied, and unknown without what they change. */
  read(account: AccountId, draftId: string): Promise<Draft | undefined>
  /** A member's newest drafts in an account, as they were kept: made in it, then those made elsewhere in its name. */
  of(account: AccountId, member: string): Promise<readonly Draft[]>
  /** Forgets these drafts and returns their number. The next call finds those that are left. */
  forget(account: AccountId, member: string): Promise<number>
}
