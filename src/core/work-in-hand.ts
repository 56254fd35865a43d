/** Work that has begun, so that a program that stops can wait for it. */
export interface WorkInHand {
  /** Keeps work until it is done; resolves then, also where it failed. */
  track(work: Promise<void>): Promise<void>
  /** Resolves when everything that was kept so far is done. */
  drained(): Promise<void>
}

/** Begins with nothing in hand. `onFailure` is told what went wrong in a piece of work. */
export const createWorkInHand = (onFailure: (error: unknown) => void): WorkInHand => {
  const inHand = new Set<Promise<void>>()
  return {
    track(work) {
      const done = work.catch(onFailure).finally(() => inHand.delete(done))
      inHand.add(done)
      return done
    },
    async drained() {
      await Promise.all(inHand)
    },
  }
}
