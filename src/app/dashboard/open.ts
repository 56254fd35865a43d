import type { Platform } from '../../core/job/platform.ts'
import { onOneLine } from '../../core/text/text.ts'
import { createJobControl } from '../../jobs/worker/control.ts'
import { readProcesses } from '../../redis/chat-processes.ts'
import { createDeadLetters } from '../../redis/dead-letters.ts'
import { createMoneyLines } from '../../redis/job-timeline.ts'
import { createKeys } from '../../redis/keys.ts'
import { createOperatorJobs } from '../../redis/operator-jobs.ts'
import { createEndedSessions, createOperatorLog } from '../../redis/operator-log.ts'
import { createOperatorServers } from '../../redis/operator-servers.ts'
import { readMemory } from '../../redis/server-memory.ts'
import type { Config } from '../config.ts'
import type { Connections } from '../connections.ts'
import type { DashboardRoute, Readiness } from '../http/http-server.ts'
import type { Ports } from '../ports.ts'
import { clockToleranceMs } from '../redis-settings.ts'
import { createDashboard } from './dashboard.ts'
import type { NameOf } from './deps.ts'

/** The names that the chats know. Without Redis they know none, and the page itself says why. */
export const readNames = async (
  platforms: readonly Pick<Platform, 'name' | 'serverNames'>[],
): Promise<NameOf> => {
  const known = new Map<string, NameOf>()
  for (const platform of platforms) {
    const nameOf = await platform.serverNames?.().catch(() => undefined)
    if (nameOf !== undefined) known.set(platform.name, nameOf)
  }
  return (account) => {
    const [platform = '', server = ''] = account.split(/:(.*)/s)
    return onOneLine(known.get(platform)?.(server) ?? '').trim() || undefined
  }
}

interface Opened {
  config: Config
  ports: Ports
  redis: Connections
  readiness(): Promise<Readiness>
}

/** The dashboard of this process, over what it works with anyway. */
export const openDashboard = (
  adminToken: string,
  { config, ports, redis: connections, readiness }: Opened,
): DashboardRoute => {
  const { store: redis } = connections
  const { now, allowlist } = ports
  const shared = { redis, keys: createKeys(), now }
  const { servers: named, blocked } = config.operator
  const allowedBySettings = { allowedBySettings: named, zone: config.defaultZone, allowlist }
  return createDashboard({
    adminToken,
    publicUrl: config.outside?.publicUrl,
    deps: {
      ...ports,
      zone: config.defaultZone,
      readiness,
      memory: () => readMemory(redis),
      processes: () =>
        Promise.all(
          ports.chats.platforms.map(async ({ name: platform }) => ({
            platform,
            count: [...(await readProcesses(shared, platform)).values()].flat().length,
          })),
        ),
      names: () => readNames(ports.chats.platforms),
      named,
      blocked,
      servers: createOperatorServers({ ...shared, ...allowedBySettings }),
      jobs: createOperatorJobs(shared),
      moneyLines: createMoneyLines(shared),
      letters: createDeadLetters({ ...shared, clockToleranceMs, store: ports.store }),
      jobControl: createJobControl(ports),
      operatorLog: createOperatorLog(shared),
      endedSessions: createEndedSessions(shared),
    },
  })
}
