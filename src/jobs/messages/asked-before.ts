import type { Feature } from '../../core/command/feature.ts'
import { isUnfinished, type JobRecord } from '../../core/job/job.ts'
import { jobName } from '../../core/job-id.ts'
import { plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { cancelBlock, nothingWasCharged, productOf } from './messages.ts'

const overBeforeMessage = (product: string, job: string): ResultMessage =>
  plainMessage(
    say('You already requested {{product}}. See /jobs show {{job}}. Nothing more was charged.', {
      product,
      job,
    }),
  )

/** Shown for a repeated request whose job is running or already over. */
export const askedBeforeMessage = (
  feature: Feature,
  { id, state }: Pick<JobRecord, 'id' | 'state'>,
): ResultMessage => {
  const [product, charge] = [productOf(feature), nothingWasCharged()]
  if (state === 'voided') {
    const text = say('Your earlier request for {{product}} failed. Try again. {{charge}}', {
      product,
      charge,
    })
    return plainMessage(text, 'failed')
  }
  if (!isUnfinished({ state })) return overBeforeMessage(product, jobName(id))
  return {
    ...plainMessage(say('Your earlier request for {{product}} is still running.', { product })),
    blocks: state === 'requested' ? [cancelBlock({ id, state })] : [],
  }
}

/** Shown for a repeated request with different contents. */
export const askedOtherwiseMessage = (): ResultMessage =>
  plainMessage(
    say(
      'You already sent this with different values, so I kept the first ones. Nothing more was charged. To use the new values, run the command again.',
    ),
    'failed',
  )
