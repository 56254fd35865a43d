import { type Answer, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { findJob } from '../../core/job/find-job.ts'
import { endings } from '../../core/job/job.ts'
import { isOpenToAll, type MadeOptions } from '../../core/job/made.ts'
import { accountOf } from '../../core/target.ts'
import { sayDeclared } from '../../core/text/say.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { mayManage } from './admin-rights.ts'
import type { TakeOptions } from './resolve-takes.ts'

/** Dependencies for finding a task's owner, and who can see its result. */
export interface TaskOptions extends TakeOptions, MadeOptions {}

/** The service's name for the result that a request wants to show; undefined for every other request. */
const namedAtService = (prepared: PreparedRequest): string | undefined => {
  if (prepared.obtains !== 'look_up') return undefined
  const { task } = prepared
  return typeof task === 'string' ? task : task.conversionId
}

const maySee = async (options: TaskOptions, invocation: Invocation, name: string): Promise<boolean> => {
  const { target } = invocation
  const made = await options.made.jobOf(accountOf(target), name)
  if (made.status === 'unknown') return isOpenToAll(options, name)
  if (made.status !== 'found') return false
  const looking = { target, mayManage: () => mayManage(options, invocation), canSee: options.canSee }
  return (await findJob(options.jobList, looking, made.job.id, 'use_result')).status === 'found'
}

/**
 * Why a task or an output at the service is not shown: another account made it, or somebody whose result the member
 * cannot see, or nobody here. The refusal is the same, so that nobody learns which it was. Undefined if it can be
 * looked up. Throws AppError `store_unavailable`.
 */
export const refusedTask = async (
  options: TaskOptions,
  prepared: PreparedRequest,
  invocation: Invocation,
): Promise<Answer | undefined> => {
  const name = namedAtService(prepared)
  if (name === undefined || (await maySee(options, invocation, name))) return undefined
  return refusal(`${sayDeclared(endings.result_unknown)} ${nothingWasCharged()}`)
}
