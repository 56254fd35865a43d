import type { Randomness } from './randomness.ts'
import type { Timeline } from './timeline.ts'

/**
 * What befalls a process at one of its acts: it dies, or stands still for a
 * while, before the act or right after. A `timed` act may have left the process that died, and arrive late.
 */
export type ActFault =
  | { kind: 'dies'; when: 'before' | 'after'; arrivesAfterMs?: number }
  | { kind: 'sleeps'; when: 'before' | 'after'; spanMs: number }
  | { kind: 'answer lost' }
  | { kind: 'not done' }

/**
 * What an act is done to; Redis alone loses answers here, for the others have models with ways
 * of their own. A `timed` one gives up by itself: of a process that slept before it could
 * leave, it does not leave any more.
 */
export type ActedOn = 'redis' | 'timed' | 'other'

/**
 * A process: everything that it does outside of itself is an act, which takes a moment and may be its last.
 */
export interface SimulatedProcess {
  name: string
  isDead(): boolean
  isAwake(): boolean
  /** Does something outside of the process. What is done by a dead one is not done. */
  act<T>(on: ActedOn, name: string, perform: () => Promise<T> | T): Promise<T>
  /** Resolves after so many milliseconds, if the process lives. */
  pause(spanMs: number): Promise<void>
  die(): void
}

interface ProcessOptions {
  name: string
  timeline: Timeline
  random: Randomness
  /** What befalls the process that does the next act. */
  nextFault: (act: string) => ActFault | undefined
  onDeath: () => void
  /** It stood still for a while, and goes on. */
  onWake: () => void
  tell: (text: string) => void
}

const latencyMaxMs = 4

/** Starts a process. */
export const startProcess = (options: ProcessOptions): SimulatedProcess => {
  const { name, timeline, random, nextFault, onDeath, onWake, tell } = options
  let isDead = false
  let wakesAtMs = 0

  const later = (spanMs: number, run: () => void | Promise<void>): void =>
    timeline.at(timeline.now() + spanMs, () => {
      if (isDead) return undefined
      if (wakesAtMs <= timeline.now()) return run()
      return later(wakesAtMs - timeline.now(), run)
    })

  const sleep = (spanMs: number): void => {
    wakesAtMs = timeline.now() + spanMs
    later(spanMs, onWake)
  }

  const die = (): void => {
    if (isDead) return
    isDead = true
    onDeath()
  }

  const befall = (fault: ActFault | undefined, when: 'before' | 'after'): void => {
    if (fault?.kind === 'dies' && fault.when === when) die()
    if (fault?.kind === 'sleeps' && fault.when === when) sleep(fault.spanMs)
  }

  /** Hands the process what its act came to, as soon as it is awake. */
  const answer = (settle: () => void): void => {
    if (isDead) return
    if (wakesAtMs > timeline.now()) later(wakesAtMs - timeline.now(), settle)
    else settle()
  }

  const faultOf = (on: ActedOn, act: string): ActFault | undefined => {
    const fault = nextFault(act)
    const isApt = on === 'redis' || fault?.kind === 'dies' || fault?.kind === 'sleeps'
    const apt = isApt ? fault : undefined
    tell(`${name} ${act}${apt === undefined ? '' : `: ${JSON.stringify(apt)}`}`)
    return apt
  }

  const act: SimulatedProcess['act'] = (on, what, perform) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof perform>>>()
    const lose = (): void => reject(new Error('Connection is closed.'))
    const go = async (fault: ActFault | undefined): Promise<void> => {
      if (fault?.kind === 'not done') return lose()
      try {
        const result = await perform()
        befall(fault, 'after')
        answer(fault?.kind === 'answer lost' ? lose : () => resolve(result))
      } catch (error) {
        befall(fault, 'after')
        answer(() => reject(error))
      }
    }
    const latencyMs = random.between(1, latencyMaxMs)
    const dueMs = timeline.now() + latencyMs
    later(latencyMs, () => {
      const fault = faultOf(on, what)
      const goLate = (left: ActFault | undefined) =>
        on === 'timed' ? reject(new Error('The operation was aborted.')) : go(left)
      const hasSlept = timeline.now() > dueMs
      befall(fault, 'before')
      if (isDead && on === 'timed' && fault?.kind === 'dies' && fault.arrivesAfterMs !== undefined)
        return timeline.at(timeline.now() + fault.arrivesAfterMs, async () => {
          try {
            await perform()
          } catch {
            tell(`${name} ${what} was refused when it arrived`)
          }
        })
      if (isDead) return undefined
      if (wakesAtMs > timeline.now()) return later(wakesAtMs - timeline.now(), () => goLate(undefined))
      return hasSlept ? goLate(fault) : go(fault)
    })
    return promise
  }

  return {
    name,
    act,
    die,
    isDead: () => isDead,
    isAwake: () => !isDead && wakesAtMs <= timeline.now(),
    pause: (spanMs) => new Promise((resolve) => later(spanMs, resolve)),
  }
}
