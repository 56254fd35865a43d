import { byId } from './endpoints/by-id.ts'
import { getAllVoices } from './endpoints/get-all-voices.ts'
import { searchVoices } from './endpoints/search-voices.ts'
import type { Endpoint } from './http/endpoint.ts'
import { workEndpoint } from './http/task-endpoint.ts'
import { works } from './works.ts'

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [
  ...Object.entries(works).map(([kind, work]) => workEndpoint(kind, work)),
  byId,
  getAllVoices,
  searchVoices,
]
