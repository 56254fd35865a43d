import { Session } from 'node:inspector/promises'

/**
 * Counts the steps of code that is compiled from now on: how often its functions and the blocks in them are entered, as
 * V8 counts them. So what is counted has to be imported later. Work inside a regular expression is one step. Returns how
 * many steps there were since the last call.
 * https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage
 */
export const countSteps = async (): Promise<() => Promise<number>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  }
}
