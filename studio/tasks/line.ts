/** Work that is done one piece after another, with what it usually takes. */
export type Line = {
  readonly join: (work: () => Promise<void>) => Promise<void>
  /** Seconds until work that joins now is done, from how long earlier work took. */
  readonly secondsUntilDone: () => number
}

const weightOfLatest = 0.4

/** An empty line. `usualSeconds` is the guess before anything was measured; `monotonicMs` measures. */
export const createLine = (usualSeconds: number, monotonicMs: () => number): Line => {
  let usual = usualSeconds
  let waiting = 0
  let last: Promise<void> = Promise.resolve()

  const measured = async (work: () => Promise<void>): Promise<void> => {
    const startedMs = monotonicMs()
    await work().finally(() => {
      waiting -= 1
    })
    usual += weightOfLatest * ((monotonicMs() - startedMs) / 1000 - usual)
  }

  return {
    join: (work) => {
      waiting += 1
      const done = last.then(() => measured(work))
      last = done.catch(() => undefined)
      return done
    },
    secondsUntilDone: () => (waiting + 1) * usual,
  }
}
