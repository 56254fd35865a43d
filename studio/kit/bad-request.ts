import type { z } from 'zod'
import { firstMisfit } from './misfit.ts'

/** A request that cannot be carried out; names the field. */
export class BadRequest extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'BadRequest'
    this.field = field
  }
}

/** Reads what came with a request. Throws BadRequest with the field that makes no sense, below `at`. */
export const read = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  at: readonly string[] = [],
): z.output<T> => {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const { field, message } = firstMisfit(error)
  throw new BadRequest([...at, field].filter((part) => part !== '').join('.'), message)
}
