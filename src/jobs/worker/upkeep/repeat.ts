/**
 * Runs a step every `everyMs` milliseconds, one at a time, skipping runs that fall due meanwhile. Returns how
 * to run it at once and how to stop, which waits for the current run. `step` must not throw.
 */
export const repeat = (
  step: () => Promise<void>,
  everyMs: number,
): { runNow(): void; stop(): Promise<void> } => {
  let running: Promise<void> | undefined
  const runNow = () => {
    running ??= step().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(runNow, everyMs)
  return {
    runNow,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
