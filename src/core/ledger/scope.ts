import { z } from 'zod'

/** How a budget can be divided below the account. A group is a role on Discord, a user group on Slack. */
export const scopeKinds = ['channel', 'group', 'member'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** A part of an account with its own figures and usually its own limit. */
export interface Scope {
  kind: ScopeKind
  id: string
}

/** Reads a stored Scope. */
export const scope = z.object({ kind: z.enum(scopeKinds), id: z.string() })
