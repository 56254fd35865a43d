import { AppError } from '../../core/errors.ts'

/**
 * The id in an answer of Discord's about a `what`. Throws AppError `platform_unavailable` when it has none.
 */
export const idIn = (answer: unknown, what: string): string => {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
  if (typeof id === 'string' && id !== '') return id
  throw new AppError('platform_unavailable', `Discord: a ${what} without an id`, { retryable: true })
}
