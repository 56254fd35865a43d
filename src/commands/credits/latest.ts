import type { JobRecord } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { Fact } from '../../core/message/message.ts'
import { onLines } from '../../core/message/pieces.ts'
import { accountOf, type Target } from '../../core/target.ts'
import { ageText } from '../../core/text/moment.ts'
import { say } from '../../core/text/say.ts'
import { costText } from '../jobs/words.ts'

/** Requests that are listed. */
const shownMax = 5
/** Free ones among the latest are passed over. */
const readMax = 2 * shownMax

/** What the latest requests of a member need. */
export interface LatestPorts {
  jobList: Pick<JobList, 'latest'>
  now: () => number
}

const isPaid = ({ held, settled }: JobRecord): boolean => held > 0 || (settled ?? 0) > 0

/** The member's latest paid requests here and what each cost, as a fact; none if there are none. */
export const readLatestFacts = async ({ jobList, now }: LatestPorts, target: Target): Promise<Fact[]> => {
  const latest = await jobList.latest({ account: accountOf(target), member: target.member }, 0, readMax)
  const paid = latest.flatMap(({ job }) => (job !== undefined && isPaid(job) ? [job] : [])).slice(0, shownMax)
  const lines = paid.map((job) =>
    say('{{command}}: {{cost}} · {{age}}', {
      command: `/${job.feature}`,
      cost: costText(job),
      age: ageText(now() - job.createdAtMs),
    }),
  )
  return lines.length === 0 ? [] : [{ label: say('Latest requests'), value: onLines(lines) }]
}
