import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerSchema } from './answer-schemas.ts'
import { type Endpoint, exampleValues } from './endpoint.ts'
import { describingPage } from './page.ts'
import { documentParameter } from './parameters.ts'

type Json = Readonly<Record<string, unknown>>

const mediaTypes = { json: 'application/json', form: 'multipart/form-data' } as const

const successOf = ({ response }: Endpoint): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(answerSchema(response))
  return { description: 'Success', content: { 'application/json': { schema } } }
}

const queryOf = (endpoint: Endpoint): readonly Json[] => {
  const { parameters, required } = endpoint
  const example = exampleValues(endpoint)
  return Object.entries(parameters).map(([name, parameter]) => {
    const { description, ...schema } = documentParameter(parameter)
    const isRequired = required.includes(name)
    return {
      name,
      in: 'query',
      required: isRequired,
      schema,
      ...(description !== undefined && { description }),
      ...(Object.hasOwn(example, name) && { example: example[name] }),
    }
  })
}

const bodyOf = (endpoint: Endpoint, mediaType: string): Json => {
  const { parameters, required } = endpoint
  const described = Object.entries(parameters).map(([name, parameter]) => [
    name,
    documentParameter(parameter),
  ])
  const properties = Object.fromEntries(described)
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  return { required: true, content: { [mediaType]: { schema, example: exampleValues(endpoint) } } }
}

const errorShape = {
  description: 'A refusal; which of the fields there are depends on the endpoint',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: false },
          error_code: { type: 'string' },
          message: { type: 'string' },
          error: { type: 'string' },
        },
      },
    },
  },
}

const operationOf = (endpoint: Endpoint): Json => {
  const { does, deprecated, encoding } = endpoint
  return {
    summary: does,
    ...(deprecated && { deprecated }),
    ...(encoding === 'query'
      ? { parameters: queryOf(endpoint) }
      : { requestBody: bodyOf(endpoint, mediaTypes[encoding]) }),
    responses: { 200: successOf(endpoint), '4XX': errorShape, '5XX': errorShape },
  }
}

/**
 * Describes the service in the form of OpenAPI 3.1
 * (https://spec.openapis.org/oas/v3.1.1), made of what it checks by.
 */
export const describeService = (endpoints: readonly Endpoint[]): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Audio and music generation',
    version: '1.0.0',
    description: 'Submissions are queued; their results are looked up, or announced to a callback URL.',
  },
  security: [{ ApiKeyAuth: [] }],
  components: {
    securitySchemes: {
      ApiKeyAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The bare key, without a scheme before it',
      },
    },
  },
  paths: Object.fromEntries(
    endpoints.map((endpoint) => [endpoint.path, { [endpoint.method.toLowerCase()]: operationOf(endpoint) }]),
  ),
})

/** Serves the description: for programs at /openapi.json, for people at /. */
export const serveDescription = (app: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  const description = describeService(endpoints)
  const page = describingPage(endpoints)
  app.get('/openapi.json', () => description)
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
