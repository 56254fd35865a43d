import assert from 'node:assert'

const pattern = /^(b\d{2})x[a-z2-7]{25}$/

/** Whether this may be the id of a job: its bucket, and a hash of the event that asked for it. */
export const isJobId = (text: string): boolean => pattern.test(text)

/** The bucket of a job, which its id names. Anything that is no job id is a bug and throws. */
export const bucketOfJob = (jobId: string): string => {
  const [, bucket] = pattern.exec(jobId) ?? []
  assert(bucket !== undefined, 'that is no job id')
  return bucket
}

/** A key for outside effects of this job: the hash in its id, 25 characters. */
export const effectKey = (jobId: string): string => jobId.slice(jobId.indexOf('x') + 1)

const nameLength = 8

/** What people call a job: short enough to read out and to type. */
export const jobName = (jobId: string): string => effectKey(jobId).slice(0, nameLength)

/**
 * The name of a job in what was typed or picked: letters and digits; what stands behind them is what a list
 * says of it.
 */
export const jobNameIn = (typed: string): string =>
  /^[\s#/]*([a-z0-9]+)/i.exec(typed)?.[1]?.toLowerCase() ?? ''
