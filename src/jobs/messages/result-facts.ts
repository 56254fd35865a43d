import { formatCredits } from '../../core/credits.ts'
import { type JobRecord, jobName } from '../../core/job/job.ts'
import type { Fact, ResultMessage } from '../../core/message/message.ts'
import { say } from '../../core/texts/say.ts'

/** An amount that was settled, as sure as it is. */
export const settledText = ({ settledBy }: JobRecord, amount: string): string =>
  settledBy === 'final' ? amount : say('about {{amount}}', { amount })

/** What a job cost, and what is left. */
export const paidFact = (job: JobRecord): Fact => ({
  label: say('Credits'),
  value:
    (job.settled ?? 0) === 0
      ? say('nothing charged')
      : say('{{used}} used, {{left}} left', {
          used: settledText(job, formatCredits(job.settled ?? 0)),
          left: formatCredits(Math.max(0, job.leftAfter ?? 0)),
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
