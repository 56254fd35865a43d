import type { Feature } from '../../core/command/feature.ts'
import { isForRequesterAlone, isKeptBack, type JobRecord } from '../../core/job/job.ts'
import { jobButton } from '../../core/job/job-buttons.ts'
import type { ListedJob } from '../../core/job/job-list.ts'
import { aboutJobAmong } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import type { Block, Button } from '../../core/message/message.ts'
import { accountOf, isPersonal, type Target } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'

const titleLength = 30

/** A menu takes one more press, so the newest results have their own buttons. */
const buttonsMax = 3

const titleOf = (job: JobRecord, features: readonly Feature[]): string => {
  const about = aboutJobAmong(job, features)
  return about === undefined ? '' : `“${shortened(about, titleLength)}”`
}

/** A job's name on a button, with its short name if the title is ambiguous. */
const nameAmong = ({ id }: JobRecord, title: string, all: readonly string[]): string => {
  if (title === '') return jobName(id)
  return all.filter((other) => other === title).length === 1 ? title : `${title} (${jobName(id)})`
}

/** A hidden result is shown by its own message, any other by a new one. */
const showButton = (job: JobRecord, name: string): Button =>
  isKeptBack(job)
    ? jobButton(say('Show {{name}} anyway', { name }), 'recover', { job: job.id })
    : {
        label: say('Show {{name}}', { name }),
        style: 'plain',
        commandLink: { command: 'result', action: undefined, values: { job: job.id } },
      }

/** Warns a member before a click posts in front of others. */
const whereNotes = (jobs: readonly JobRecord[], viewer: Target): Block[] => {
  if (isPersonal(accountOf(viewer))) return []
  const others = jobs.filter((job) => !isKeptBack(job))
  const open = others.filter((job) => !isForRequesterAlone(job))
  const sentences = [
    ...(open.length === 0 ? [] : [say('“Show” posts it here again, for everyone.')]),
    ...(others.length === open.length ? [] : [say('Private results go to your direct messages.')]),
    ...(jobs.length === others.length ? [] : [say('“Show … anyway” shows it where it was requested.')]),
  ]
  return [{ kind: 'note', text: sentences.join(' ') }]
}

/** Buttons that show the newest results again, a menu for the rest, and a note on where each would appear. */
export const showAgainBlocks = (
  entries: readonly ListedJob[],
  features: readonly Feature[],
  viewer: Target,
): Block[] => {
  const jobs = entries.flatMap(({ job }) => job ?? [])
  if (jobs.length === 0) return []
  const titled = jobs.map((job) => ({ job, title: titleOf(job, features) }))
  const titles = titled.map(({ title }) => title)
  const buttons = titled.map(({ job, title }) => showButton(job, nameAmong(job, title, titles)))
  return [
    ...whereNotes(jobs, viewer),
    {
      kind: 'buttons',
      buttons: buttons.slice(0, buttonsMax),
      more: buttons.slice(buttonsMax),
      moreLabel: say('More results'),
    },
  ]
}
