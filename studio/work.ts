import type { Endpoint } from '../src/core/endpoints/endpoint.ts'
import type { ClipSource } from './clips/clip-source.ts'
import type { TimeRange } from './clips/range.ts'
import type { ParameterValues } from './http/parameters.ts'
import type { Studio } from './studio.ts'
import type { Task } from './tasks/task.ts'

// What an endpoint of the studio says by hand: how a sound request becomes work, and what that makes. All that a
// request may hold stands in the endpoint's record.

/** Something that the render thread makes; the files are written next to `filePath`. */
export type Rendering<Order, Result> = {
  /** A name of its own, by which the thread finds it. */
  readonly kind: string
  readonly render: (order: Order, filePath: string) => Promise<Result>
}

type ClipName<E extends Endpoint> = E['exactlyOneOf'][number][0] extends `${infer Name}_url` ? Name : never

/** What was found in a request beside its values: its clips by their names, and its range where it has one. */
export type Found<E extends Endpoint> = {
  readonly clips: Readonly<Record<ClipName<E>, ClipSource>>
  readonly range: E['ranges'] extends readonly [] ? undefined : TimeRange
}

/** A request that is taken: what is made, as plain data, and what is charged for it. */
export type Taken<Order> = {
  readonly order: Order
  /** One unless given. */
  readonly outputs?: 1 | 2
  /** How many units of its price it has; as many as outputs, or one, unless given. */
  readonly units?: number
  /** The variant of its price. */
  readonly variant?: string
  /** Its texts, which the service looks through. */
  readonly texts?: readonly string[]
}

/** Why a request is not taken, in words for the caller. */
export type Problem = { readonly problem: string }

type Definition<E extends Endpoint, Order> = {
  readonly take: (
    values: ParameterValues<E>,
    found: Found<E>,
    settings: Studio['settings'],
  ) => NoInfer<Taken<Order>> | Problem
  /** Writes what it makes into the task. */
  readonly make: (studio: Studio, task: Task, order: Order) => Promise<void>
  readonly renders?: readonly Rendering<never, unknown>[]
}

/** An endpoint that takes work, as the registry holds it: by then nobody knows its types. */
export type Work = { readonly record: Endpoint } & Definition<Endpoint, never>

/** Defines what the endpoint of a record does. */
export const defineWork = <E extends Endpoint, Order extends object>(
  record: E,
  definition: Definition<E, Order>,
): Work => ({ record, ...(definition as object as Definition<Endpoint, never>) })

/** A rendering that is loaded when it is wanted first: reading a text aloud needs no instruments. */
export const rendering = <Order extends object, Result>(
  kind: string,
  load: () => Promise<Rendering<Order, Result>['render']>,
): Rendering<Order, Result> => ({
  kind,
  render: async (order, filePath) => (await load())(order, filePath),
})
