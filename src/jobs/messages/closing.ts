import { clipsIn } from '../../core/clip/clip-field.ts'
import { type Feature, productAtBeginning } from '../../core/command/feature.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import { type Ending, endings, type JobRecord, mayStillCome } from '../../core/job/job.ts'
import { onceMoreButtons, recoverButton } from '../../core/job/job-buttons.ts'
import { settledText } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import { commandLinkText } from '../../core/message/command-link.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { lowBlocks, overrunBlocks, type PaidJob, paidFact, remarkBlocks, whichFacts } from './job-facts.ts'
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
  bot_gone: 'same',
  blocked: 'none',
  request_unsound: 'changed',
  service_refused: 'changed',
  no_balance: 'none',
  key_refused: 'none',
  no_own_balance: 'none',
  own_key_refused: 'none',
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
  if (isBooked && !mayStillCome(job)) return say('Running it again uses more credits.')
  if (isBooked && cancelledBy !== undefined)
    return say('If a result still arrives, {{command}} shows it. Running it again uses more credits.', {
      command: `/jobs recover ${jobName(job.id)}`,
    })
  if (isBooked)
    return say("If a result still arrives, I'll show it here. Running it again uses more credits.")
  if (isAboutClip(job, feature))
    return say('The audio service had a problem with the clip. Use Edit to choose another.')
  switch (mends[ending ?? 'cancelled']) {
    case 'same':
      return say('You can run it again.')
    case 'changed':
      return say('You can edit it, or run it again.')
    case 'mended':
      return say('Edit lets you change that.')
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

/** Shown while a job whose result will be hidden runs on, or might: it can't be stopped and is still billed. */
export const runsOnMessage = (
  job: Pick<JobRecord, 'id' | 'state' | 'values'>,
  feature?: Feature,
): ResultMessage => ({
  ...plainMessage(
    job.state === 'uncertain'
      ? sayCount(
          '{{product}} will stay hidden. The audio service may still make and bill it.',
          '{{product}} will stay hidden. The audio service may still make and bill them.',
          subjectOf(feature),
        )
      : sayCount(
          "{{product}} will stay hidden. It's too late to cancel, so it's still billed.",
          "{{product}} will stay hidden. It's too late to cancel, so they're still billed.",
          subjectOf(feature),
        ),
  ),
  blocks: [{ kind: 'line', facts: whichFacts(job, feature) }],
})

const recoverCommand = ({ id }: JobRecord): string => `/jobs recover ${jobName(id)}`

/** Identifies a hidden result, with its cost and a button to show it. */
const keptBlocks = (job: PaidJob, feature: Feature): ResultMessage['blocks'] => [
  { kind: 'line', facts: [...whichFacts(job, feature), paidFact(job)] },
  ...lowBlocks(job),
  ...overrunBlocks(job.held, job.settled),
  { kind: 'buttons', buttons: [recoverButton(job)] },
]

/** A hidden result: its cost, and how to show it. */
export const keptBackMessage = (job: PaidJob, feature: Feature): ResultMessage => ({
  text: sayCount(
    '{{product}} is done, but hidden. {{command}} shows it free of charge.',
    '{{product}} are done, but hidden. {{command}} shows them free of charge.',
    { ...subjectOf(feature), command: recoverCommand(job) },
  ),
  tone: 'info',
  blocks: keptBlocks(job, feature),
})

/** A result that expired while hidden. */
export const goneMessage = (job: PaidJob, feature: Feature): ResultMessage => ({
  text: sayCount(
    "{{product}} was made, but the audio service no longer has it, so I can't show it.",
    "{{product}} were made, but the audio service no longer has them, so I can't show them.",
    subjectOf(feature),
  ),
  tone: 'failed',
  blocks: [
    { kind: 'line', facts: [...whichFacts(job, feature), paidFact(job)] },
    ...lowBlocks(job),
    ...overrunBlocks(job.held, job.settled),
  ],
})

/** A result that could not be shown where it was requested: its cost, and how to get it. */
export const unshownMessage = (job: PaidJob, feature: Feature): ResultMessage => {
  const made = sayCount(
    "{{product}} was made, but I couldn't show it where you asked.",
    "{{product}} were made, but I couldn't show them where you asked.",
    subjectOf(feature),
  )
  const way = say(
    "It's saved. Use {{command}} to try again there for free, or {{elsewhere}} to show it somewhere else.",
    {
      command: recoverCommand(job),
      elsewhere: commandLinkText({ command: 'result', action: undefined, values: { job: jobName(job.id) } }),
    },
  )
  return { text: `${made} ${way}`, tone: 'failed', blocks: keptBlocks(job, feature) }
}

/** A longer quotation could push out what the job cost. */
const saidLengthMax = 300

/** The service is quoted; our own reasons are not. */
const said = ({ ending, endingDetail }: JobRecord): string => {
  if (endingDetail === undefined) return ''
  switch (ending) {
    case 'no_balance':
    case 'key_refused':
    case 'no_own_balance':
    case 'own_key_refused':
      // It is about the account that pays, whose credits are not the member's.
      return ''
    case 'clip_refused':
    case 'clip_misfit':
      return ` ${endingDetail}`
  }
  const quoted = shortened(withoutCodes(endingDetail), saidLengthMax)
  return ` ${say('It said: "{{quoted}}".', { quoted })}`
}

/** A job without a known end is free only if the operator refunded it. */
const wasRefunded = ({ settled, settledBy }: JobRecord): boolean =>
  settled === 0 && (settledBy === 'refund' || settledBy === 'final')

const chargeText = (job: JobRecord): string => {
  if (job.state !== 'booked' && job.state !== 'expired') return nothingWasCharged()
  return wasRefunded(job)
    ? say("Refunded in full: your bot operator found that it wasn't billed.")
    : say('It may still be billed, so {{amount}} will still count as used. Nothing more will be charged.', {
        amount: settledText(job, creditsText(job.settled ?? 0)),
      })
}

/** Free features make nothing; they show what exists. */
const notMade = (feature: Feature | undefined): string => {
  const { product } = subjectOf(feature)
  return feature?.isFree
    ? say("{{product}} can't be shown.", { product })
    : say('{{product}} failed.', { product })
}

/** How a job without a result ended, and its cost. */
export const closingMessage = (job: JobRecord, feature: Feature | undefined): ResultMessage => {
  if (job.state === 'voided' && job.ending === 'cancelled') {
    const cancelled = sayCount(
      '{{product}} was cancelled.',
      '{{product}} were cancelled.',
      subjectOf(feature),
    )
    return {
      ...plainMessage(`${cancelled} ${nothingWasCharged()}`),
      blocks: [{ kind: 'line', facts: whichFacts(job, feature) }],
    }
  }
  const why = job.ending === undefined ? say('It was stopped.') : sayDeclared(endings[job.ending])
  const text = `${notMade(feature)} ${why}${said(job)} ${chargeText(job)}`
  return {
    text,
    tone: 'failed',
    blocks: [
      { kind: 'line', facts: whichFacts(job, feature) },
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
