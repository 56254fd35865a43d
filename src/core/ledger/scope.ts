import { z } from 'zod'

/**
 * The parts of an account that can have limits of their own. A group is a role on Discord, and a user group on Slack.
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

/** What a request is for. There is no common limit for all features or all models. */
export type PurposeKind = 'feature' | 'model'

/** Whether a scope says what a request is for. */
export const isPurpose = <Of extends { kind: string }>(of: Of): of is Of & { kind: PurposeKind } =>
  of.kind === 'feature' || of.kind === 'model'

/** A model as members read it, such as "v7 pro". */
export const modelName = (model: string): string => model.replaceAll('-', ' ')
