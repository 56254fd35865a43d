import { AppError } from '../../../core/errors.ts'

/** Whether an answer of Discord's has fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The id in an answer of Discord's; undefined when it has none. */
export const maybeIdIn = (answer: unknown): string | undefined => {
  const id = isRecord(answer) ? answer.id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/**
 * The id in an answer of Discord's about a `what`. Throws AppError `platform_unavailable` when it has none.
 */
export const idIn = (answer: unknown, what: string): string => {
  const id = maybeIdIn(answer)
  if (id !== undefined) return id
  throw new AppError('platform_unavailable', `Discord: a ${what} without an id`, { retryable: true })
}
