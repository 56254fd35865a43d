import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'

const jsonBody = z.object({
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) }),
})
const file = z.object({
  components: z.unknown(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** Every reference in the file is to its own components. */
const toComponents = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"discord#/components/'))

const load = (path: string) => {
  const { components, paths } = file.parse(JSON.parse(readFileSync(path, 'utf8')))
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'discord', components })
  return {
    /** What is wrong with a JSON body for this method of a path, by Discord's own words. */
    problems(route: string, method: string, body: unknown): readonly unknown[] {
      const { requestBody } = jsonBody.parse(paths[route]?.[method])
      const validate = ajv.compile(toComponents(requestBody.content['application/json'].schema))
      validate(JSON.parse(JSON.stringify(body)))
      return validate.errors ?? []
    },
  }
}

const specFile = process.env.TEST_DISCORD_OPENAPI

/**
 * Discord's OpenAPI file, where TEST_DISCORD_OPENAPI names it; it is not part of the project.
 * https://github.com/discord/discord-api-spec
 */
export const openApi = specFile === undefined ? undefined : load(specFile)
