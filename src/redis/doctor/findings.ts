import type { CheckId, Finding, Problem } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import type { Primary } from '../startup-check.ts'

const shownMax = 20

/** The first problems of one kind; the rest is only counted. */
export const firstProblems = (what: string, problems: readonly Problem[]): readonly Problem[] => {
  const [next, ...others] = problems.slice(shownMax)
  if (next === undefined) return problems
  const more = { ...next, what, why: `There are ${others.length + 1} more of these.` }
  return [...problems.slice(0, shownMax), more]
}

/** A time span for the operator. */
export const ageText = (spanMs: number): string => {
  const minutes = Math.floor(spanMs / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** A number of bytes for the operator. */
export const bytesText = (bytes: number): string => {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`
}

/** Why the start would refuse this; undefined if it would not. */
export const refusalOf = (checking: Promise<unknown>): Promise<string | undefined> =>
  checking.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'configuration') return error.message
      throw error
    },
  )

/** What a start waits for. */
export const notStarted = 'Tunesmith starts only after that.'

/** A check of every Redis that accepts writes. Undefined: this one does not say. */
export interface PrimaryCheck {
  id: CheckId
  look(primary: Primary, info: (section: string) => Promise<string>): Promise<Finding | undefined>
}
