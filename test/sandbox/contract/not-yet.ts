import { endpointNames, endpoints } from '../../../sandbox/contract/endpoints.ts'
import { endpoints as served } from '../../../sandbox/studio/endpoints.ts'

const missing = endpointNames.filter(
  (name) =>
    !served.some(({ method, path }) => method === endpoints[name].method && path === endpoints[name].path),
)

/** Whether a row is about endpoints that the studio has by now; goes with the last that is missing. */
export const isOfTheStudio = (id: string): boolean => !missing.some((name) => id.includes(name))
