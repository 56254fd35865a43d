import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'

/** A job's message with who asked for it, where others than they can see it. */
export const withAsker = (
  message: ResultMessage,
  job: Pick<JobRecord, 'target' | 'values'>,
): ResultMessage =>
  isPersonal(accountOf(job.target)) || isForRequesterAlone(job)
    ? message
    : { ...message, askedBy: job.target.member }
