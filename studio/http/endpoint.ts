import type { z } from 'zod'
import type { Account } from '../accounts/accounts.ts'
import type { Studio } from '../studio.ts'
import type { EndpointErrors } from './errors.ts'
import { type Encoding, type ParameterTable, type ParameterValues, readParameters } from './parameters.ts'
import type { Reply } from './reply.ts'

/** Who calls what: an endpoint answers with these at hand. */
export type Call = { readonly studio: Studio; readonly account: Account }

/** One call of the service: its address, its parameters, its answer, how it says no, and what it does. */
export type EndpointDefinition<Table extends ParameterTable> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v${1 | 2}/${string}`
  /** What it does, in a sentence, for those who read the interface description. */
  readonly summary: string
  readonly isDeprecated?: true
  /** How a POST carries its parameters; JSON unless given. */
  readonly encoding?: 'form'
  readonly parameters: Table
  /** What a call cannot do without. The answer says so in the endpoint's own words. */
  readonly required?: readonly (keyof Table & string)[]
  /** The body of a success, for the interface description. */
  readonly success: z.ZodType
  readonly errors: EndpointErrors
  readonly answer: (values: ParameterValues<Table>, call: Call) => Reply | Promise<Reply>
}

/** A defined endpoint, ready to be given what a caller sent. */
export type Endpoint = Pick<
  EndpointDefinition<ParameterTable>,
  'method' | 'path' | 'summary' | 'isDeprecated' | 'parameters' | 'required' | 'success' | 'errors'
> & {
  readonly encoding: Encoding
  readonly respond: (given: Readonly<Record<string, unknown>>, call: Call) => Promise<Reply>
}

/**
 * Makes an endpoint of its definition. Parameters nobody documents are ignored, as the service ignores them,
 * and noted with the refusals, so that a caller's typing error can fail a test run.
 */
export const defineEndpoint = <Table extends ParameterTable>(
  definition: EndpointDefinition<Table>,
): Endpoint => {
  const { method, path, errors, parameters, answer } = definition
  const encoding = method === 'GET' ? 'query' : (definition.encoding ?? 'json')
  const respond: Endpoint['respond'] = async (given, call) => {
    const { values, problem, unknownNames } = readParameters(parameters, given, encoding)
    for (const name of unknownNames) {
      call.studio.refusals.note({ kind: 'unknown_parameter', method, path, detail: name })
    }
    if (values !== undefined) return await answer(values, call)
    return errors.refuse(errors.invalid, errors.invalidText ?? `${problem}`)
  }
  return { ...definition, encoding, respond }
}
