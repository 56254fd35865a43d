import type { QueueStatus } from '../../core/job/concurrency.ts'
import { isKeptBack, isUnfinished, type JobRecord, type JobState } from '../../core/job/job.ts'
import { cancelButton, recoverButton } from '../../core/job/job-buttons.ts'
import { positionText, settledText } from '../../core/job/job-texts.ts'
import { jobName, labelGap } from '../../core/job-id.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import type { Button, Fact } from '../../core/message/message.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

const stateWords = {
  requested: declared('queued'),
  accepted: declared('queued'),
  submitting: declared('being sent'),
  submitted: declared('working'),
  uncertain: declared('waiting for the audio service to confirm'),
  ready: declared('done, about to appear'),
  posted: declared('done'),
  withheld: declared('done, but hidden'),
  voided: declared('not started'),
  failed: declared('failed'),
  booked: declared('outcome unknown'),
  expired: declared('timed out'),
} as const satisfies Record<JobState, string>

/** The state of a job whose result will be hidden. */
const hiddenWords = {
  submitting: declared('being sent, result hidden'),
  submitted: declared('working, result hidden'),
  uncertain: declared('waiting for the audio service to confirm, result hidden'),
  ready: declared('done, result hidden'),
} as const satisfies Partial<Record<JobState, string>>

const isToBeHidden = (state: JobState): state is keyof typeof hiddenWords => state in hiddenWords

/** Whether a job can be cancelled, if only to hide its result. */
export const isCancellable = (job: JobRecord): boolean =>
  isUnfinished(job) && job.state !== 'ready' && job.cancelledBy === undefined

/** A job's state, within a sentence; for a waiting job, its place in the line. */
export const stateText = (job: JobRecord, place?: QueueStatus): string => {
  if (place !== undefined) return place.status === 'called' ? say('about to start') : positionText(place)
  const { state, cancelledBy, ending } = job
  if (state === 'voided' && ending === 'cancelled') return say('cancelled')
  return sayDeclared(
    cancelledBy !== undefined && isToBeHidden(state) ? hiddenWords[state] : stateWords[state],
  )
}

/** A job's cost, as far as it is known. */
export const costText = (job: JobRecord): string => {
  const { settled, estimate, held } = job
  if (settled === undefined)
    return estimate === undefined
      ? say('up to {{amount}}', { amount: creditsText(held) })
      : say('about {{amount}}', { amount: creditsText(estimate) })
  if (settled === 0) return say('nothing charged')
  return settledText(job, creditsText(settled))
}

/** The button that cancels a job or hides its result, if it still can be. */
const cancelButtons = (job: JobRecord): Button[] => (isCancellable(job) ? [cancelButton(job)] : [])

/** The button that shows a hidden result, if there is one. */
const recoverButtons = (job: JobRecord): Button[] => (isKeptBack(job) ? [recoverButton(job)] : [])

/** The button that shows a result again in a new message. */
export const showAgainButton = ({ id }: Pick<JobRecord, 'id'>): Button => ({
  label: say('Show it again'),
  style: 'plain',
  commandLink: { command: 'result', action: undefined, values: { job: id } },
})

/** What can be done about a job. */
export const buttonsFor = (job: JobRecord): readonly Button[] => [
  ...cancelButtons(job),
  ...recoverButtons(job),
]

/** A job's name at the end of its line in a list, as below its result. */
export const nameText = ({ id }: Pick<JobRecord, 'id'>): string => {
  const job = jobName(id)
  return `${say('Job')}${labelGap(job)}${job}`
}

/** A job in a list whose record is unreadable. */
export const unreadableFact = (jobId: string): Fact => ({
  label: jobName(jobId),
  value: say('unreadable: your bot operator needs to look at it'),
})

const recoverCommand = (jobId: string): string => `/jobs recover ${jobName(jobId)}`

/** How to show a job's hidden result. */
export const recoverText = ({ id }: Pick<JobRecord, 'id'>): string =>
  say('{{command}} shows it where it was requested, free of charge.', {
    command: recoverCommand(id),
  })

/** The same for a result that is still being made. */
export const laterRecoverText = ({ id }: Pick<JobRecord, 'id'>): string =>
  say("Once it's made, {{command}} shows it where it was requested, free of charge.", {
    command: recoverCommand(id),
  })
