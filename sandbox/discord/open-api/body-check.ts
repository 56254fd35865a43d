import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { type FileProblem, isExcepted } from './exceptions.ts'
import { withExactUnions } from './unions.ts'

/**
 * What Discord's file refuses of a JSON body, for a route by its name: "POST /channels/:channelId/messages".
 */
export type BodyCheck = (route: string, body: unknown) => readonly FileProblem[]

const operation = z.object({
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
})
const file = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Names of parameters differ between the file and the stand-in; their places do not. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '{}')

const formats = {
  uri: (text: string) => URL.canParse(text),
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  ...Object.fromEntries(
    ['int32', 'int64', 'double', 'snowflake', 'nonce', 'binary'].map((name) => [name, true as const]),
  ),
}

const describe = ({ instancePath, keyword, message, params }: ErrorObject): FileProblem => ({
  path: instancePath.split('/').slice(1),
  keyword,
  message: `${message} ${JSON.stringify(params)}`,
})

/** Says only that one of two branches failed; what failed in it is told by itself. */
const isEcho = ({ keyword }: ErrorObject): boolean => keyword === 'if'

/** A value of the wrong kind is told once, not once for each member of a union. */
const isFirst = (problem: FileProblem, index: number, all: readonly FileProblem[]): boolean =>
  all.findIndex((other) => isDeepStrictEqual(other, problem)) === index

/** The JSON bodies of the file, by method and shape: "POST /channels/{}/messages". */
const schemasOf = ({ paths }: z.output<typeof file>): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, value]) => {
        const { data } = operation.safeParse(value)
        return data
          ? [
              [
                `${method.toUpperCase()} ${shapeOf(path)}`,
                data.requestBody.content['application/json'].schema,
              ],
            ]
          : []
      }),
    ),
  )

/**
 * Reads Discord's OpenAPI file (https://github.com/discord/discord-api-spec) and checks bodies against it.
 * Each route is compiled when it is first needed. Throws for a route of which the file has no body.
 */
export const readBodyCheck = (path: string): BodyCheck => {
  const read = file.parse(JSON.parse(readFileSync(path, 'utf8')))
  const { schemas } = read.components
  const toComponents = (schema: unknown): object =>
    JSON.parse(
      JSON.stringify(withExactUnions(schema, schemas)).replaceAll('"#/components/', '"discord#/components/'),
    )
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats,
    logger: false,
    // Each schema checks only a few bodies, so quick compilation matters more than quick checks.
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addSchema({ $id: 'discord', components: { schemas: withExactUnions(schemas, schemas) } })
  const bodies = schemasOf(read)
  const compiled = new Map<string, ValidateFunction>()
  const compile = (shape: string): ValidateFunction => {
    const schema = bodies.get(shape)
    if (schema === undefined) throw new Error(`Discord's OpenAPI file has no body for ${shape}`)
    const validate = ajv.compile(toComponents(schema))
    compiled.set(shape, validate)
    return validate
  }
  return (route, body) => {
    const shape = shapeOf(route)
    const validate = compiled.get(shape) ?? compile(shape)
    validate(body)
    return (validate.errors ?? [])
      .filter((error) => !isEcho(error))
      .map(describe)
      .filter((problem) => !isExcepted(problem))
      .filter(isFirst)
  }
}
