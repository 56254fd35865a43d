import { formatCredits, type Microcredits, microcredits } from '../../core/credits.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { settledText } from '../../core/job/settled-text.ts'
import { jobName } from '../../core/job-id.ts'
import type { Bound } from '../../core/ledger/bound.ts'
import { creditsText, formatCost, formatLeft } from '../../core/ledger/credits-text.ts'
import { moreCreditsText } from '../../core/ledger/more-credits.ts'
import type { Block, Fact, ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'

/** A job that has come to its cost. `left`: the limit that leaves its requester least now, where it is known. */
export type PaidJob = JobRecord & { left?: Bound | undefined }

/** Once less than a fifth of what may be spent is left, a result says so. */
const littleIsOneIn = 5

const whoGivesText = ({ target }: JobRecord, { kind }: Bound): string =>
  isPersonal(accountOf(target)) ? say('Whoever runs this bot can give you more.') : moreCreditsText(kind)

/** What is left; of how much, and who can give more, once that is little. */
const leftText = (job: JobRecord, bound: Bound): string => {
  const allowed = Math.max(0, bound.limit + bound.granted)
  const left = formatLeft(bound.left, allowed)
  if (bound.left * littleIsOneIn >= allowed) return say('{{left}} left', { left })
  return `${say('only {{left}} of {{limit}} left.', { left, limit: formatCredits(allowed) })} ${whoGivesText(job, bound)}`
}

const paidText = (job: PaidJob): string => {
  const used = settledText(job, formatCost(job.settled ?? 0))
  return job.left === undefined
    ? say('{{used}} used', { used })
    : say('{{used}} used, {{left}}', { used, left: leftText(job, job.left) })
}

/** What a job cost, and what is left. */
export const paidFact = (job: PaidJob): Fact => ({
  label: say('Credits'),
  value: (job.settled ?? 0) === 0 ? say('nothing charged') : paidText(job),
})

/** Says how much more than the hold the service charges, such as for a clip that only it can read. */
export const overrunBlocks = (held: Microcredits, cost: Microcredits | undefined): Block[] => {
  if (cost === undefined || cost <= held) return []
  const over = creditsText(microcredits(cost - held))
  const text = say('That is {{over}} more than the {{held}} held for it: the audio service set the price.', {
    over,
    held: formatCredits(held),
  })
  return [{ kind: 'note', text }]
}

/** How everything comes about that a job shows. */
export const madeWithAiFact = (): Fact => ({ label: say('Origin'), value: say('Made with AI') })

/** The job's short name, for use in commands. */
export const nameFact = ({ id }: Pick<JobRecord, 'id'>): Fact => ({ label: say('Job'), value: jobName(id) })

/** The same for a result, unless its view already names the job. */
export const nameFacts = (job: JobRecord, { blocks }: ResultMessage): Fact[] => {
  const fact = nameFact(job)
  const isNamed = blocks.some(
    (block) => block.kind === 'facts' && block.facts.some(({ label }) => label === fact.label),
  )
  return isNamed ? [] : [fact]
}
