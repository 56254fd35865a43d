import type { Command } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import { spoilerName } from '../../core/command/seen-by.ts'
import type { Microcredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { QueuePosition } from '../../core/job/concurrency.ts'
import { isForRequesterAlone, type JobRecord, resultMark } from '../../core/job/job.ts'
import { cancelButton, resultButtons } from '../../core/job/job-buttons.ts'
import {
  expectedFact,
  expectedFacts,
  hindranceText,
  positionText,
  progressText,
} from '../../core/job/job-texts.ts'
import { creditsText, formatLeft, withUnit } from '../../core/ledger/credits-text.ts'
import { type Block, type LineFact, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import type { AiMark } from '../../core/outcome.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared, sayList } from '../../core/text/say.ts'
import {
  aboutFacts,
  heldFact,
  lowBlocks,
  nameFacts,
  overrunBlocks,
  type PaidJob,
  paidFact,
  remarkBlocks,
  whichFacts,
} from './job-facts.ts'

/** Note with the service's reason for flagging a request; '' if it gave none. */
export const flagNote = 'flagged'

/** Ends every refusal before anything was bought. */
export const nothingWasCharged = (): string => say('Nothing was charged.')

/** What a feature makes, within a sentence, such as "your song". */
export const productOf = ({ product }: Pick<Feature, 'product'>): string => sayDeclared(product)

/** Cancel button, in every message of a job that can still be cancelled. */
export const cancelBlock = (job: Pick<JobRecord, 'id' | 'state'>): Block => ({
  kind: 'buttons',
  buttons: [cancelButton(job)],
})

/** Says that the message will be updated. */
export const newsToCome = () => say("I'll update this message.")

/** What is said of an accepted request. `unreadMinutes`: see `unreadMinutesOf`. */
export interface Queued {
  values: RawValues
  notes: JobRecord['notes']
  defaults: readonly LineFact[]
  bound: Microcredits
  /** Undefined if it is not told. */
  left: number | undefined
  unreadMinutes: number | undefined
}

/** The answer to an accepted request: what was requested, and its maximum cost. */
export const queuedMessage = (feature: Feature, queued: Queued, jobId: string): ResultMessage => {
  const { values, defaults, bound, left, unreadMinutes } = queued
  const facts: LineFact[] = [...aboutFacts(values, feature), ...defaults, heldFact(bound, unreadMinutes)]
  if (left !== undefined) facts.push({ label: say('Left'), value: withUnit(formatLeft(left)) })
  return {
    text: say('Queued {{product}}. {{news}}', { product: productOf(feature), news: newsToCome() }),
    tone: 'working',
    blocks: [
      ...(feature.isFree ? [] : [{ kind: 'line' as const, facts }]),
      ...remarkBlocks(queued, 'under_way'),
      cancelBlock({ id: jobId, state: 'requested' }),
    ],
  }
}

/**
 * Shown to a member whose job is queued: its position near the front, and when the result may be ready.
 */
export const waitingMessage = (
  { id, held, values, notes }: Pick<JobRecord, 'id' | 'held' | 'values' | 'notes'>,
  feature: Feature,
  queuePosition: QueuePosition,
  { nowMs, unreadMinutes }: { nowMs: number; unreadMinutes?: number | undefined },
): ResultMessage => {
  const { position, hindrance } = queuePosition
  const expected = position === undefined ? [] : expectedFacts(queuePosition, feature.usualSeconds, nowMs)
  const outlook = hindrance === undefined ? newsToCome() : hindranceText(hindrance)
  return {
    text: say('Queued {{product}}: {{place}}. {{outlook}}', {
      product: productOf(feature),
      place: positionText(queuePosition),
      outlook,
    }),
    tone: 'working',
    blocks: [
      { kind: 'line', facts: [...aboutFacts(values, feature), ...expected, heldFact(held, unreadMinutes)] },
      ...remarkBlocks({ notes }, 'under_way'),
      cancelBlock({ id, state: 'accepted' }),
    ],
  }
}

/** What is known of a running task. `quarters`: quarters of the expected time that have passed. */
export interface WorkInProgress {
  held: Microcredits
  estimate: Microcredits | undefined
  expectedAtMs: number
  nowMs: number
  quarters?: number
}

/** Why the service flagged a request that it accepted. */
const flagBlocks = ({ notes }: Pick<JobRecord, 'notes'>): Block[] => {
  const reason = notes[flagNote]
  if (reason === undefined) return []
  const text =
    reason === ''
      ? say('The audio service flagged this request without saying why.')
      : say('The audio service flagged this request: "{{reason}}"', { reason })
  return [{ kind: 'note', text }]
}

/** Shown while the service works. */
export const workingMessage = (
  feature: Feature,
  { held, estimate, expectedAtMs, nowMs, quarters = 0 }: WorkInProgress,
  { id, values, notes }: Pick<JobRecord, 'id' | 'values' | 'notes'>,
): ResultMessage => {
  const cost: LineFact =
    estimate === undefined
      ? heldFact(held)
      : { label: say('Cost'), value: say('about {{amount}}', { amount: creditsText(estimate) }) }
  const bar = progressText(quarters)
  const progress: LineFact[] = bar === undefined ? [] : [{ label: '', value: bar }]
  return {
    text: say('Working on {{product}}.', { product: productOf(feature) }),
    tone: 'working',
    blocks: [
      {
        kind: 'line',
        facts: [...aboutFacts(values, feature), ...progress, expectedFact(expectedAtMs, nowMs), cost],
      },
      ...overrunBlocks(held, estimate),
      ...flagBlocks({ notes }),
      ...remarkBlocks({ notes }, 'under_way'),
      cancelBlock({ id, state: 'submitted' }),
    ],
  }
}

/** Shown while it is unknown whether the service accepted the request. */
export const unsureMessage = (
  feature: Feature,
  untilMs: number,
  job: Pick<JobRecord, 'id' | 'values' | 'notes'>,
): ResultMessage => ({
  text: say(
    "The audio service hasn't confirmed {{product}} yet. I won't send it again, so you're never charged twice.",
    { product: productOf(feature) },
  ),
  tone: 'working',
  blocks: [
    {
      kind: 'line',
      facts: [...whichFacts(job, feature), { label: say('Next update'), value: { atMs: untilMs } }],
    },
    ...remarkBlocks(job, 'under_way'),
    cancelBlock({ id: job.id, state: 'uncertain' }),
  ],
})

/** A part of a result whose files say what made them. */
const withMark = (block: Block, mark: AiMark): Block => {
  if (block.kind === 'file' || block.kind === 'cover') return { ...block, file: { ...block.file, mark } }
  if (block.kind !== 'audio') return block
  const { file, smaller } = block
  return {
    ...block,
    file: { ...file, mark },
    ...(smaller !== undefined && { smaller: { ...smaller, mark } }),
  }
}

/** The result with its name, that it was made with AI, its cost, and the buttons for what to do next. */
export const readyMessage = (
  job: PaidJob,
  view: ResultMessage,
  features: ReadonlyMap<string, Feature>,
): ResultMessage => {
  const mark = resultMark(job, features.get(job.feature)?.conversionType)
  // A result of this job lists its model among the options; one that is shown again does not.
  const model = job.outcome?.mark?.model
  const made = model === undefined ? say('Made with AI') : say('Made with AI, model {{model}}', { model })
  const madeWithAi: LineFact = { label: '', value: made }
  const asked: LineFact[] = []
  const shown: Block[] = []
  for (const block of view.blocks) {
    if (block.kind === 'line') asked.push(...block.facts)
    else shown.push(withMark(block, mark))
  }
  return {
    ...view,
    ...(job.values[spoilerName] === true && { isSpoiler: true }),
    blocks: [
      { kind: 'line', facts: [...asked, paidFact(job), madeWithAi, ...nameFacts(job, view)] },
      ...shown,
      ...lowBlocks(job),
      ...overrunBlocks(job.held, job.settled),
      ...flagBlocks(job),
      ...remarkBlocks(job, 'over'),
      resultButtons(job, [...features.values()]),
    ],
  }
}

/** Shown when a form asks for the missing values. */
export const lackingMessage = (
  command: Command,
  labels: readonly string[],
  action?: string,
): ResultMessage => {
  const name = action === undefined ? `/${command.name}` : `/${command.name} ${action}`
  const needed = sayList(
    labels.map((label) => sayDeclared(label)),
    'unit',
  )
  const lack =
    labels.length === 0
      ? say('{{command}} is almost ready.', { command: name })
      : say('{{command}} still needs: {{fields}}.', { command: name, fields: needed })
  const nothingYet =
    command.kind === 'feature' ? say('Nothing has been charged yet.') : say('Nothing has been changed yet.')
  return plainMessage(`${lack} ${nothingYet}`)
}

/** Shown when a form has nothing missing; `price` is the most that a unit costs. */
export const filledInMessage = ({ name }: Command, price: string | undefined): ResultMessage => {
  const command = `/${name}`
  const cost = price === undefined ? [] : [say('It costs up to {{price}}.', { price })]
  const ready = say('{{command}} is ready to send.', { command })
  return plainMessage([ready, ...cost, say('Nothing has been charged yet.')].join(' '))
}

const checkFirst = (): string => say('Your change may have been made, so check before you try again.')

/** Shown when an answer could not be found in time. */
export const lateMessage = (isChange: boolean): ResultMessage => {
  const consequence = isChange ? checkFirst() : say('Try again in a minute. Nothing was charged.')
  return plainMessage(`${say("I couldn't answer in time.")} ${consequence}`, 'failed')
}

/**
 * A change that may have been made, in part or by a call whose answer is missing, if the database is lost: its
 * error says so.
 */
export const inDoubt = async <T>(change: Promise<T>): Promise<T> => {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'store_unavailable') || error.saysUnknown) throw error
    const { code, message, retryable } = error
    const memberText = `${say("I can't reach my database right now.")} ${checkFirst()}`
    throw new AppError(code, message, { cause: error, retryable, memberText, saysUnknown: true })
  }
}

/** A job's message with its requester, if others can see it. */
export const withAsker = (
  message: ResultMessage,
  job: Pick<JobRecord, 'target' | 'values'>,
): ResultMessage =>
  isPersonal(accountOf(job.target)) || isForRequesterAlone(job)
    ? message
    : { ...message, askedBy: job.target.member }
