import type { Readiness } from '../../../src/app/http/http-server.ts'

const ready: Readiness = { isReady: true, problems: [], degraded: [] }

/** What a server of a test needs that is about something else than health. */
export const readyServer = { role: 'all', readiness: async () => ready, mounts: [] } as const
