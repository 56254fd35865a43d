import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { EffectName } from '../../src/core/effect.ts'
import type { Case } from './case.ts'
import type { CrashPoint } from './points.ts'

/** A case, and the platform that it is played on. */
export interface PlacedCase extends Case {
  platform: ChatPlatform
}

/**
 * What the sweeper does meanwhile, now and again, whatever else goes on: to die at
 * it once in the plainest is enough.
 */
const ongoing: ReadonlySet<EffectName> = new Set([
  ...(['store.rewake', 'store.repairOperator', 'places.tend', 'places.release', 'approvals.take'] as const),
])

/**
 * The points at which a bot can die that had these effects: before and after each of them. Where the plainest
 * scenario has an effect too, it is enough to die at it there.
 */
export const pointsOf = (
  effects: readonly EffectName[],
  plain: ReadonlySet<EffectName>,
): readonly CrashPoint[] => {
  const counts = new Map<EffectName, number>()
  return effects.flatMap((effect): CrashPoint[] => {
    const nth = counts.get(effect) ?? 0
    counts.set(effect, nth + 1)
    if (plain.has(effect) || (ongoing.has(effect) && (nth > 0 || plain.size > 0))) return []
    return [
      { effect, nth, when: 'before' },
      { effect, nth, when: 'after' },
    ]
  })
}

/**
 * Of the effects of the first of several runs those that each of them has, as often
 * as the one that has least of them.
 */
export const inAll = ([first = [], ...others]: readonly (readonly EffectName[])[]): readonly EffectName[] => {
  const counts = new Map<EffectName, number>()
  return first.filter((effect) => {
    const nth = counts.get(effect) ?? 0
    counts.set(effect, nth + 1)
    return others.every((run) => run.filter((other) => other === effect).length > nth)
  })
}

/** What a case is called, by which it is played again. */
export const nameOf = ({ platform, way, scenario, point }: PlacedCase): string =>
  [
    ...[platform, way, scenario],
    ...(point === undefined ? [] : [`${point.when} ${point.effect} ${point.nth}`]),
  ].join(', ')

/** Whether a dry run may have cases with this in their name, or is what they are measured by. */
export const isAbout = (dry: PlacedCase, only: string): boolean => {
  const name = nameOf(dry)
  return `${only},`.startsWith(`${name},`) || name.includes(only)
}

/** So many of them, spread evenly; all where there are no more. */
export const spread = <T>(items: readonly T[], count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).flatMap(
        (item) => (item === undefined ? [] : [item]),
      )
