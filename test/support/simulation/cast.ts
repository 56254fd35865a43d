import { sweep } from '../../../src/jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { createDeps, type SharedWorld } from './simulated-ports.ts'
import { type ActFault, type SimulatedProcess, startProcess } from './simulated-process.ts'
import type { Timeline } from './timeline.ts'

type Deps = ReturnType<typeof createDeps>

/** A process with what jobs need. */
export interface Player {
  process: SimulatedProcess
  deps: Deps
}

interface CastOptions {
  timeline: Timeline
  /** What the processes of the day share; it is there before the first one starts. */
  world: () => SharedWorld
  nextFault: (act: string) => ActFault | undefined
  /** Wraps what a process has: how mistakes are made that a script cannot make. */
  spoil: (deps: Deps) => Deps
  tell: (text: string) => void
}

const restartMinMs = 1_000
const restartMaxMs = 15_000
/** What a fault leaves behind is overdue at one of these spans after it, and the next sweep makes it good. */
const noticedAfterMs = [10_500, 2 * 60_000, 6 * 60_000, 20 * 60_000]

/** The processes of a day: one that listens, and some workers. Who dies is replaced. */
export const createCast = (options: CastOptions) => {
  const { timeline, world, nextFault, spoil, tell } = options
  const workers = new Map<
    SimulatedProcess,
    Player & { handle: (jobId: string, wake: number) => Promise<void> }
  >()
  let listener: Player | undefined
  let born = 0
  let isSweepMissed = false

  const awake = () => [...workers.values()].filter(({ process }) => process.isAwake())

  const sweepBy = (player: Player | undefined): void => {
    if (player === undefined) return
    isSweepMissed = false
    void sweep(player.deps).catch(() => tell(`${player.process.name}: a sweep failed`))
  }

  const sweepSoon = (afterMs = 0): void =>
    timeline.at(timeline.now() + afterMs, () => {
      const [player] = awake()
      isSweepMissed ||= player === undefined
      sweepBy(player)
    })

  const faultOf = (act: string): ActFault | undefined => {
    const fault = nextFault(act)
    if (fault !== undefined) for (const afterMs of noticedAfterMs) sweepSoon(afterMs)
    return fault
  }

  const start = (role: 'worker' | 'listener'): void => {
    born += 1
    const { random } = world()
    const process = startProcess({
      name: `${role} ${born}`,
      timeline,
      random,
      nextFault: faultOf,
      tell,
      // A sweep is made every few seconds: one that all workers slept through, the first that wakes makes, and
      // the next finds what the one that woke left undone.
      onWake() {
        if (isSweepMissed) sweepBy(workers.get(process))
        sweepSoon(noticedAfterMs[0])
      },
      onDeath() {
        workers.delete(process)
        world().wakeUps.buryWorker(process)
        timeline.at(timeline.now() + random.between(restartMinMs, restartMaxMs), () => start(role))
      },
    })
    const deps = spoil(createDeps(world(), process))
    if (role === 'listener') listener = { process, deps }
    else workers.set(process, { process, deps, handle: createWakeHandler(deps) })
    if (born > 1 + world().day.workers) sweepBy(workers.get(process))
  }

  return {
    start,
    sweepSoon,
    /** The process that listens now; it may sleep or be dead. */
    listener: () => listener,
    /** Who takes the next wake-up. */
    nextWorker() {
      const able = awake()
      return able[world().random.between(0, Math.max(0, able.length - 1))]
    },
  }
}
