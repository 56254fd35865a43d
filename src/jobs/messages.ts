import { askedOfJob } from '../core/asked.ts'
import { withoutCodes } from '../core/callbacks.ts'
import { clipName } from '../core/clip.ts'
import type { Command } from '../core/command.ts'
import { formatCredits, type Microcredits } from '../core/credits.ts'
import type { Feature, PreparedRequest } from '../core/feature.ts'
import { endings, type JobRecord, jobName } from '../core/job.ts'
import { type Block, type Fact, plainMessage, type ResultMessage } from '../core/message.ts'
import type { Standing } from '../core/places.ts'
import { progressText } from '../core/progress.ts'
import { expectedFacts, hindranceTexts, placeText } from '../core/standing.ts'
import { shortened } from '../core/text.ts'

/** The sentence that ends every refusal before anything was bought. */
export const nothingCharged = 'Nothing was charged.'

/** An amount for people, such as "0.10 credits". */
export const creditsText = (amount: number): string => `${formatCredits(amount)} credits`

const about = (job: JobRecord): string => (job.settledBy === 'final' ? '' : 'about ')

/** The button of every message of a job that can still be cancelled. */
export const cancelButton = (jobId: string): Block => ({
  kind: 'buttons',
  buttons: [{ label: 'Cancel', style: 'danger', asks: askedOfJob('cancel', jobId) }],
})

const heldFact = (held: Microcredits): Fact => ({ label: 'Held', value: `at most ${creditsText(held)}` })

const newsToCome = 'This message changes when there is news.'

/** The answer to a request that was taken. */
export const queuedMessage = (
  feature: Feature,
  { warnings, clips }: Pick<PreparedRequest, 'warnings' | 'clips'>,
  bound: Microcredits,
  left: number,
  jobId: string,
): ResultMessage => ({
  text: `Queued ${feature.product}. ${newsToCome}`,
  tone: 'working',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ...clips.map(({ label, clip }): Fact => ({ label, value: clipName(clip) })),
        heldFact(bound),
        { label: 'Left', value: creditsText(left) },
      ],
    },
    ...warnings.map((text): Block => ({ kind: 'note', text })),
    cancelButton(jobId),
  ],
})

/** Shown for a request that came before: its job is on its way, or over before it could begin. */
export const askedBeforeMessage = (
  { product }: Feature,
  { id, state }: Pick<JobRecord, 'id' | 'state'>,
): ResultMessage =>
  state === 'voided'
    ? plainMessage(
        `Your request for ${product} did not work out. ${nothingCharged} Please ask again.`,
        'failed',
      )
    : {
        ...plainMessage(`Your request for ${product} is already on its way.`),
        blocks: state === 'requested' ? [cancelButton(id)] : [],
      }

/** Shown to whoever waits in the line: the place, while it is near the front, and when the result may be there. */
export const waitingMessage = (
  { id, held }: Pick<JobRecord, 'id' | 'held'>,
  feature: Feature,
  standing: Standing,
  nowMs: number,
): ResultMessage => {
  const { position, hindrance } = standing
  const expected = position === undefined ? [] : expectedFacts(standing, feature.usualSeconds, nowMs)
  const outlook = hindrance === undefined ? newsToCome : hindranceTexts[hindrance]
  return {
    text: `Queued ${feature.product}: ${placeText(standing)}. ${outlook}`,
    tone: 'working',
    blocks: [{ kind: 'facts', facts: [...expected, heldFact(held)] }, cancelButton(id)],
  }
}

/** What is known of a task that runs. `quarters`: how many quarters of the expected time are over. */
export interface WorkInProgress {
  held: Microcredits
  estimate: Microcredits | undefined
  expectedAtMs: number
  quarters?: number
}

/** Shown while the service works. */
export const workingMessage = (
  feature: Feature,
  { held, estimate, expectedAtMs, quarters = 0 }: WorkInProgress,
  jobId: string,
): ResultMessage => {
  const cost: Fact =
    estimate === undefined ? heldFact(held) : { label: 'Cost', value: `about ${creditsText(estimate)}` }
  const bar = progressText(quarters)
  const progress: Fact[] = bar === undefined ? [] : [{ label: 'Progress', value: bar }]
  return {
    text: `Working on ${feature.product}.`,
    tone: 'working',
    blocks: [
      { kind: 'facts', facts: [...progress, { label: 'Expected', value: { atMs: expectedAtMs } }, cost] },
      cancelButton(jobId),
    ],
  }
}

/** Shown while nobody knows whether the service took the request. */
export const unsureMessage = ({ product }: Feature, untilMs: number, jobId: string): ResultMessage => ({
  text: `The audio service has not said yet whether it took the request for ${product}. It is not sent again, so that nothing is bought twice.`,
  tone: 'working',
  blocks: [
    { kind: 'facts', facts: [{ label: 'Known at the latest', value: { atMs: untilMs } }] },
    cancelButton(jobId),
  ],
})

const paidFact = (job: JobRecord): Fact => ({
  label: 'Credits',
  value: `${about(job)}${formatCredits(job.settled ?? 0)} used, ${formatCredits(Math.max(0, job.leftAfter ?? 0))} left`,
})

/** The result with what it cost. */
export const readyMessage = (job: JobRecord, view: ResultMessage): ResultMessage => ({
  ...view,
  blocks: [...view.blocks, { kind: 'facts', facts: [paidFact(job)] }],
})

const howToRecover = ({ id }: JobRecord, where: string): string =>
  `/jobs recover ${jobName(id)} shows it ${where}, for nothing,`

/** Shown while a job that was cancelled runs on, or may do so: it cannot be stopped, and is billed all the same. */
export const runsOnMessage = ({ state }: Pick<JobRecord, 'state'>, feature?: Feature): ResultMessage => {
  const consequence =
    state === 'uncertain'
      ? 'The audio service has not said yet whether it took the request; if it did, it bills it all the same, and the result will not be shown here.'
      : 'It runs on at the audio service, which bills it all the same; the result will not be shown here.'
  return plainMessage(`Making ${feature?.product ?? 'this'} was cancelled after it was sent. ${consequence}`)
}

/** A result that was cancelled while it was made: what it cost all the same, and how to get it. */
export const keptBackMessage = (job: JobRecord, { product }: Feature): ResultMessage => ({
  text: `Making ${product} was cancelled while it ran, so the result is not shown. It is kept: ${howToRecover(job, 'where it was asked for')} if you want it after all.`,
  tone: 'info',
  blocks: [{ kind: 'facts', facts: [paidFact(job)] }],
})

/** A result that was kept for too long. */
export const goneMessage = (job: JobRecord, { product }: Feature): ResultMessage => ({
  text: `Making ${product} worked out, but the audio service does not keep the result any more, so it cannot be shown.`,
  tone: 'failed',
  blocks: [{ kind: 'facts', facts: [paidFact(job)] }],
})

/** A result that could not be shown where it was asked for: what it cost, and how to get it. */
export const unshownMessage = (job: JobRecord, { product }: Feature): ResultMessage => ({
  text: `Making ${product} worked out, but the result could not be shown where you asked for it. It is kept: ${howToRecover(job, 'there')} once that is possible again.`,
  tone: 'failed',
  blocks: [{ kind: 'facts', facts: [paidFact(job)] }],
})

/** A longer quotation could push out what the job cost. */
const saidLengthMax = 300

/** The service is quoted; a reason of our own stands by itself. */
const said = ({ ending, endingDetail }: JobRecord): string => {
  if (endingDetail === undefined) return ''
  return ending === 'clip_refused' || ending === 'request_unsound'
    ? ` ${endingDetail}`
    : ` It said: "${shortened(withoutCodes(endingDetail), saidLengthMax)}".`
}

const chargeText = (job: JobRecord): string =>
  job.state === 'booked' || job.state === 'expired'
    ? `It may still be billed, so ${about(job)}${creditsText(job.settled ?? 0)} stay booked; nothing more will be charged.`
    : nothingCharged

/** How a job without a result ended, and what that cost. */
export const closingMessage = (job: JobRecord, feature: Feature | undefined): ResultMessage => {
  const what = feature === undefined ? 'Your request' : `Making ${feature.product}`
  if (job.state === 'voided' && job.ending === 'cancelled')
    return plainMessage(`${what} was cancelled. ${nothingCharged}`)
  const why = job.ending === undefined ? 'It was stopped.' : endings[job.ending]
  return plainMessage(`${what} did not work out. ${why}${said(job)} ${chargeText(job)}`, 'failed')
}

/** What a job says for good; undefined while it goes on, for then it is still to say it. */
export const lastMessage = (job: JobRecord, feature: Feature | undefined): ResultMessage | undefined => {
  if (job.state === 'posted' && job.outcome !== undefined) {
    const prepared = feature?.prepare(job.values)
    return prepared?.ok ? readyMessage(job, prepared.prepared.view(job.outcome)) : undefined
  }
  if (job.state === 'withheld' && feature !== undefined)
    return job.cancelledBy === undefined ? unshownMessage(job, feature) : keptBackMessage(job, feature)
  if (job.state === 'withheld') return undefined
  return job.toldState === job.state ? closingMessage(job, feature) : undefined
}

/** What a member is told where a form asks for the rest. */
export const lackingMessage = (command: Command, labels: readonly string[]): ResultMessage => {
  const lack = labels.length === 0 ? '' : ` It still needs: ${labels.join(', ')}.`
  const done = command.kind === 'feature' ? 'charged' : 'changed'
  return plainMessage(
    `/${command.name} is almost ready.${lack} Press the button to fill it in; nothing is ${done} yet.`,
  )
}

/** What a member is told where a form has everything in it that was asked for before. */
export const filledInMessage = ({ name }: Command): ResultMessage =>
  plainMessage(
    `/${name} is filled in. Press the button to change what you like and send it; nothing is charged yet.`,
  )

/** What a member is told when an answer could not be found in time. */
export const busyMessage = (command: Command | undefined): ResultMessage => {
  const consequence =
    command?.kind === 'utility' && command.audience === 'admins'
      ? 'Nothing was charged. A change that you asked for may be done all the same: look before you ask for it again.'
      : 'Nothing was charged; please try again in a minute.'
  return plainMessage(`Tunesmith is too busy to answer right now. ${consequence}`, 'failed')
}
