import { AppError } from '../../../core/errors.ts'

/** Whether a Discord answer has fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The id in a Discord answer; undefined if it has none. */
export const maybeIdIn = (answer: unknown): string | undefined => {
  const id = isRecord(answer) ? answer.id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The id in a Discord answer about a `what`. Throws AppError `platform_unavailable` if it has none. */
export const idIn = (answer: unknown, what: string): string => {
  const id = maybeIdIn(answer)
  if (id !== undefined) return id
  throw new AppError('platform_unavailable', `Discord: a ${what} without an id`, { retryable: true })
}
