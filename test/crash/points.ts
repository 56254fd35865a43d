import type { EffectName } from '../../src/core/effect.ts'

/**
 * The outside effect at which a process dies: the nth one of that name (from 0),
 * before it happens or right after.
 */
export interface CrashPoint {
  effect: EffectName
  nth: number
  when: 'before' | 'after'
}

/** What a process that can die does from the moment on at which it reads this. */
export interface Plan {
  /** Where it dies; nowhere unless told. */
  point?: CrashPoint
  /** Said again when it was read. */
  id: string
  /** Where it writes the name of each effect, one a line. */
  log: string
}

/** A rule that is broken on purpose, to see that the verdict would notice. */
export const wrongRules = ['sends again', 'no nonce', 'answers twice'] as const
export type WrongRule = (typeof wrongRules)[number]

/** How a process that can die is started; the argument before the bot's own. */
export interface Arming {
  /** Where its plan lies, once it is told to read it. */
  planPath: string
  /**
   * Shortened, so that a case takes seconds; so that tasks have time while many ask; or those of production.
   */
  spans: 'short' | 'under load' | 'production'
  wrongRule?: WrongRule
}

/** What a process that has read its plan says, on a line of its own. */
export const armedLine = ({ id }: Plan): string => `armed ${id}`

/** Tells a process to read its plan. */
export const armSignal = 'SIGUSR2'
