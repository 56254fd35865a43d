import type { Microcredits } from '../credits.ts'

/**
 * An admin's leave to exceed limits once: each gets a bonus of exactly what is missing of the cost, and never more
 * than that. `most`: what the account's limit and bonus may add up to.
 */
export interface Leave {
  by: string
  /** For the journal. */
  reason: string
  most: Microcredits
}

/** `decided`: the request to admins is no longer open. `above_most`: see `Leave`. */
export type LeaveRefusal = { status: 'decided'; state: string } | { status: 'above_most' }
