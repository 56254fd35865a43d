import type { Platform } from '../platform.ts'
import type { Role } from './arguments.ts'
import type { HealthCheck } from './http-server.ts'

interface HealthDeps {
  /** Asks Redis for an answer. */
  ping: () => Promise<unknown>
  platforms: readonly Platform[]
  role: Role
  /** Whether the process was asked to stop. */
  isStopping: () => boolean
}

/** What has to be well for a process of this role to be ready. */
export const healthChecks = ({ ping, platforms, role, isStopping }: HealthDeps): HealthCheck[] => [
  { name: 'process', problem: async () => (isStopping() ? 'is stopping' : undefined) },
  {
    name: 'Redis',
    problem: () =>
      ping().then(
        () => undefined,
        () => 'does not answer',
      ),
  },
  ...platforms.map((platform) => ({
    name: platform.name,
    problem: async () => {
      const isOpen = role === 'worker' || platform.isListening()
      return platform.problem() ?? (isOpen ? undefined : 'is not connected')
    },
  })),
]
