import type { HealthCheck } from './http-server.ts'

interface HealthDeps {
  /** Why Redis does not take writes; undefined where it does. */
  redisProblem: () => Promise<string | undefined>
  /** Whether everything was started, or tried at least. */
  isUp: () => boolean
  /** Whether the process was asked to stop. */
  isStopping: () => boolean
}

/** Checks that must pass for a process to be ready, in addition to at least one of its chats. */
export const healthChecks = ({ redisProblem, isUp, isStopping }: HealthDeps): readonly HealthCheck[] => [
  {
    name: 'process',
    problem: async () => (isStopping() ? 'is stopping' : isUp() ? undefined : 'is starting'),
  },
  { name: 'Redis', problem: redisProblem },
]
