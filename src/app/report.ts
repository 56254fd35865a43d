import { AppError } from '../core/errors.ts'

/** Standard exit code for a program that is set up wrongly (sysexits.h). */
const exitConfiguration = 78

/** The exit code that tells an operator's tools whether a restart may help. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof AppError && error.code === 'configuration' ? exitConfiguration : 1

/**
 * What an operator reads when the program ends: a fixable problem in plain words, anything else with its stack.
 */
export const reportOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
