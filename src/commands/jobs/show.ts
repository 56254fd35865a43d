import { clipName } from '../../core/clip/clip.ts'
import { readGivenClip } from '../../core/clip/clip-field.ts'
import { toReader } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { type Lists, namedValues } from '../../core/command/suggest.ts'
import type { Control, RawValues } from '../../core/fields/field.ts'
import { isTheirs } from '../../core/job/access.ts'
import { isNothingForOthers } from '../../core/job/audience.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import type { Places, QueuePosition, QueueStatus } from '../../core/job/concurrency.ts'
import {
  endings,
  isKeptBack,
  isShown,
  isUnfinished,
  type JobRecord,
  type JobState,
} from '../../core/job/job.ts'
import { onceMoreButtons, resultButtons } from '../../core/job/job-buttons.ts'
import { expectedFact, expectedFacts, hindranceText } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import type { Block, Fact, ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { type JobPorts, jobField, withJob } from './find.ts'
import { queueStatusOf } from './queue-status.ts'
import { buttonsFor, costText, laterRecoverText, recoverText, stateText } from './words.ts'

const quotedLength = 200

/** Whose job it is and where it was requested, unless that is obvious. */
const placeFacts = (job: JobRecord, { target }: Invocation): Fact[] => [
  ...(isTheirs(job, target)
    ? []
    : [{ label: say('Member'), value: [{ kind: 'member' as const, id: job.target.member }] }]),
  ...(isPersonal(accountOf(job.target))
    ? []
    : [{ label: say('Channel'), value: [{ kind: 'channel' as const, id: job.target.channel }] }]),
]

const makingFacts = ({ state, submittedAtMs, etaSeconds }: JobRecord, nowMs: number): Fact[] =>
  state === 'submitted' && submittedAtMs !== undefined && etaSeconds !== undefined
    ? [expectedFact(submittedAtMs + etaSeconds * 1000, nowMs)]
    : []

const valueText = (value: unknown, control: Control): string => {
  const clip = control.kind === 'clip' ? readGivenClip(value) : undefined
  if (clip !== undefined) return clipName(clip)
  if (typeof value === 'boolean') return value ? say('yes') : say('no')
  return typeof value === 'object' ? '' : shortened(String(value), quotedLength)
}

/** The request, by the feature's labels. */
const askedFacts = (values: RawValues, feature: Feature | undefined): Fact[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = feature?.fields[name]
    const shown = field === undefined ? '' : valueText(value, field.control)
    return field === undefined || shown === '' ? [] : [{ label: sayDeclared(field.label), value: shown }]
  })

/** The service may quote the request, and with it the secret callback address. */
const reasonFacts = ({ ending, endingDetail }: JobRecord): Fact[] => [
  ...(ending === undefined ? [] : [{ label: say('Reason'), value: sayDeclared(endings[ending]) }]),
  ...(endingDetail === undefined
    ? []
    : [{ label: say('Details'), value: shortened(withoutCodes(endingDetail), quotedLength) }]),
]

const notesFor = (job: JobRecord): Block[] => {
  if (isKeptBack(job)) return [{ kind: 'note', text: recoverText(job) }]
  return job.cancelledBy !== undefined && isUnfinished(job)
    ? [{ kind: 'note', text: laterRecoverText(job) }]
    : []
}

/** What is known of a job besides its record. */
interface Known {
  place: QueueStatus | undefined
  feature: Feature | undefined
  features: readonly Feature[]
  /** The request's values, with voices by name. */
  values: RawValues
  nowMs: number
}

const hindranceNotes = (queuePosition: QueuePosition | undefined): Block[] =>
  queuePosition?.hindrance === undefined
    ? []
    : [{ kind: 'note', text: hindranceText(queuePosition.hindrance) }]

const cameToNothing: ReadonlySet<JobState> = new Set(['voided', 'failed', 'booked', 'expired'])

/** The buttons that a finished job's own message has, here only for the viewer. */
const goOnBlocks = (job: JobRecord, features: readonly Feature[]): readonly Block[] => {
  if (!features.some(({ name }) => name === job.feature)) return []
  if (isShown(job)) return [resultButtons(job, features)]
  return cameToNothing.has(job.state) && job.removal === undefined ? [onceMoreButtons(job)] : []
}

const jobMessage = (
  job: JobRecord,
  { place, feature, features, values, nowMs }: Known,
  asking: Invocation,
): ResultMessage => {
  const waits = place?.status === 'waiting' ? place : undefined
  const waitingFacts =
    waits === undefined || feature === undefined ? [] : expectedFacts(waits, feature.usualSeconds, nowMs)
  const buttons = buttonsFor(job)
  const facts: Fact[] = [
    { label: say('Cost'), value: costText(job) },
    { label: say('Requested'), value: { atMs: job.createdAtMs } },
    { label: say('Last change'), value: { atMs: job.changedAtMs } },
    ...makingFacts(job, nowMs),
    ...waitingFacts,
    ...placeFacts(job, asking),
    ...askedFacts(values, feature),
    ...reasonFacts(job),
  ]
  return {
    text: say('Job {{job}}, {{command}}: {{state}}.', {
      job: jobName(job.id),
      command: `/${job.feature}`,
      state: stateText(job, place),
    }),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts },
      ...notesFor(job),
      ...hindranceNotes(waits),
      ...(buttons.length === 0 ? [] : [{ kind: 'buttons' as const, buttons }]),
      ...goOnBlocks(job, features),
    ],
  }
}

interface ShowPorts extends JobPorts {
  places: Pick<Places, 'positionOf'>
  lists: Lists
  now: () => number
}

/** One job in full. */
export const createShowAction = (features: readonly Feature[]): Action<ShowPorts> =>
  defineAction({
    name: 'show',
    summary: 'See what happened to a job',
    changesNothing: true,
    fields: { job: jobField('jobs') },
    run: (input, invocation, { places, lists, now, ...jobs }: ShowPorts) =>
      withJob(jobs, invocation, input.job, async (job) => {
        const feature = features.find(({ name }) => name === job.feature)
        const values = await namedValues(feature?.fields ?? {}, job.values, lists, job.target, 'voices')
        const known = {
          place: await queueStatusOf(places, features, job),
          feature,
          features,
          values,
          nowMs: now(),
        }
        const isPersonal = isNothingForOthers([job], invocation.target)
        return toReader(jobMessage(job, known, invocation), isPersonal)
      }),
  })
