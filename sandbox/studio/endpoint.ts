import { type ParameterTable, type ParameterValues, readParameters } from './parameters.ts'
import type { Refuse, Reply } from './reply.ts'
import type { Studio } from './studio.ts'

/** One call of the service: its address, its parameters, the shape of its refusals, and what it does. */
export type EndpointDefinition<Table extends ParameterTable> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v${1 | 2}/${string}`
  /** How a POST carries its parameters; JSON unless given. */
  readonly encoding?: 'form'
  readonly parameters: Table
  readonly refuse: Refuse
  readonly answer: (values: ParameterValues<Table>, studio: Studio) => Reply
}

/** A defined endpoint, ready to be given what a caller sent. */
export type Endpoint = Pick<EndpointDefinition<ParameterTable>, 'method' | 'path' | 'refuse'> & {
  readonly encoding: 'query' | 'json' | 'form'
  readonly respond: (given: Readonly<Record<string, unknown>>, studio: Studio) => Reply
}

/**
 * Makes an endpoint of its definition. Parameters nobody documents are ignored, as the service ignores them,
 * and noted with the refusals, so that a caller's typing error can fail a test run.
 */
export const defineEndpoint = <Table extends ParameterTable>(
  definition: EndpointDefinition<Table>,
): Endpoint => {
  const { method, path, refuse, parameters, answer } = definition
  const encoding = method === 'GET' ? 'query' : (definition.encoding ?? 'json')
  const respond: Endpoint['respond'] = (given, studio) => {
    const { values, problem, unknownNames } = readParameters(parameters, given)
    for (const name of unknownNames) {
      studio.refusals.note({ kind: 'unknown_parameter', method, path, detail: name })
    }
    return values === undefined ? refuse(422, `${problem}`) : answer(values, studio)
  }
  return { method, path, encoding, refuse, respond }
}
