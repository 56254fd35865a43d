import type { Effect, EffectName } from '../../src/core/effect.ts'
import type { Plan, WrongRule } from './points.ts'

interface ArmedOptions {
  /** Ends the process at once; nothing comes after it. */
  die: () => Promise<never>
  /** Hears of each effect that begins. */
  note: (name: EffectName) => void
  wrongRule?: WrongRule | undefined
}

const isUncertain = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'status' in result && result.status === 'uncertain'

/** Effects as they are under a rule that nobody should have. */
const under =
  (rule: WrongRule | undefined): Effect =>
  async (name, perform) => {
    const result = await perform()
    if (rule === 'sends again' && name === 'service.submit' && isUncertain(result)) return perform()
    if (rule === 'answers twice' && name === 'slack.chat.postMessage') return perform()
    return result
  }

/**
 * An effect that performs as production does until it is armed, and from then on
 * counts and dies where it was told.
 */
export const createArmedEffect = ({ die, note, wrongRule }: ArmedOptions) => {
  const act = under(wrongRule)
  const counts = new Map<EffectName, number>()
  let plan: Plan | undefined
  const effect: Effect = async (name, perform) => {
    if (plan === undefined) return act(name, perform)
    const nth = counts.get(name) ?? 0
    counts.set(name, nth + 1)
    note(name)
    const { point } = plan
    if (point?.effect !== name || point.nth !== nth) return act(name, perform)
    if (point.when === 'before') return die()
    try {
      return await act(name, perform)
    } finally {
      await die()
    }
  }
  return {
    effect,
    /** Counts from nothing. */
    arm(next: Plan): void {
      plan = next
      counts.clear()
    },
  }
}
