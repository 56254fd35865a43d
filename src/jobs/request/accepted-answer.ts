import type { Answer } from '../../core/command/answer.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import { type Queued, queuedMessage, withAsker } from '../messages/messages.ts'
import { queuedAloneMessage } from '../messages/private-job.ts'
import { defaultFacts, type FilledIn, leftOutTexts } from './defaults.ts'

/** A request that was taken, as the job of that id. */
interface Taken extends Pick<Queued, 'bound' | 'left' | 'unreadMinutes'> {
  jobId: string
  origin: number
  filled: FilledIn
  prepared: PreparedRequest
}

/** What is said of a request that was taken: where its result comes, what is asked for, and what is held. */
export const takenAnswer = async (
  lists: Lists,
  feature: Feature,
  { target, askedIn }: Pick<Invocation, 'target' | 'askedIn'>,
  { jobId, origin, filled, prepared, ...figures }: Taken,
): Promise<Answer> => {
  const { values } = filled
  const queued = {
    ...figures,
    values,
    clips: prepared.clips,
    warnings: [...prepared.warnings, ...leftOutTexts(feature, filled)],
    defaults: await defaultFacts(feature, filled, lists, target),
  }
  const accepted = { kind: 'accepted', jobId, origin } as const
  if (!isForRequesterAlone({ values, target }))
    return { ...accepted, message: withAsker(queuedMessage(feature, queued, jobId), { target, values }) }
  const isAskedThere = askedIn !== undefined
  return {
    ...accepted,
    isPrivate: true,
    message: queuedAloneMessage(feature, queued, { jobId, isAskedThere }),
  }
}
