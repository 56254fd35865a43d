import type { EndpointName } from '../../../../sandbox/contract/endpoints.ts'
import type { Call, Delivery, Reply, Spoils } from '../spoiling-proxy.ts'

/** Something spoilt, and the row that must find it. */
export type Spoiling = readonly [what: string, row: string, spoils: Spoils]

type Body = Record<string, unknown>

/**
 * Changes the fields of an endpoint's requests before the service reads them; undefined takes a field away.
 */
export const asked = (endpoint: EndpointName, change: (fields: Body) => Body): Spoils => ({
  request: (call) => (call.endpoint === endpoint ? { ...call, fields: change({ ...call.fields }) } : call),
})

/** The service never sees a parameter. */
export const deaf = (endpoint: EndpointName, ...names: readonly string[]): Spoils =>
  asked(endpoint, (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
  )

/** A parameter has another default. */
export const defaulting = (endpoint: EndpointName, name: string, value: unknown): Spoils =>
  asked(endpoint, (fields) => ({ [name]: value, ...fields }))

/** A parameter that is given is taken for another value. */
export const misreading = (
  endpoint: EndpointName,
  name: string,
  change: (value: string) => unknown,
): Spoils =>
  asked(endpoint, (fields) => (name in fields ? { ...fields, [name]: change(String(fields[name])) } : fields))

/** Changes what an endpoint answers. */
export const answered = (endpoint: EndpointName, change: (reply: Reply, call: Call) => Reply): Spoils => ({
  reply: (reply, call) => (call.endpoint === endpoint ? change(reply, call) : reply),
})

/** Changes the body of an endpoint's successes. */
export const succeeding = (endpoint: EndpointName, change: (body: Body) => Body): Spoils =>
  answered(endpoint, (reply) =>
    reply.status === 200 ? { ...reply, body: change({ ...reply.body }) } : reply,
  )

/** Changes the body of an endpoint's refusals. */
export const refusing = (endpoint: EndpointName, change: (body: Body) => Body): Spoils =>
  answered(endpoint, (reply) =>
    reply.status === 200 ? reply : { ...reply, body: change({ ...reply.body }) },
  )

/** Refusals have another text. */
export const retelling = (endpoint: EndpointName, text: string): Spoils =>
  refusing(endpoint, (body) => ({ ...body, ['error' in body ? 'error' : 'message']: text }))

/** Successes have another value in a field. */
export const giving = (endpoint: EndpointName, name: string, value: unknown): Spoils =>
  succeeding(
    endpoint,
    setting(name, () => value),
  )

/** Refusals have another status. */
export const refusingWith = (endpoint: EndpointName, from: number, to: number): Spoils =>
  answered(endpoint, (reply) => (reply.status === from ? { ...reply, status: to } : reply))

/** Requests that fit are refused. */
export const narrow = (endpoint: EndpointName, fits: (fields: Call['fields']) => boolean): Spoils =>
  answered(endpoint, (reply, { fields }) =>
    fits(fields) ? { ...reply, status: 422, body: { success: false, error: 'No', message: 'No' } } : reply,
  )

/** Requests that are refused are said to have gone well. */
export const lenient = (endpoint: EndpointName): Spoils =>
  answered(endpoint, (reply) =>
    reply.status === 200 ? reply : { ...reply, status: 200, body: { success: true } },
  )

export const without =
  (name: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))

export const renaming =
  (from: string, to: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name === from ? to : name, value]))

export const setting =
  (name: string, change: (value: unknown) => unknown) =>
  (body: Body): Body =>
    name in body ? { ...body, [name]: change(body[name]) } : body

/** Changes the record that byId shows. */
export const recorded = (change: (conversion: Body) => Body): Spoils =>
  succeeding('byId', (body) => ({ ...body, conversion: change({ ...(body.conversion as Body) }) }))

/** Changes the record once it is complete. */
export const completed = (change: (conversion: Body) => Body): Spoils =>
  recorded((conversion) => (conversion.status === 'COMPLETED' ? change(conversion) : conversion))

/** Changes callbacks. */
export const delivered = (change: (delivery: Delivery) => Delivery | undefined): Spoils => ({
  delivery: change,
})
