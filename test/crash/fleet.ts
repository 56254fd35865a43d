import { type Child, exitReport } from '../../studio/kit/children.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'
import type { ArmableBot, Stage } from './stage.ts'

/** What the processes of a fleet are for. */
export const fleetRoles = ['bots', 'worker'] as const
export type FleetRole = (typeof fleetRoles)[number]

/** How a process gives way to the next: asked to, once that is ready; or killed before that is started. */
export type Replacement = 'rolling' | 'killed'

const plan = { AUDIO_API_PARALLEL: '4', AUDIO_API_LOOKUPS_PER_MINUTE: '120' }

/**
 * A process manager starts one again that could not begin, as when a platform does not answer.
 */
const startTriesMax = 5

const portOf = (url: string): number => Number(new URL(url).port)

/**
 * A process of each role on one stage, behind addresses that stay: that of the callbacks, and that of Redis.
 */
export const openFleet = async (stage: Stage) => {
  const redis = await startTcpProxy(portOf(stage.world.addresses.redis.url))
  const door = await startTcpProxy(0)
  const settings = {
    ...plan,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    PUBLIC_URL: `http://127.0.0.1:${door.port}`,
  }
  const running = new Map<FleetRole, ArmableBot>()
  const asked = new Set<Child>()
  const faults: string[] = []
  const tryToStart = async (role: FleetRole, triesLeft: number): Promise<ArmableBot> => {
    try {
      return await stage.start('webhook', ['--role', role], settings)
    } catch (error) {
      if (triesLeft === 0) throw error
      return tryToStart(role, triesLeft - 1)
    }
  }
  const start = async (role: FleetRole): Promise<void> => {
    const bot = await tryToStart(role, startTriesMax - 1)
    running.set(role, bot)
    door.pointAt(portOf(bot.httpUrl))
    void bot.process.exited.then((exit) => {
      if (!asked.has(bot.process)) faults.push(exitReport(role, exit, bot.process.lastLines()))
    })
  }
  const stop = async (child: Child | undefined, how: Replacement): Promise<void> => {
    if (child === undefined) return
    asked.add(child)
    const { code, signal } = await (how === 'rolling' ? child.stop() : child.kill())
    const isWell = how === 'rolling' ? code === 0 : signal === 'SIGKILL'
    if (!isWell) faults.push(exitReport(how, { code, signal }, child.lastLines()))
  }
  for (const role of fleetRoles) await start(role)
  return {
    /** Between the processes and their Redis. */
    redis,
    /** Has another process take the place of one. */
    async replace(role: FleetRole, how: Replacement): Promise<void> {
      const old = running.get(role)?.process
      if (how === 'rolling') await start(role)
      await stop(old, how)
      if (how === 'killed') await start(role)
    },
    /** Two redeploys that overlap: the second begins before the first has ended. */
    async redeployTwice(role: FleetRole): Promise<void> {
      const old = running.get(role)?.process
      await start(role)
      const first = running.get(role)?.process
      await Promise.all([start(role), stop(old, 'rolling')])
      await stop(first, 'rolling')
    },
    /** Processes that ended unasked, or other than with 0 within the time that they are given to end. */
    faults,
    async close() {
      for (const { process } of running.values()) await stop(process, 'rolling')
      await redis.close()
      await door.close()
    },
  }
}
export type Fleet = Awaited<ReturnType<typeof openFleet>>
