import { clipsIn } from '../../core/clip/clip-field.ts'
import { type Feature, productAtBeginning } from '../../core/command/feature.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import { type Ending, endings, type JobRecord, mayStillCome } from '../../core/job/job.ts'
import { onceMoreButtons, recoverButton } from '../../core/job/job-buttons.ts'
import { settledText } from '../../core/job/job-texts.ts'
import { filesAloneNote } from '../../core/job/platform.ts'
import { jobName } from '../../core/job-id.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import { commandLinkText } from '../../core/message/command-link.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { overrunBlocks, type PaidJob, paidFact, remarkBlocks, whichFacts } from './job-facts.ts'
import { nothingWasCharged, readyMessage } from './messages.ts'

type Features = ReadonlyMap<string, Feature>

/**
 * What may help after each ending: the same request, a changed one, only a changed one if we know what is
 * wrong, or nothing if only others can help.
 */
const mends: Readonly<Record<Ending, 'same' | 'changed' | 'mended' | 'none'>> = {
  ack_too_late: 'same',
  interrupted: 'same',
  cancelled: 'none',
  not_let_in: 'none',
  blocked: 'none',
  request_unsound: 'changed',
  service_refused: 'changed',
  no_balance: 'none',
  key_refused: 'none',
  service_unreachable: 'same',
  service_failed: 'changed',
  not_reachable: 'same',
  outcome_unknown: 'same',
  answer_empty: 'same',
  overdue: 'same',
  key_gone: 'same',
  faulty: 'same',
  invalid_request: 'changed',
  clip_refused: 'none',
  clip_misfit: 'mended',
  clip_expired: 'none',
  waited_too_long: 'same',
  result_unknown: 'changed',
  still_running: 'same',
  result_gone: 'none',
  nothing_to_show: 'changed',
}

/** Words in a service message that mean the clip is the reason. */
const clipNamed = /\b(?:audio|clip|file|recording|sound|track)\b/i

/** Whether the service's own words blame the clip; repeating the same request can't help then. */
const isAboutClip = ({ ending, endingDetail = '', values }: JobRecord, { fields }: Feature): boolean =>
  (ending === 'service_refused' || ending === 'service_failed') &&
  clipNamed.test(endingDetail) &&
  clipsIn(fields, values).length > 0

const whatToTry = (job: JobRecord, feature: Feature): string => {
  const { state, ending, cancelledBy } = job
  const isBooked = state === 'booked' || state === 'expired'
  if (isBooked && !mayStillCome(job)) return say('To ask for the same again would be another purchase.')
  if (isBooked && cancelledBy !== undefined)
    return say(
      'If a result comes after all, it is kept: {{command}} shows it. To ask for the same again would be another purchase.',
      { command: `/jobs recover ${jobName(job.id)}` },
    )
  if (isBooked)
    return say(
      'If a result comes after all, it is shown here. To ask for the same again would be another purchase.',
    )
  if (isAboutClip(job, feature))
    return say('The audio service names the clip as the reason. Edit and run lets you choose another one.')
  switch (mends[ending ?? 'cancelled']) {
    case 'same':
      return say('You can ask for the same again.')
    case 'changed':
      return say('You can change something and ask again, or try the same once more.')
    case 'mended':
      return say('Edit and run lets you change that.')
    case 'none':
      return ''
  }
}

/** Adds what to try to a message that ends a job without a result, with buttons if its feature still exists. */
export const withOnceMore = (message: ResultMessage, job: JobRecord, features: Features): ResultMessage => {
  const feature = features.get(job.feature)
  if (feature === undefined) return message
  const text = whatToTry(job, feature)
  const notes: Block[] = text === '' ? [] : [{ kind: 'note', text }]
  return { ...message, blocks: [...message.blocks, ...notes, onceMoreButtons(job)] }
}

/** A sentence's subject with a count for its verb: 1 or more. */
interface Subject {
  product: string
  count: number
}

const subjectOf = (feature: Feature | undefined): Subject =>
  feature === undefined
    ? { product: say('Your request'), count: 1 }
    : {
        product: sayDeclared(productAtBeginning(feature.product)),
        count: feature.isProductPlural ? 2 : 1,
      }

/** Shown while a cancelled job runs on, or might: it can't be stopped and is still billed. */
export const runsOnMessage = (
  job: Pick<JobRecord, 'id' | 'state' | 'values'>,
  feature?: Feature,
): ResultMessage => {
  const consequence =
    job.state === 'uncertain'
      ? say(
          'The audio service has not said yet whether it took the request; if it did, it bills it all the same, and the result will not be shown here.',
        )
      : say('The audio service goes on with it and bills it all the same; the result will not be shown here.')
  const cancelled = sayCount(
    '{{product}} was cancelled after the request had been sent.',
    '{{product}} were cancelled after the request had been sent.',
    subjectOf(feature),
  )
  return {
    ...plainMessage(`${cancelled} ${consequence}`),
    blocks: [{ kind: 'facts', facts: whichFacts(job, feature) }],
  }
}

const recoverCommand = ({ id }: JobRecord): string => `/jobs recover ${jobName(id)}`

/** Identifies a hidden result, with its cost and a button to show it. */
const keptBlocks = (job: PaidJob, feature: Feature): ResultMessage['blocks'] => [
  { kind: 'facts', facts: [...whichFacts(job, feature), paidFact(job)] },
  ...overrunBlocks(job.held, job.settled),
  { kind: 'buttons', buttons: [recoverButton(job)] },
]

/** A result cancelled while it was made: its cost, and how to get it. */
export const keptBackMessage = (job: PaidJob, feature: Feature): ResultMessage => {
  const cancelled = sayCount(
    '{{product}} was cancelled while it was being made, so the result is not shown.',
    '{{product}} were cancelled while they were being made, so the result is not shown.',
    subjectOf(feature),
  )
  const way = say(
    'It is kept: {{command}} shows it where it was asked for, free of charge, if you want it after all.',
    { command: recoverCommand(job) },
  )
  return { text: `${cancelled} ${way}`, tone: 'info', blocks: keptBlocks(job, feature) }
}

/** A result that expired while hidden. */
export const goneMessage = (job: PaidJob, feature: Feature): ResultMessage => ({
  text: sayCount(
    '{{product}} was made, but the audio service does not keep the result any more, so it cannot be shown.',
    '{{product}} were made, but the audio service does not keep the result any more, so it cannot be shown.',
    subjectOf(feature),
  ),
  tone: 'failed',
  blocks: [
    { kind: 'facts', facts: [...whichFacts(job, feature), paidFact(job)] },
    ...overrunBlocks(job.held, job.settled),
  ],
})

/** If the files already reached the channel, only the text about them is missing. */
const filesAloneText = (job: PaidJob, feature: Feature): string => {
  const made = sayCount(
    '{{product}} was made and posted where you asked for it, but the message with its details could not be updated.',
    '{{product}} were made and posted where you asked for it, but the message with their details could not be updated.',
    subjectOf(feature),
  )
  const way = say('{{command}} tries that message again, for free.', { command: recoverCommand(job) })
  return `${made} ${way}`
}

/** A result that could not be shown where it was requested: its cost, and how to get it. */
export const unshownMessage = (job: PaidJob, feature: Feature): ResultMessage => {
  const blocks = keptBlocks(job, feature)
  if (job.notes[filesAloneNote] !== undefined)
    return { text: filesAloneText(job, feature), tone: 'failed', blocks }
  const made = sayCount(
    '{{product}} was made, but the result could not be shown where you asked for it.',
    '{{product}} were made, but the result could not be shown where you asked for it.',
    subjectOf(feature),
  )
  const way = say(
    'It is kept: {{command}} shows it there, for free, once that is possible again; {{elsewhere}} shows it where you type that.',
    {
      command: recoverCommand(job),
      elsewhere: commandLinkText({ command: 'result', action: undefined, values: { job: jobName(job.id) } }),
    },
  )
  return { text: `${made} ${way}`, tone: 'failed', blocks }
}

/** A longer quotation could push out what the job cost. */
const saidLengthMax = 300

/** The service is quoted; our own reasons are not. */
const said = ({ ending, endingDetail }: JobRecord): string => {
  if (endingDetail === undefined) return ''
  if (ending === 'clip_refused' || ending === 'clip_misfit') return ` ${endingDetail}`
  const quoted = shortened(withoutCodes(endingDetail), saidLengthMax)
  return ` ${say('It said: "{{quoted}}".', { quoted })}`
}

/** A job without a known end is free only if the operator refunded it. */
const wasRefunded = ({ settled, settledBy }: JobRecord): boolean =>
  settled === 0 && (settledBy === 'refund' || settledBy === 'final')

const chargeText = (job: JobRecord): string => {
  if (job.state !== 'booked' && job.state !== 'expired') return nothingWasCharged()
  return wasRefunded(job)
    ? say("You got everything back: your operator found that it wasn't billed.")
    : say('It may still be billed, so {{amount}} stay booked; nothing more will be charged.', {
        amount: settledText(job, creditsText(job.settled ?? 0)),
      })
}

/** Free features make nothing; they show what exists. */
const notMade = (feature: Feature | undefined): string => {
  const { product } = subjectOf(feature)
  return feature?.isFree
    ? say('{{product}} cannot be shown.', { product })
    : say('{{product}} did not work out.', { product })
}

/** How a job without a result ended, and its cost. */
export const closingMessage = (job: JobRecord, feature: Feature | undefined): ResultMessage => {
  if (job.state === 'voided' && job.ending === 'cancelled') {
    const cancelled = sayCount(
      '{{product}} was cancelled.',
      '{{product}} were cancelled.',
      subjectOf(feature),
    )
    return plainMessage(`${cancelled} ${nothingWasCharged()}`)
  }
  const why = job.ending === undefined ? say('It was stopped.') : sayDeclared(endings[job.ending])
  const text = `${notMade(feature)} ${why}${said(job)} ${chargeText(job)}`
  return {
    text,
    tone: 'failed',
    blocks: [
      { kind: 'facts', facts: whichFacts(job, feature) },
      ...overrunBlocks(job.held, job.settled),
      ...remarkBlocks(job, 'over'),
    ],
  }
}

/** A job's final message with its buttons; undefined while the job is running. */
export const lastWord = (job: PaidJob, features: Features): ResultMessage | undefined => {
  const feature = features.get(job.feature)
  if (job.state === 'posted' && job.outcome !== undefined) {
    const prepared = feature?.prepare(job.values)
    return prepared?.ok ? readyMessage(job, prepared.prepared.view(job.outcome), features) : undefined
  }
  if (job.state === 'withheld') {
    if (feature === undefined) return undefined
    return job.cancelledBy === undefined ? unshownMessage(job, feature) : keptBackMessage(job, feature)
  }
  return job.toldState === job.state ? withOnceMore(closingMessage(job, feature), job, features) : undefined
}
