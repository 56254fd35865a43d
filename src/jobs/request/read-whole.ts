import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { DefaultHere } from '../../core/command/settings.ts'
import { type Lists, resolveNames } from '../../core/command/suggest.ts'
import type { Problem } from '../../core/fields/field.ts'
import { withOthers } from '../../core/fields/field.ts'
import { type ClipOptions, clipProblems, withLinks } from './clip-checks.ts'
import { type FilledIn, fillIn } from './defaults.ts'

/** A request that passed every check, with what was filled in. */
export interface WholeRequest {
  filled: FilledIn
  prepared: PreparedRequest
}

/**
 * Reads a request that lacks nothing: names become what they stand for, addresses what is stored, and what was left
 * out its default; or tells everything that is wrong with it.
 */
export const readWhole = async (
  deps: ClipOptions & { lists: Lists },
  feature: Feature,
  { values, target }: Invocation,
  defaults: readonly DefaultHere[],
): Promise<({ ok: true } & WholeRequest) | { ok: false; problems: readonly Problem[] }> => {
  const { fields } = feature
  const named = await resolveNames(fields, values, deps.lists, target)
  const linked = withLinks(deps, feature, named.values)
  const filled = await fillIn(feature, linked.values, defaults, { lists: deps.lists, asker: target })
  const { read } = filled
  const clips = read.ok ? read.prepared.clips : []
  const problems = [
    ...named.problems,
    ...withOthers(fields, linked.problems, clipProblems(deps, feature, linked.values, clips)),
  ]
  if (read.ok && problems.length === 0) return { ok: true, filled, prepared: read.prepared }
  return { ok: false, problems: withOthers(fields, problems, read.ok ? [] : read.problems) }
}
