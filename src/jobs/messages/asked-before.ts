import type { Feature } from '../../core/command/feature.ts'
import { isUnfinished, type JobRecord } from '../../core/job/job.ts'
import { jobName } from '../../core/job-id.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { cancelBlock, nothingWasCharged, productOf } from './messages.ts'

const overBeforeMessage = (product: string, job: string): ResultMessage =>
  plainMessage(
    say(
      'This request for {{product}} was sent before, as job {{job}}, which is over: /jobs show {{job}} says what became of it. Nothing more was charged; to have it once more, ask anew.',
      { product, job },
    ),
  )

/** Shown for a repeated request whose job is running or already over. */
export const askedBeforeMessage = (
  feature: Feature,
  { id, state }: Pick<JobRecord, 'id' | 'state'>,
): ResultMessage => {
  const [product, charge] = [productOf(feature), nothingWasCharged()]
  if (state === 'voided') {
    const text = say('Your request for {{product}} did not work out. {{charge}} Please ask again.', {
      product,
      charge,
    })
    return plainMessage(text, 'failed')
  }
  if (!isUnfinished({ state })) return overBeforeMessage(product, jobName(id))
  return {
    ...plainMessage(say('Your request for {{product}} is already on its way.', { product })),
    blocks: state === 'requested' ? [cancelBlock({ id, state })] : [],
  }
}

/** Shown for a repeated request with different contents. */
export const askedOtherwiseMessage = (): ResultMessage =>
  plainMessage(
    say(
      'You asked for this before with other contents, and that request counts. This one is not charged; please ask anew.',
    ),
    'failed',
  )
