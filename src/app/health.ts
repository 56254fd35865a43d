import type { HealthCheck } from './http-server.ts'

interface HealthDeps {
  /** Why Redis accepts no writes; undefined if it does. */
  redisProblem: () => Promise<string | undefined>
  /** What the start waits for; undefined once everything was started, or at least tried. */
  startWaitsFor: () => string | undefined
  /** Whether the process was asked to stop. */
  isStopping: () => boolean
}

const startText = (waitsFor: string | undefined): string | undefined =>
  waitsFor && `is starting; it waits for ${waitsFor}`

/** Checks that must pass for a process to be ready, in addition to at least one of its chats. */
export const healthChecks = ({
  redisProblem,
  startWaitsFor,
  isStopping,
}: HealthDeps): readonly HealthCheck[] => [
  {
    name: 'process',
    problem: async () => (isStopping() ? 'is stopping' : startText(startWaitsFor())),
  },
  { name: 'Redis', problem: redisProblem },
]
