import type { Feature } from '../../core/command/feature.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import { accessTo, type JobFacts } from '../../core/job/access.ts'
import type { CanSee } from '../../core/job/audience.ts'
import { isForRequesterAlone, isShown, type JobRecord } from '../../core/job/job.ts'
import type { JobList, ListedJob, Records, ResultsOf } from '../../core/job/job-list.ts'
import { aboutJobAmong } from '../../core/job/job-texts.ts'
import type { Fact, FactPiece } from '../../core/message/message.ts'
import { inRow } from '../../core/message/pieces.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { ageText } from '../../core/text/moment.ts'
import { say, sayList } from '../../core/text/say.ts'
import { onOneLine, shortened } from '../../core/text/text.ts'
import { durationText } from '../../core/time.ts'
import { nameText, unreadableFact } from '../jobs/words.ts'

/** Dependencies for describing one result of the history. */
export interface EntryPorts {
  jobList: Pick<JobList, 'find' | 'facts'>
  records: Pick<Records, 'copiesOf'>
  canSee: CanSee
  now: () => number
}

const titleLength = 60
const titlesLength = 200

/** The titles of a result with their lengths; a take without a title has only its length. */
const titlesText = ({ outcome }: JobRecord): string => {
  const takes = (outcome?.outputs ?? []).flatMap(({ title, durationSeconds }) => {
    const length = durationSeconds === undefined ? undefined : durationText(durationSeconds)
    if (title === undefined) return length === undefined ? [] : [length]
    const shown = shortened(onOneLine(title), titleLength)
    return [
      length === undefined
        ? say('“{{title}}”', { title: shown })
        : say('“{{title}}” ({{length}})', { title: shown, length }),
    ]
  })
  return shortened(sayList(takes), titlesLength)
}

/** Where a message is; in a direct message it is the current conversation. */
const placeOf = (job: JobRecord): readonly FactPiece[] => {
  if (isForRequesterAlone(job)) return [say('in your direct messages')]
  if (job.message === undefined || isPersonal(accountOf(job.target))) return []
  return [{ kind: 'message', server: job.target.server, message: job.message }]
}

/** Whether the viewer can have a result. Whether they see its channel is checked only if it makes a difference. */
export const mayHave = async (
  { canSee }: Pick<EntryPorts, 'canSee'>,
  invocation: Invocation,
  job: JobFacts,
): Promise<boolean> => {
  const { isAdmin } = invocation
  const target = viewerOf(invocation)
  const may = (seesPlace: boolean) =>
    accessTo({ kind: 'job', job, use: 'use_result' }, { target, isAdmin, seesPlace }) === 'allowed'
  return may(false) || (may(true) && (await canSee(target, job.target)))
}

/** At most this many copies are checked for one that still shows the result. */
const copiesMax = 20

/** The latest message that shows the result again, if its own message does not. */
const shownAgain = async (
  ports: EntryPorts,
  invocation: Invocation,
  jobId: string,
): Promise<JobRecord | undefined> => {
  const copies = await ports.jobList.facts(await ports.records.copiesOf(jobId, copiesMax))
  const shown = copies.flatMap(({ id, facts }) =>
    facts !== undefined && isShown(facts) ? [{ id, facts }] : [],
  )
  const may = await Promise.all(shown.map(({ facts }) => mayHave(ports, invocation, facts)))
  const [latest] = shown
    .filter((_, index) => may[index] === true)
    .sort((one, other) => other.facts.createdAtMs - one.facts.createdAtMs)
  const found = latest && (await ports.jobList.find(accountOf(invocation.target), latest.id))
  return found?.status === 'found' ? found.job : undefined
}

/** Why a result's message does not show it. */
const absenceText = ({ removal, cancelledBy }: JobRecord): string => {
  if (removal !== undefined) return say('deleted')
  return cancelledBy === undefined ? say("couldn't be shown") : say('hidden')
}

const whereText = async (
  ports: EntryPorts,
  invocation: Invocation,
  job: JobRecord,
): Promise<readonly FactPiece[]> => {
  if (isShown(job)) return placeOf(job)
  const copy = await shownAgain(ports, invocation, job.id)
  const again = copy === undefined ? [] : [say('shown again'), ...placeOf(copy)]
  return [absenceText(job), ...again]
}

/** What a result is called: by the titles of its takes, or else by its prompt or clip, with its length. */
const nameOf = (job: JobRecord, features: readonly Feature[]): readonly string[] => {
  const takes = titlesText(job)
  if (job.outcome?.outputs.some(({ title }) => title !== undefined)) return [takes]
  const title = aboutJobAmong(job, features)
  const about = title === undefined ? [] : [say('“{{title}}”', { title })]
  return takes === '' ? about : [...about, takes]
}

/** One result as an entry of the history; in a list of one member's results, without their name. */
export const resultFact = async (
  ports: EntryPorts & { features: readonly Feature[] },
  invocation: Invocation,
  { id, job }: ListedJob,
  of: ResultsOf,
): Promise<Fact> => {
  if (job === undefined) return unreadableFact(id)
  const isByOne = of.member !== undefined || isPersonal(accountOf(job.target))
  const who = isByOne ? [] : [{ kind: 'member' as const, id: job.target.member }]
  return {
    label: `/${job.feature}`,
    value: inRow(
      [
        ...nameOf(job, ports.features),
        ...who,
        ageText(ports.now() - job.createdAtMs),
        ...(await whereText(ports, invocation, job)),
        nameText(job),
      ],
      ' · ',
    ),
  }
}
