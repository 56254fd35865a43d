import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { JobWorld } from './job-world.ts'

type Who = Partial<Invocation>

/** A job whose result is posted. */
export const doneJob = async (world: JobWorld, who: Who = {}): Promise<string> => {
  const jobId = await world.start(who)
  await world.queue.run()
  return jobId
}

/** A job that is being made. */
export const runningJob = async (world: JobWorld, who: Who = {}): Promise<string> => {
  const jobId = await world.start(who)
  await world.queue.run(world.clock.now())
  return jobId
}

/** A job that was cancelled while it was made, so that its result is kept and not shown. */
export const keptBackJob = async (world: JobWorld, who: Who = {}): Promise<string> => {
  const jobId = await runningJob(world, who)
  await world.control.cancel(await world.job(jobId), who.target?.member ?? 'member-1')
  await world.queue.run()
  return jobId
}
