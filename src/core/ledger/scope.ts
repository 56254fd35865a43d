import { z } from 'zod'

/**
 * How a budget can be divided below the account: by where, by whom and for what. A group is a role on Discord, a user
 * group on Slack.
 */
export const scopeKinds = ['channel', 'group', 'member', 'feature', 'model'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** A part of an account with its own figures and usually its own limit. */
export interface Scope {
  kind: ScopeKind
  id: string
}

/** Reads a stored Scope. */
export const scope = z.object({ kind: z.enum(scopeKinds), id: z.string() })

/** Scopes that say what a request is for; each has its own limit or none. */
export type PurposeKind = 'feature' | 'model'

/** Whether a scope says what a request is for. */
export const isPurpose = <Of extends { kind: string }>(of: Of): of is Of & { kind: PurposeKind } =>
  of.kind === 'feature' || of.kind === 'model'

/** A model as members read it, such as "v7 pro". */
export const modelName = (model: string): string => model.replaceAll('-', ' ')
