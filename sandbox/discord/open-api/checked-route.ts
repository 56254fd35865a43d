import { nameOf, type Route } from '../route.ts'
import { openApiCode } from '../validation/codes.ts'
import { refuseProblems } from '../validation/problems.ts'
import type { BodyCheck } from './body-check.ts'

/**
 * The same route, refusing also what Discord's file refuses. The stand-in's own rules speak first, since they
 * know Discord's codes; so what the file finds has been done by then, and still fails the run.
 */
export const checkedByFile =
  (check: BodyCheck) =>
  (route: Route): Route => ({
    ...route,
    handle: async (call) => {
      const answer = await route.handle(call)
      if (route.body !== 'none')
        refuseProblems(
          check(nameOf(route), call.payload ?? {}).map(({ path, message }) => ({
            path,
            code: openApiCode,
            message: `Discord's OpenAPI file: ${message}`,
          })),
        )
      return answer
    },
  })
