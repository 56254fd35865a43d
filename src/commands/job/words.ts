import { askedOfJob } from '../../core/asked.ts'
import { formatCredits } from '../../core/credits.ts'
import { isUnfinished, type JobRecord, type JobState, jobName } from '../../core/job.ts'
import type { Button } from '../../core/message.ts'
import type { PlaceInLine } from '../../core/places.ts'
import { placeText } from '../../core/standing.ts'

const stateWords = {
  requested: 'waiting for its turn',
  accepted: 'waiting for its turn',
  submitting: 'being sent to the audio service',
  submitted: 'being made',
  uncertain: 'unclear: the audio service has not said whether it took it',
  ready: 'made, and about to be shown',
  posted: 'done',
  withheld: 'made, but not shown',
  voided: 'not made',
  failed: 'did not work out',
  booked: 'unclear, so it counts as bought',
  expired: 'not done in time, so it counts as bought',
} as const satisfies Record<JobState, string>

/** Whether a job can be cancelled, if only so that its result is not shown. */
export const isCancellable = (job: JobRecord): boolean =>
  isUnfinished(job) && job.state !== 'ready' && job.cancelledBy === undefined

/** What has become of a job, within a sentence; of one that waits in the line, its place there. */
export const stateText = (job: JobRecord, place?: PlaceInLine): string => {
  if (place !== undefined) return place.status === 'called' ? 'next, and about to start' : placeText(place)
  const { state, cancelledBy, ending } = job
  if (state === 'voided' && ending === 'cancelled') return 'cancelled'
  if (cancelledBy === undefined || state === 'posted') return stateWords[state]
  if (state === 'submitting' || state === 'submitted') return 'cancelled, but it cannot be stopped any more'
  return `cancelled; ${stateWords[state]}`
}

/** What a job costs, as far as that is known. */
export const costText = ({ settled, settledBy, estimate, held }: JobRecord): string => {
  if (settled === undefined)
    return estimate === undefined
      ? `at most ${formatCredits(held)} credits`
      : `about ${formatCredits(estimate)} credits`
  if (settled === 0) return 'nothing charged'
  return `${settledBy === 'final' ? '' : 'about '}${formatCredits(settled)} credits`
}

/** The button that cancels a job; none where that is not possible any more. */
const cancelButtons = (job: JobRecord): Button[] =>
  isCancellable(job) ? [{ label: 'Cancel', style: 'danger', asks: askedOfJob('cancel', job.id) }] : []

/** The button that shows a result that was kept back; none where there is no such result. */
const recoverButtons = (job: JobRecord): Button[] =>
  job.state === 'withheld'
    ? [{ label: 'Show it after all', style: 'plain', asks: askedOfJob('recover', job.id) }]
    : []

/** What can be done about a job. */
export const buttonsFor = (job: JobRecord): readonly Button[] => [
  ...cancelButtons(job),
  ...recoverButtons(job),
]

/** How the result of a job is shown that was not, within a sentence. */
export const recoverText = ({ id }: Pick<JobRecord, 'id'>): string =>
  `/jobs recover ${jobName(id)} shows it where it was asked for, for nothing`
