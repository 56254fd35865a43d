import type { JobDeps } from '../../../src/jobs/job-deps.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'

/**
 * A worker before whose nth outside effect (from 0) something else happens first. It also lists the effects
 * that it had, which are the moments at which something can.
 */
export const createInterruptedWorker = (
  deps: JobDeps,
  point?: { effect: number; first: () => Promise<unknown> },
) => {
  const effects: string[] = []
  const interrupted = <T extends object>(name: string, port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([method, perform]) => [
        method,
        typeof perform === 'function'
          ? async (...args: readonly unknown[]) => {
              const index = effects.push(`${name}.${method}`) - 1
              if (index === point?.effect) await point.first()
              return perform(...args)
            }
          : perform,
      ]),
    ) as T
  const handler = createWakeHandler({
    ...deps,
    store: interrupted('store', deps.store),
    queue: interrupted('queue', deps.queue),
    places: interrupted('places', deps.places),
    service: interrupted('service', deps.service),
    platforms: new Map([...deps.platforms].map(([name, platform]) => [name, interrupted(name, platform)])),
  })
  return { effects, handler }
}
