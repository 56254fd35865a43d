import type { Endpoint as ServiceEndpoint, WireField } from '../../src/core/endpoints/endpoint.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Studio } from '../studio.ts'
import { voices } from '../voice-list/voices.ts'
import { type EndpointErrors, errorsOf } from './errors.ts'
import { type ParameterTable, type ParameterValues, parametersOf, readParameters } from './parameters.ts'
import type { Reply } from './reply.ts'

/** Who calls what: an endpoint answers with these at hand. */
export type Call = { readonly studio: Studio; readonly account: Account }

/** An endpoint by its record, ready to be given what a caller sent. */
export type Endpoint = ServiceEndpoint & {
  readonly parameters: ParameterTable
  /** What a call cannot do without. The answer says so in the endpoint's own words. */
  readonly required: readonly string[]
  readonly errors: EndpointErrors
  readonly respond: (given: Readonly<Record<string, unknown>>, call: Call) => Promise<Reply>
}

const exampleOf = (field: WireField | undefined, value: unknown): readonly unknown[] => {
  if (field?.kind === 'file') return []
  return [field?.kind === 'text' && field.idOf === 'voices' ? voices[0]?.voiceId : value]
}

/** The values of a valid request, but for its files. */
export const exampleValues = ({ fields, example }: ServiceEndpoint): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(example).flatMap(([name, value]) =>
      exampleOf(fields[name], value).map((shown) => [name, shown]),
    ),
  )

/**
 * Makes an endpoint of its record and what it answers. Parameters nobody documents are ignored, as the service ignores
 * them, and noted with the refusals, so that a caller's typing error can fail a test run.
 */
export const defineEndpoint = <E extends ServiceEndpoint>(
  record: E,
  answer: (values: ParameterValues<E>, call: Call, errors: EndpointErrors) => Reply | Promise<Reply>,
): Endpoint => {
  const { method, path, encoding, failures } = record
  const parameters = parametersOf(record)
  const errors = errorsOf(failures)
  const respond: Endpoint['respond'] = async (given, call) => {
    const { values, problem, unknownNames } = readParameters(parameters, given, encoding)
    for (const name of unknownNames) {
      call.studio.refusals.note({ kind: 'unknown_parameter', method, path, detail: name })
    }
    // The table was made of the record's fields, and so the values are theirs.
    if (values !== undefined) return await answer(values as ParameterValues<E>, call, errors)
    const { name = '', text = '' } = problem ?? {}
    // The words for a file are those for a request without one.
    const words = record.fields[name]?.kind === 'file' ? text : (failures.texts?.[name] ?? text)
    return errors.refuse(failures.status, words)
  }
  const required = Object.entries(record.fields).flatMap(([name, field]) => (field.required ? [name] : []))
  return { ...(record as ServiceEndpoint), parameters, required, errors, respond }
}
