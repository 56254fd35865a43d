import { z } from 'zod'
import { InvalidFault } from './invalid-fault.ts'

/** As long as anything of a fault may take. */
export const longestMs = 24 * 60 * 60_000

/** How often a fault is to happen. */
export const times = z.int().min(1).max(1000).default(1)

const placeOf = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path

/** Reads a fault by its schema. Throws InvalidFault with the field that makes no sense. */
export const parse = <T extends z.ZodType>(expected: T, value: unknown): z.output<T> => {
  const { data, error } = expected.safeParse(value)
  if (!error) return data
  const [first] = error.issues
  throw new InvalidFault(
    (first ? placeOf(first) : []).map(String).join('.'),
    first?.message ?? 'makes no sense',
  )
}
