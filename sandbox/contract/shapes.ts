import { type FailureName, failures, type Shape } from '../../src/core/endpoints/shapes.ts'
import { demand, shown } from './row.ts'
import { type Fields, hasType } from './values.ts'

/** The names of a body's fields that are not as the shape says, in words; empty where all are. */
export const misfitsOf = (body: Fields, shape: Shape): readonly string[] =>
  Object.entries(shape).flatMap(([name, type]) =>
    hasType(body[name], type) ? [] : [`${name} is ${shown(body[name])}, not of type ${type}`],
  )

/** The names of a body's fields that the shape does not have. */
export const extrasOf = (body: Fields, shape: Shape): readonly string[] =>
  Object.keys(body).filter((name) => !Object.hasOwn(shape, name))

const fits = (body: Fields, shape: Shape): boolean =>
  misfitsOf(body, shape).length === 0 && extrasOf(body, shape).length === 0

/** Throws Differs unless a failure has one of the shapes exactly, together with what it may carry besides. */
export const demandFailure = (body: Fields, names: readonly FailureName[], besides: Shape = {}): void => {
  demand(body.success === false, `success is ${shown(body.success)}, not false`)
  const isKnown = names.some((name) => fits(body, { ...failures[name], ...besides }))
  demand(isKnown, `the failure is ${shown(body)}, and not of shape ${names.join(' or ')}`)
}
