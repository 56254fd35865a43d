import { clipName } from '../../core/clip/clip.ts'
import { askedText } from '../../core/command/asked.ts'
import type { Command } from '../../core/command/command.ts'
import type { Feature, PreparedRequest } from '../../core/command/feature.ts'
import type { Microcredits } from '../../core/credits.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import { endings, type JobRecord, jobName } from '../../core/job/job.ts'
import type { Standing } from '../../core/job/places.ts'
import { progressText } from '../../core/job/progress.ts'
import { expectedFacts, hindranceText, placeText } from '../../core/job/standing.ts'
import { creditsText } from '../../core/message/credits-text.ts'
import { cancelButton, recoverButton } from '../../core/message/job-buttons.ts'
import { type Block, type Fact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { shortened } from '../../core/message/text.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import { nameFacts, paidFact, settledText } from './result-facts.ts'

/** The sentence that ends every refusal before anything was bought. */
export const nothingWasCharged = (): string => say('Nothing was charged.')

/** What a feature makes, within a sentence, such as "your song". */
export const productOf = ({ product }: Pick<Feature, 'product'>): string => sayDeclared(product)

/** The button of every message of a job that can still be cancelled. */
export const cancelBlock = (job: Pick<JobRecord, 'id' | 'state'>): Block => ({
  kind: 'buttons',
  buttons: [cancelButton(job)],
})

/** What is held for a job. */
export const heldFact = (held: Microcredits): Fact => ({
  label: say('Held'),
  value: say('at most {{amount}}', { amount: creditsText(held) }),
})

/** Says that the message will say more. */
export const newsToCome = () => say('This message changes when there is news.')

/** What is asked for, and what that costs at most. */
export const queuedFacts = (
  clips: PreparedRequest['clips'],
  defaults: readonly Fact[],
  bound: Microcredits,
  left: number,
): Block => ({
  kind: 'facts',
  facts: [
    ...clips.map(({ label, clip }): Fact => ({ label: sayDeclared(label), value: clipName(clip) })),
    ...defaults,
    heldFact(bound),
    { label: say('Left'), value: creditsText(left) },
  ],
})

/** The answer to a request that was taken. */
export const queuedMessage = (
  feature: Feature,
  { warnings, clips, defaults }: Pick<PreparedRequest, 'warnings' | 'clips'> & { defaults: readonly Fact[] },
  bound: Microcredits,
  left: number,
  jobId: string,
): ResultMessage => ({
  text: say('Queued {{product}}. {{news}}', { product: productOf(feature), news: newsToCome() }),
  tone: 'working',
  blocks: [
    ...(feature.isFree ? [] : [queuedFacts(clips, defaults, bound, left)]),
    ...warnings.map((text): Block => ({ kind: 'note', text })),
    cancelBlock({ id: jobId, state: 'requested' }),
  ],
})

/**
 * Shown to whoever waits in the line: the place, while it is near the front,
 * and when the result may be there.
 */
export const waitingMessage = (
  { id, held }: Pick<JobRecord, 'id' | 'held'>,
  feature: Feature,
  standing: Standing,
  nowMs: number,
): ResultMessage => {
  const { position, hindrance } = standing
  const expected = position === undefined ? [] : expectedFacts(standing, feature.usualSeconds, nowMs)
  const outlook = hindrance === undefined ? newsToCome() : hindranceText(hindrance)
  return {
    text: say('Queued {{product}}: {{place}}. {{outlook}}', {
      product: productOf(feature),
      place: placeText(standing),
      outlook,
    }),
    tone: 'working',
    blocks: [{ kind: 'facts', facts: [...expected, heldFact(held)] }, cancelBlock({ id, state: 'accepted' })],
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
    estimate === undefined
      ? heldFact(held)
      : { label: say('Cost'), value: say('about {{amount}}', { amount: creditsText(estimate) }) }
  const bar = progressText(quarters)
  const progress: Fact[] = bar === undefined ? [] : [{ label: say('Progress'), value: bar }]
  return {
    text: say('Working on {{product}}.', { product: productOf(feature) }),
    tone: 'working',
    blocks: [
      {
        kind: 'facts',
        facts: [...progress, { label: say('Expected'), value: { atMs: expectedAtMs } }, cost],
      },
      cancelBlock({ id: jobId, state: 'submitted' }),
    ],
  }
}

/** Shown while nobody knows whether the service took the request. */
export const unsureMessage = (feature: Feature, untilMs: number, jobId: string): ResultMessage => ({
  text: say(
    'The audio service has not said yet whether it took the request for {{product}}. It is not sent again, so that nothing is bought twice.',
    { product: productOf(feature) },
  ),
  tone: 'working',
  blocks: [
    { kind: 'facts', facts: [{ label: say('Known at the latest'), value: { atMs: untilMs } }] },
    cancelBlock({ id: jobId, state: 'uncertain' }),
  ],
})

/** The result with what it is called and what it cost. */
export const readyMessage = (job: JobRecord, view: ResultMessage): ResultMessage => ({
  ...view,
  blocks: [...view.blocks, { kind: 'facts', facts: [...nameFacts(job, view), paidFact(job)] }],
})

const recoverCommand = ({ id }: JobRecord): string => `/jobs recover ${jobName(id)}`

/**
 * Shown while a job that was cancelled runs on, or may do so: it cannot be
 * stopped, and is billed all the same.
 */
export const runsOnMessage = ({ state }: Pick<JobRecord, 'state'>, feature?: Feature): ResultMessage => {
  const consequence =
    state === 'uncertain'
      ? say(
          'The audio service has not said yet whether it took the request; if it did, it bills it all the same, and the result will not be shown here.',
        )
      : say(
          'It runs on at the audio service, which bills it all the same; the result will not be shown here.',
        )
  const product = feature === undefined ? say('this') : productOf(feature)
  return plainMessage(
    say('Making {{product}} was cancelled after it was sent. {{consequence}}', { product, consequence }),
  )
}

/** What a kept result cost, and the way to it. */
const keptBlocks = (job: JobRecord): ResultMessage['blocks'] => [
  { kind: 'facts', facts: [paidFact(job)] },
  { kind: 'buttons', buttons: [recoverButton(job)] },
]

/** A result that was cancelled while it was made: what it cost all the same, and how to get it. */
export const keptBackMessage = (job: JobRecord, feature: Feature): ResultMessage => ({
  text: say(
    'Making {{product}} was cancelled while it ran, so the result is not shown. It is kept: {{command}} shows it where it was asked for, for nothing, if you want it after all.',
    { product: productOf(feature), command: recoverCommand(job) },
  ),
  tone: 'info',
  blocks: keptBlocks(job),
})

/** A result that was kept for too long. */
export const goneMessage = (job: JobRecord, feature: Feature): ResultMessage => ({
  text: say(
    'Making {{product}} worked out, but the audio service does not keep the result any more, so it cannot be shown.',
    { product: productOf(feature) },
  ),
  tone: 'failed',
  blocks: [{ kind: 'facts', facts: [paidFact(job)] }],
})

/** A result that could not be shown where it was asked for: what it cost, and how to get it. */
export const unshownMessage = (job: JobRecord, feature: Feature): ResultMessage => ({
  text: say(
    'Making {{product}} worked out, but the result could not be shown where you asked for it. It is kept: {{command}} shows it there, for nothing, once that is possible again; {{elsewhere}} shows it where you type that.',
    {
      ...{ product: productOf(feature), command: recoverCommand(job) },
      elsewhere: askedText({ command: 'result', action: undefined, values: { job: jobName(job.id) } }),
    },
  ),
  tone: 'failed',
  blocks: keptBlocks(job),
})

/** A longer quotation could push out what the job cost. */
const saidLengthMax = 300

/** The service is quoted; a reason of our own stands by itself. */
const said = ({ ending, endingDetail }: JobRecord): string => {
  if (endingDetail === undefined) return ''
  if (ending === 'clip_refused') return ` ${endingDetail}`
  const quoted = shortened(withoutCodes(endingDetail), saidLengthMax)
  return ` ${say('It said: "{{quoted}}".', { quoted })}`
}

const chargeText = (job: JobRecord): string =>
  job.state === 'booked' || job.state === 'expired'
    ? say('It may still be billed, so {{amount}} stay booked; nothing more will be charged.', {
        amount: settledText(job, creditsText(job.settled ?? 0)),
      })
    : nothingWasCharged()

/** How a job without a result ended, and what that cost. */
export const closingMessage = (job: JobRecord, feature: Feature | undefined): ResultMessage => {
  const what =
    feature === undefined ? say('Your request') : say('Making {{product}}', { product: productOf(feature) })
  if (job.state === 'voided' && job.ending === 'cancelled')
    return plainMessage(`${say('{{what}} was cancelled.', { what })} ${nothingWasCharged()}`)
  const why = job.ending === undefined ? say('It was stopped.') : sayDeclared(endings[job.ending])
  const failed = say('{{what}} did not work out.', { what })
  return plainMessage(`${failed} ${why}${said(job)} ${chargeText(job)}`, 'failed')
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
  const name = `/${command.name}`
  const needed = labels.map((label) => sayDeclared(label)).join(', ')
  const lack = labels.length === 0 ? [] : [say('It still needs: {{fields}}.', { fields: needed })]
  const way =
    command.kind === 'feature'
      ? say('Press the button to fill it in; nothing is charged yet.')
      : say('Press the button to fill it in; nothing is changed yet.')
  return plainMessage([say('{{command}} is almost ready.', { command: name }), ...lack, way].join(' '))
}

/** What a member is told where a form lacks nothing; `price` is what a unit costs at most. */
export const filledInMessage = ({ name }: Command, price: string | undefined): ResultMessage => {
  const command = `/${name}`
  const cost = price === undefined ? [] : [say('It costs at most {{price}}.', { price })]
  const way = say('Press the button to change what you like and send it; nothing is charged yet.')
  return plainMessage([say('{{command}} is filled in.', { command }), ...cost, way].join(' '))
}

/** What a member is told when an answer could not be found in time. */
export const busyMessage = (command: Command | undefined): ResultMessage => {
  const consequence =
    command?.kind === 'utility' && command.audience === 'admins'
      ? say(
          'Nothing was charged. A change that you asked for may be done all the same: look before you ask for it again.',
        )
      : say('Nothing was charged; please try again in a minute.')
  return plainMessage(`${say('Tunesmith is too busy to answer right now.')} ${consequence}`, 'failed')
}
