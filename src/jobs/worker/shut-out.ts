import { operatorBlockOn } from '../../core/command/operator-blocks.ts'
import { byAdminNote, type Ending, type JobRecord } from '../../core/job/job.ts'
import { accountOf } from '../../core/target.ts'
import type { JobDeps } from '../job-deps.ts'
import { releasePlace } from '../wake.ts'
import { giveUp } from './unsent.ts'

const operatorEndings = { member: 'blocked', server: 'not_let_in' } as const satisfies Record<string, Ending>

const shutOutEnding = async (
  { allowlist, blocks, operatorBlocked }: JobDeps,
  { target, notes }: JobRecord,
): Promise<Ending | undefined> => {
  const byOperator = operatorBlockOn(operatorBlocked, target)
  if (byOperator !== undefined) return operatorEndings[byOperator]
  const account = accountOf(target)
  const [allowance, isBlocked] = await Promise.all([
    allowlist.peek(account),
    notes[byAdminNote] === undefined && blocks.has(account, target.member),
  ])
  if (allowance.status === 'not_allowed') return 'not_let_in'
  return isBlocked ? 'blocked' : undefined
}

/**
 * Whether a job was given up because its account or its member was shut out while it waited. Looked at right
 * before a paid request is sent, in one round trip.
 */
export const isShutOut = async (deps: JobDeps, job: JobRecord): Promise<boolean> => {
  const ending = await shutOutEnding(deps, job)
  if (ending === undefined) return false
  await giveUp(deps, job, ending)
  await releasePlace(deps, job, job.epoch)
  return true
}
