import { formatCredits } from '../../core/credits.ts'
import { isSettledForGood, type JobRecord, jobName } from '../../core/job/job.ts'
import { formatCost, formatLeft } from '../../core/message/credits-text.ts'
import type { Fact, ResultMessage } from '../../core/message/message.ts'
import { moreCreditsText } from '../../core/message/more-credits.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/texts/say.ts'

/** An amount that was settled, as sure as it is. */
export const settledText = (job: JobRecord, amount: string): string =>
  isSettledForGood(job) ? amount : say('about {{amount}}', { amount })

/** Once less than a fifth of what may be spent is left, a result says so. */
const littleIsOneIn = 5

const whoGivesText = ({ target }: JobRecord): string =>
  isPersonal(accountOf(target)) ? say('Whoever runs this bot can give you more.') : moreCreditsText('server')

/** What is left; of how much, and who can give more, once that is little. */
const leftText = (job: JobRecord): string => {
  const { leftAfter = 0, allowedAfter } = job
  const left = formatLeft(leftAfter, allowedAfter)
  if (allowedAfter === undefined || leftAfter * littleIsOneIn >= allowedAfter)
    return say('{{left}} left', { left })
  return `${say('only {{left}} of {{limit}} left.', { left, limit: formatCredits(allowedAfter) })} ${whoGivesText(job)}`
}

/** What a job cost, and what is left. */
export const paidFact = (job: JobRecord): Fact => ({
  label: say('Credits'),
  value:
    (job.settled ?? 0) === 0
      ? say('nothing charged')
      : say('{{used}} used, {{left}}', {
          used: settledText(job, formatCost(job.settled ?? 0)),
          left: leftText(job),
        }),
})

/** What the job is called, so that its takes can be typed; a result that is shown again says so by itself. */
export const nameFacts = ({ id }: JobRecord, { blocks }: ResultMessage): Fact[] => {
  const label = say('Job')
  const isNamed = blocks.some(
    (block) => block.kind === 'facts' && block.facts.some((it) => it.label === label),
  )
  return isNamed ? [] : [{ label, value: jobName(id) }]
}
