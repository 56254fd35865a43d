import { Session } from 'node:inspector/promises'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

// A worker that runs one exported function of a module on a text, and answers with the number of steps: how often
// functions and the blocks in them are entered, as V8 counts them. Only code that is compiled while V8 counts has
// counters, so the module is imported after the start. Work inside a regular expression is one step.
// https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage

const request = z.object({ module: z.string(), reader: z.string(), text: z.string() })

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Reading the counters resets them. */
const steps = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

parentPort?.on('message', async (message: unknown) => {
  const { module, reader, text } = request.parse(message)
  const { readers } = await import(module)
  await steps()
  readers[reader](text)
  parentPort?.postMessage(await steps())
})
