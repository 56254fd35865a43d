import { refused } from './refusal.ts'
import type { Call, Route } from './route.ts'
import { type Problem, problemIf, refuseProblems, snowflake } from './validation/problems.ts'

/** Ids in a path are snowflakes, but for the message that an interaction answered with. */
const idProblems = ({ params }: Call<string>, { path }: Route): readonly Problem[] =>
  Object.entries(params).flatMap(([name, value]) =>
    problemIf(
      name.endsWith('Id') &&
        !(value === '@original' && path.startsWith('/webhooks/')) &&
        !snowflake.safeParse(value).success,
      [name.replace('Id', '_id')],
      'NUMBER_TYPE_COERCE',
      `Value "${value}" is not snowflake.`,
    ),
  )

const unknownField = (path: readonly PropertyKey[]): Problem => ({
  path,
  code: 'UNKNOWN_FIELD',
  message: 'Discord documents no such field here.',
})

const queryProblems = ({ query }: Call<string>, route: Route): readonly Problem[] =>
  Object.keys(query)
    .filter((name) => !route.query.includes(name))
    .map((name) => unknownField([name]))

const bodyProblems = ({ payload, files }: Call<string>, { body }: Route): readonly Problem[] => [
  ...(body === 'none' && payload !== undefined ? [unknownField([])] : []),
  ...(body === 'json and files' ? [] : files.map(({ index }) => unknownField([`files[${index}]`]))),
]

/**
 * Refuses what a request says beyond what its route knows: Discord ignores an unknown parameter, and a bot
 * that sends one believes something that is not so.
 */
export const refuseUnknownParts = (call: Call<string>, route: Route): void =>
  refuseProblems([...idProblems(call, route), ...queryProblems(call, route), ...bodyProblems(call, route)])

const patternOf = ({ path }: Route): RegExp => new RegExp(`^/api/v10${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** What is said of an address that no route serves: that there is none, or that it takes other methods. */
export const unservedAnswer = (routes: readonly Route[]): ((url: string) => Error) => {
  const patterns = routes.map(patternOf)
  return (url) => {
    const [path = ''] = url.split('?')
    return refused(patterns.some((pattern) => pattern.test(path)) ? 'wrongMethod' : 'unknownRoute')
  }
}
