import type { PlatformName } from '../../core/target.ts'
import { pauseTexts } from '../../jobs/worker/take-slot.ts'
import type { ChatStart } from '../chats.ts'
import type { Role } from '../command-line/read-task.ts'
import { type Connections, redisProblem } from '../connections.ts'
import type { Ports } from '../ports.ts'
import { type ChatCheck, type Readiness, readinessOf } from './http-server.ts'

/** How far a process has come with its start. */
export interface ProcessState {
  /** Whether Redis has answered. */
  isReached: boolean
  /** What its start still waits for. */
  waitsFor: string | undefined
  chats: readonly ChatStart[]
}

interface HealthOptions {
  ports: Pick<Ports, 'chats' | 'places'>
  redis: Connections
  state: Readonly<ProcessState>
  isStopping: () => boolean
}

const chatChecks = ({ ports, state }: Pick<HealthOptions, 'ports' | 'state'>): readonly ChatCheck[] =>
  ports.chats.platforms.map((platform) => ({
    name: platform.name,
    async problem() {
      const chat = state.chats.find(({ check }) => check.name === platform.name)
      return chat === undefined ? 'is starting' : chat.check.problem()
    },
    doubt: () => platform.doubt?.(),
  }))

/** Which chats work in this process. */
export const chatsUp = async (
  options: Pick<HealthOptions, 'ports' | 'state'>,
): Promise<readonly { name: PlatformName; isUp: boolean }[]> => {
  const checks = chatChecks(options)
  return Promise.all(
    options.ports.chats.platforms.map(async ({ name }, index) => {
      const problem = await checks[index]?.problem().catch(() => 'the check failed')
      return { name, isUp: problem === undefined }
    }),
  )
}

/**
 * Whether this process can do its part. Bots need one of their chats, and nothing of the audio service. A worker needs
 * Redis alone: it opens no socket, and a restart would not help it to reach a chat.
 */
export const createReadiness = (role: Role, options: HealthOptions): (() => Promise<Readiness>) => {
  const { ports, redis, state, isStopping } = options
  const process = {
    name: 'process',
    async problem() {
      if (isStopping()) return 'is stopping'
      return state.waitsFor && `is starting; it waits for ${state.waitsFor}`
    },
  }
  /** Redis' own problems are listed elsewhere. */
  const service = {
    name: 'audio service',
    async problem() {
      const why = state.isReached ? await ports.places.pausedFor().catch(() => undefined) : undefined
      return why && pauseTexts[why]
    },
  }
  const checks = [process, { name: 'Redis', problem: () => redisProblem(redis) }]
  const chats = chatChecks(options)
  switch (role) {
    case 'all':
      return () => readinessOf({ checks, chats, degradedOnly: [service] })
    case 'bots':
      return () => readinessOf({ checks, chats })
    case 'worker':
      return () => readinessOf({ checks, degradedOnly: [...chats, service] })
  }
}
