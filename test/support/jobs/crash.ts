import { expect } from 'vitest'
import type { JobDeps } from '../../../src/jobs/job-deps.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { isLong } from '../suite/runs.ts'
import type { JobWorld } from './job-world.ts'

/** The outside effect at which a process dies, before it happens or right after. */
export interface CrashPoint {
  /** Which one of all (from 0), or its name. */
  effect: number | string
  /** Which one of that name (from 0); the first unless told. */
  nth?: number
  when: 'before' | 'after'
}

/** A crash point with the name of its effect. */
export interface NamedCrashPoint extends CrashPoint {
  effect: number
  name: string
}

/**
 * The points at which a worker with these effects can die, from effect `first` to effect `last`. Dying after one
 * effect looks the same from outside as dying before the next, so the short form has each such pair once.
 */
export const crashPointsOf = (
  effects: readonly string[],
  first = 0,
  last = effects.length - 1,
): readonly NamedCrashPoint[] =>
  effects
    .flatMap((name, effect): NamedCrashPoint[] => [
      { name, effect, when: 'before' },
      { name, effect, when: 'after' },
    ])
    .filter(({ effect }) => effect >= first && effect <= last)
    .filter(({ effect, when }) => isLong || when === 'before' || effect === last)

const never = (): Promise<never> => new Promise(() => undefined)

/**
 * A worker that dies at a point: from then on nothing of it has any effect, and nobody hears of it again. It
 * also lists the effects that it had, which are the points at which it could have died. With `wakesUp` it
 * only stands still there, as a process that is stopped, and goes on with what it was doing after that.
 */
export const createMortalWorker = (deps: JobDeps, point?: CrashPoint, wakesUp: Promise<void> = never()) => {
  const effects: string[] = []
  const death = Promise.withResolvers<void>()
  let isDead = false

  const steps = new Set<Promise<void>>()

  const die = (): Promise<void> => {
    isDead = true
    death.resolve()
    return wakesUp
  }

  const isPoint = (name: string): boolean => {
    const own = effects.filter((each) => each === name).length
    if (typeof point?.effect === 'string') return point.effect === name && (point.nth ?? 0) === own - 1
    return point?.effect === effects.length - 1
  }

  const effect = async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
    if (isDead) await wakesUp
    effects.push(name)
    if (!isPoint(name)) return perform()
    if (point?.when === 'before') await die()
    const performed = await perform()
    if (point?.when === 'after') await die()
    return performed
  }

  const mortal = <T extends object>(name: string, port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([method, perform]) => [
        method,
        typeof perform === 'function'
          ? (...args: readonly unknown[]) => effect(`${name}.${method}`, () => perform(...args))
          : perform,
      ]),
    ) as T

  const handle = createWakeHandler({
    ...deps,
    store: mortal('store', deps.store),
    queue: mortal('queue', deps.queue),
    places: mortal('places', deps.places),
    prices: mortal('prices', deps.prices),
    service: mortal('service', deps.service),
    platforms: new Map([...deps.platforms].map(([name, platform]) => [name, mortal(name, platform)])),
  })
  return {
    effects,
    isDead: () => isDead,
    async handler(jobId: string, wake: number): Promise<void> {
      if (isDead) return
      const step = handle(jobId, wake)
      steps.add(step)
      await Promise.race([step, death.promise])
    },
    /** When all that it had begun has come to its end, of a worker that goes on. */
    rest: () => Promise.all(steps),
  }
}

const stepsAtOnce = 10

/** The effects of a worker that has one job and dies nowhere, in order; the world is used up by that. */
export const effectsOfAJob = async (
  world: Pick<JobWorld, 'deps' | 'queue' | 'start' | 'close'>,
  request: Parameters<JobWorld['start']>[0] = {},
): Promise<readonly string[]> => {
  const worker = createMortalWorker(world.deps)
  await world.queue.work(worker.handler, stepsAtOnce)
  await world.start(request)
  await world.queue.run()
  world.close()
  return worker.effects
}

/**
 * A member asks, and the worker dies at this point with all that is queued; from then on another one works. `begin`
 * comes before the worker does.
 */
export const dieAt = async (
  world: JobWorld,
  point: CrashPoint,
  begin = (): Promise<void> => Promise.resolve(),
  request: Parameters<JobWorld['start']>[0] = {},
): Promise<string> => {
  const worker = createMortalWorker(world.deps, point)
  await world.queue.work(worker.handler, stepsAtOnce)
  const jobId = await world.start(request)
  await begin()
  await world.queue.run()
  expect(worker.isDead()).toBe(true)
  world.queue.lose()
  await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
  return jobId
}
