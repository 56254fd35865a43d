import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../studio/endpoints.ts'
import { type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

type Operation = {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties: object } }>>
  }
}

const describedNames = ({ parameters, requestBody }: Operation): readonly string[] =>
  parameters?.map(({ name }) => name) ??
  Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties))

test('the description names every endpoint with every parameter', async () => {
  const { paths } = (await (await fetch(`${caller.baseUrl}/openapi.json`)).json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  expect(Object.keys(paths).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
  for (const { method, path, parameters } of endpoints) {
    const operation = paths[path]?.[method.toLowerCase()] ?? {}
    expect(describedNames(operation)).toEqual(Object.keys(parameters))
  }
})

test('the description is valid OpenAPI 3.1', async () => {
  const description = JSON.parse(await (await fetch(`${caller.baseUrl}/openapi.json`)).text())
  const validator = new Validator()
  expect(await validator.validate(description)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the page names every endpoint with every parameter', async () => {
  const response = await fetch(caller.baseUrl)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await response.text()
  for (const { method, path, parameters } of endpoints) {
    expect(page).toContain(`${method} ${path}`)
    for (const name of Object.keys(parameters)) expect(page).toContain(`<code>${name}</code>`)
  }
})

test('the page shows what is answered, and in which shape no is said', async () => {
  const page = await (await fetch(caller.baseUrl)).text()
  const [, inpaint = ''] = page.split('POST /v1/inpaint')
  expect(inpaint).toContain('<code>predicted_user_intent</code>')
  expect(inpaint).toContain('&quot;messsage&quot;:&quot;Internal Server Error&quot;')
})

test('the page tells of missing credits where something is charged, and nowhere else', async () => {
  const page = await (await fetch(caller.baseUrl)).text()
  const sections = page.split('<section>').slice(1)
  const charging = sections.filter((section) => section.includes('402 “Insufficient credit'))
  const paths = (list: readonly string[]) => list.map((section) => /<h2><code>(.*?)</.exec(section)?.[1])
  const free = paths(sections).filter((path) => !paths(charging).includes(path))
  expect(free.toSorted()).toEqual(['GET /v1/byId', 'GET /v1/getAllVoices', 'GET /v1/searchVoices'])
})
