import type { Feature } from '../../core/command/feature.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { MessageRef, Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { aboutFacts, heldFact, remarkBlocks } from './job-facts.ts'
import { cancelBlock, newsToCome, productOf, type Queued, queuedMessage } from './messages.ts'

type WithMessage<Message> = Pick<JobRecord, 'target'> & { message: Message }

/**
 * Whether a private job's message is already in the requester's direct messages. Until then, the known message
 * is the answer where the job was requested.
 */
export const standsAlone = (
  job: WithMessage<MessageRef | undefined>,
): job is JobRecord & WithMessage<MessageRef> =>
  job.message !== undefined && job.message.channel !== job.target.channel

/** Direct messages with the requester as a target for posting. */
export const directTarget = ({ platform, server, member }: Target, channel: string): Target => ({
  platform,
  server,
  channel,
  member,
})

/**
 * The answer to an accepted request whose message belongs in direct messages. That message carries the eta and
 * is kept up to date.
 */
export const queuedAloneMessage = (
  feature: Feature,
  queued: Queued,
  { jobId, isAskedThere }: { jobId: string; isAskedThere: boolean },
): ResultMessage => ({
  ...queuedMessage(feature, queued, jobId),
  text: isAskedThere
    ? say('Queued {{product}}. The result will appear here, and only you will see it.', {
        product: productOf(feature),
      })
    : say("Queued {{product}}, just for you. I'll send the result to your direct messages.", {
        product: productOf(feature),
      }),
})

/** First message of a job in direct messages: where it was requested, and whose budget pays there. */
export const beginningMessage = (
  { id, target, held, values, notes }: Pick<JobRecord, 'id' | 'target' | 'held' | 'values' | 'notes'>,
  feature: Feature,
  unreadMinutes?: number,
): ResultMessage => ({
  text: say('Queued {{product}}. {{news}}', { product: productOf(feature), news: newsToCome() }),
  tone: 'working',
  blocks: [
    {
      kind: 'line',
      facts: [
        ...aboutFacts(values, feature),
        { label: say('From'), value: [{ kind: 'channel', id: target.channel }] },
        ...(feature.isFree ? [] : [heldFact(held, unreadMinutes)]),
      ],
    },
    ...remarkBlocks({ notes }, 'under_way'),
    {
      kind: 'note',
      text: say(
        'Only you can see this. The server or workspace where you asked pays for it, and for anything you start from its buttons.',
      ),
    },
    cancelBlock({ id, state: 'requested' }),
  ],
})
