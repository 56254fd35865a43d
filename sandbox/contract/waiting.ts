/** At most so many at a time; the rest waits in line. */
export type Gate = { readonly enter: () => Promise<() => void> }

/** A gate for so many at a time. `enter` settles with the way out. */
export const createGate = (widthMax: number): Gate => {
  let inside = 0
  const line: (() => void)[] = []
  const leave = (): void => {
    inside -= 1
    line.shift()?.()
  }
  return {
    enter: async () => {
      while (inside >= widthMax) await new Promise<void>((resolve) => line.push(resolve))
      inside += 1
      let isOut = false
      return () => {
        if (isOut) return
        isOut = true
        leave()
      }
    },
  }
}

/** Makes each thing once: all who ask for the same key share one promise. */
export type Memory = <Value>(key: string, make: () => Promise<Value>) => Promise<Value>

/** A memory with nothing in it. */
export const createMemory = (): Memory => {
  const made = new Map<string, Promise<unknown>>()
  return <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = made.get(key)
    if (known !== undefined) return known as Promise<Value>
    const promise = make()
    promise.catch(() => undefined)
    made.set(key, promise)
    return promise
  }
}

/** Time as a pace reads and spends it, in milliseconds. */
export type PaceTime = {
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Lets one caller after another pass, so many a minute; all at once where no number is given. */
export const createPace = (
  perMinute: number | undefined,
  { now, sleep }: PaceTime,
): (() => Promise<void>) => {
  if (perMinute === undefined) return async () => undefined
  const stepMs = 60_000 / perMinute
  let nextMs = 0
  return async () => {
    const nowMs = now()
    const turnMs = Math.max(nowMs, nextMs)
    nextMs = turnMs + stepMs
    await sleep(turnMs - nowMs)
  }
}
