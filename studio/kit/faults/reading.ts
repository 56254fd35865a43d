import { z } from 'zod'
import { firstMisfit } from '../misfit.ts'
import { InvalidFault } from './invalid-fault.ts'

/** How long something of a fault takes, in milliseconds of the world's time: a day at the most. */
export const spanMs = z
  .int()
  .min(1)
  .max(24 * 60 * 60_000)

/** How often a fault is to happen. */
export const times = z.int().min(1).max(1000).default(1)

/** Reads a fault by its schema. Throws InvalidFault with the field that makes no sense. */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const { field, message } = firstMisfit(error)
  throw new InvalidFault(field, message)
}

/** Throws InvalidFault where a field is wrong in a way that no schema tells. */
export const refuseIf = (isWrong: boolean, field: string, message: string): void => {
  if (isWrong) throw new InvalidFault(field, message)
}

/**
 * The kind of a fault, which is the field that it has. Throws InvalidFault unless it is
 * of one of these, and of no second.
 */
export const kindOf = <Kind extends string>(kinds: readonly Kind[], value: unknown): Kind => {
  const [kind, second] = kinds.filter((name) => typeof value === 'object' && value !== null && name in value)
  if (kind === undefined) throw new InvalidFault('', `must have one of ${kinds.join(', ')}`)
  if (second !== undefined)
    throw new InvalidFault(second, `does not go with ${kind}: one fault is of one kind`)
  return kind
}
