import type { Feature } from '../../core/command/feature.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { MessageRef } from '../../core/target.ts'
import { say, sayCount } from '../../core/text/say.ts'
import { aboutFacts } from './job-facts.ts'
import { productOf } from './messages.ts'

/** Tells a requester that a job is over, with its prompt or clips and a link to its message. */
export const noticeMessage = (
  { state, feature: name, values, target: { server } }: JobRecord,
  message: MessageRef,
  features: ReadonlyMap<string, Feature>,
): ResultMessage => {
  const feature = features.get(name)
  const product = feature === undefined ? say('your request') : productOf(feature)
  const count = feature?.isProductPlural ? 2 : 1
  const isMade = state === 'posted'
  return {
    text: isMade
      ? sayCount("Here's {{product}}.", 'Here are {{product}}.', { product, count })
      : say("I couldn't finish {{product}}.", { product }),
    tone: isMade ? 'done' : 'failed',
    blocks: [
      {
        kind: 'line',
        facts: [...aboutFacts(values, feature), { label: '', value: [{ kind: 'message', server, message }] }],
      },
    ],
  }
}
