import type { ConversionType } from '../core/endpoints/conversion-type.ts'
import type { LookupUse } from '../core/job/concurrency.ts'
import { type JobRecord, knownTask } from '../core/job/job.ts'
import type { Outcome, Output } from '../core/outcome.ts'
import { accountOf, type Target } from '../core/target.ts'
import type { JobDeps } from './job-deps.ts'

/** A job with a result. */
export type JobWithOutcome = JobRecord & { outcome: Outcome }

/**
 * A result with the addresses that the service now gives for its files. `none`: there are no others. `later`: the
 * service could not be asked.
 */
export type FreshOutcome = { status: 'found'; outcome: Outcome } | { status: 'none' } | { status: 'later' }

/** A free look-up on behalf of a member. `keyId`: the key that paid for the task; by default the current one. */
export const forReader = (target: Target, jobId: string, keyId?: string): LookupUse => ({
  for: 'reading',
  account: accountOf(target),
  member: target.member,
  jobId,
  keyId,
})

const freshOutputOf = (
  { outputs }: Outcome,
  { outputs: kept }: Outcome,
  index: number,
): Output | undefined => {
  const id = kept[index]?.conversionId
  const sameId = id === undefined ? undefined : outputs.find(({ conversionId }) => conversionId === id)
  return sameId ?? (outputs.length === kept.length ? outputs[index] : undefined)
}

/** The same result with another look-up's addresses; what that one lacks keeps the address it had. */
const withAddressesOf = (kept: Outcome, fresh: Outcome): Outcome => {
  const outputs = kept.outputs.map((output, index) => {
    const other = freshOutputOf(fresh, kept, index)
    return {
      ...output,
      audioUrl: other?.audioUrl ?? output.audioUrl,
      wavUrl: other?.wavUrl ?? output.wavUrl,
      smallerUrl: other?.smallerUrl ?? output.smallerUrl,
    }
  })
  const files = kept.findings?.files.map(
    (file) => fresh.findings?.files.find(({ name }) => name === file.name) ?? file,
  )
  return {
    ...kept,
    outputs,
    coverUrl: fresh.coverUrl ?? kept.coverUrl,
    findings: kept.findings && { ...kept.findings, files: files ?? [] },
  }
}

/**
 * Looks a job's own task up once, since the service may keep a file whose address has expired or moved to another
 * host. To be asked only when an address no longer works. Throws AppError `store_unavailable`.
 */
export const freshOutcome = async (
  { service }: { service: Pick<JobDeps['service'], 'lookUp'> },
  job: JobWithOutcome,
  conversionType: ConversionType | undefined,
  use: LookupUse,
): Promise<FreshOutcome> => {
  const task = knownTask(job)
  if (task === undefined || conversionType === undefined) return { status: 'none' }
  const looked = await service.lookUp(conversionType, task, use)
  switch (looked.status) {
    case 'finished':
      return { status: 'found', outcome: withAddressesOf(job.outcome, looked.outcome) }
    case 'pending':
      return looked.soFar === undefined
        ? { status: 'none' }
        : { status: 'found', outcome: withAddressesOf(job.outcome, looked.soFar) }
    case 'failed':
      return { status: 'none' }
    case 'unreadable':
      return { status: looked.isUnknown === true || looked.isKeyGone === true ? 'none' : 'later' }
    case 'later':
      return { status: 'later' }
  }
}
