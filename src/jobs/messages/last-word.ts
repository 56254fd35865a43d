import type { Feature } from '../../core/command/feature.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import { lastMessage } from './closing.ts'
import { withOnceMore, withResultButtons } from './go-on.ts'
import type { PaidJob } from './result-facts.ts'

/** What the message of a job says for good, with its buttons; undefined while that is still to be said. */
export const lastWord = (job: PaidJob, features: ReadonlyMap<string, Feature>): ResultMessage | undefined => {
  const message = lastMessage(job, features.get(job.feature))
  if (message === undefined || job.state === 'withheld') return message
  return job.state === 'posted'
    ? withResultButtons(message, job, features)
    : withOnceMore(message, job, features)
}
