import { z } from 'zod'

/**
 * What a budget may be divided by, besides the account itself. A group is a role
 * on Discord, a user group on Slack.
 */
export const scopeKinds = ['channel', 'group', 'member'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** A part of an account with figures, and mostly a limit, of its own. */
export interface Scope {
  kind: ScopeKind
  id: string
}

/** Reads a stored Scope. */
export const scope = z.object({ kind: z.enum(scopeKinds), id: z.string() })
