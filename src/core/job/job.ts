import { processedSource } from '../clip/clip.ts'
import { onlyMe, seenByName } from '../command/seen-by.ts'
import type { Microcredits } from '../credits.ts'
import type { ConversionType } from '../endpoints/conversion-type.ts'
import type { RawValues } from '../fields/field.ts'
import type { Scope } from '../ledger/scope.ts'
import type { AiMark, DigitalSource, Outcome } from '../outcome.ts'
import { accountOf, isPersonal, type MessageRef, type Target } from '../target.ts'
import { declared } from '../text/say.ts'
import type { Payer } from './own-keys.ts'

/**
 * The states of a job; `job-transitions.ts` has the transitions, docs/architecture.md the diagram. `uncertain`: the
 * service may or may not have taken the request. It is never sent again.
 */
export const jobStates = [
  'requested',
  'accepted',
  'submitting',
  'submitted',
  'uncertain',
  'ready',
  'posted',
  'withheld',
  'voided',
  'failed',
  'booked',
  'expired',
] as const
export type JobState = (typeof jobStates)[number]

/** Why a job ended without a result, in words for members; said by `sayDeclared`. */
export const endings = {
  ack_too_late: declared('The request arrived too late to be answered.'),
  interrupted: declared('I was interrupted before your request could start.'),
  cancelled: declared('It was cancelled before it started.'),
  not_let_in: declared('Your bot operator turned credits off here before it started.'),
  bot_gone: declared('Tunesmith was removed from here before it started.'),
  blocked: declared('You were blocked from using Tunesmith before it started.'),
  request_unsound: declared(
    "That request couldn't be sent because of a problem on our side. Your bot operator has the details. Try a different request.",
  ),
  service_refused: declared('The audio service refused the request.'),
  no_balance: declared(
    "The bot's account with the audio service is out of credit. Your bot operator needs to top it up.",
  ),
  key_refused: declared("The audio service rejected the bot's key. Your bot operator needs to fix this."),
  no_own_balance: declared(
    "Your admins' account with the audio service is out of credit. An admin needs to top it up.",
  ),
  own_key_refused: declared(
    'The API key that your admins set was removed, or the audio service rejected it. An admin can set another with /budget key.',
  ),
  service_unreachable: declared("The audio service couldn't be reached."),
  service_failed: declared("The audio service couldn't finish it."),
  not_reachable: declared(
    "I couldn't send you a direct message with your private result. Allow direct messages from me, or use seen_by:here.",
  ),
  outcome_unknown: declared('The audio service never confirmed the request.'),
  answer_empty: declared('The audio service sent no text.'),
  overdue: declared("The audio service didn't finish in time."),
  key_gone: declared(
    "I can't fetch the result right now. The key for the audio service was changed while this was running.",
  ),
  faulty: declared('Something broke on our side. Your bot operator has the details.'),
  invalid_request: declared("I can't read this request anymore."),
  clip_refused: declared("The clip can't be used."),
  clip_misfit: declared("These settings don't work for this clip."),
  clip_expired: declared('Its clip expired in the queue. Upload it again.'),
  waited_too_long: declared('It was in the queue too long.'),
  result_unknown: declared('No task or conversion with that ID. Check the ID and the family.'),
  still_running: declared("It isn't finished yet. Try again when it is."),
  result_gone: declared("It's no longer stored."),
  nothing_to_show: declared("That take doesn't exist or has no WAV file."),
} as const
export type Ending = keyof typeof endings

/** The source of a settled amount; a later one replaces an earlier one. */
export type CostSource = 'hold' | 'estimate' | 'refund' | 'final'

/** One member's request and its full history. This is the truth about a job; everything else only wakes it. */
export interface JobRecord {
  id: string
  /** Version of this shape. */
  version: number
  state: JobState
  /** Raised when a worker takes up a step; a result is written only under the epoch it began with. */
  epoch: number
  /** Raised with every wake-up; a wake-up with another number is dropped. */
  wake: number
  feature: string
  values: RawValues
  target: Target
  fileBytesMax: number
  createdAtMs: number
  /** When it entered its state. */
  changedAtMs: number
  /** The answer that became the job's one message, once known. */
  message: MessageRef | undefined
  replyToken: string | undefined
  held: Microcredits
  /** How many minutes were held if its clip's length was unknown; undefined if there is no such clip. */
  unreadMinutes: number | undefined
  /** The account's budget window in which it was held and is settled. */
  window: string
  /** Where the hold counts, besides the account. */
  scopes: readonly Scope[]
  /** The day whose spend its cost counts in; undefined in personal accounts and older records. */
  day: string | undefined
  /** The requester's groups that had a limit at the time; undefined if they were not known. */
  groups: readonly string[] | undefined
  /** How often its money has changed. */
  moneyVersion: number
  estimate: Microcredits | undefined
  settled: Microcredits | undefined
  settledBy: CostSource | undefined
  submitEpoch: number | undefined
  submitDeadlineMs: number | undefined
  /** Id of the API key of the last paid request; a server's own is noted at the hold. Older records have none. */
  keyId: string | undefined
  paidBy: Payer
  /** Whether the last paid request included a callback address. */
  callback: boolean
  /** The length of the clip that it is charged by, once it was read and if it can be determined. */
  clipSeconds: number | undefined
  submitTries: number
  /** How many of its submissions did not leave this machine. */
  unsentTries: number
  taskId: string | undefined
  /** Tasks that callbacks named before the service's own answer did. */
  hintedTasks: readonly string[]
  etaSeconds: number | undefined
  submittedAtMs: number | undefined
  outcome: Outcome | undefined
  ending: Ending | undefined
  /** The service's own words for it, so data; but our text for `clip_refused` and `clip_misfit`. */
  endingDetail: string | undefined
  /** Who cancelled it, before it was sent or when it could no longer be stopped. */
  cancelledBy: string | undefined
  /** Whether its message will be or was deleted; from then on nothing of it is shown. */
  removal: 'asked' | 'done' | undefined
  /** Who deleted its message. */
  removedBy: string | undefined
  /** The state whose closing message has been shown. */
  toldState: JobState | undefined
  deliverTries: number
  /** How often it was taken up since a step last finished. */
  pickups: number
  /** When its closing message is repeated, because an older edit may cover it. */
  repeatDueMs: number | undefined
  notes: Readonly<Record<string, string>>
}

/** Whether a job was sent and may be running at the service. */
export const isRunning = ({ state }: Pick<JobRecord, 'state'>): boolean =>
  state === 'submitting' || state === 'submitted' || state === 'uncertain'

const unfinished: ReadonlySet<JobState> = new Set([
  'requested',
  'accepted',
  'submitting',
  'submitted',
  'uncertain',
  'ready',
])

/** Whether a job is not yet over. */
export const isUnfinished = ({ state }: Pick<JobRecord, 'state'>): boolean => unfinished.has(state)

/** The note of the task that a callback revealed to be that of a booked job. */
export const lateTaskNote = 'late_task'

/** The task of a job, if it is known. */
export const knownTask = ({ taskId, notes }: Pick<JobRecord, 'taskId' | 'notes'>): string | undefined =>
  taskId ?? notes[lateTaskNote]

/** How long the step that sent a request tries to report what became of it. */
export const reportMs = 10 * 60_000

/** The fields that decide whether a result may still come. */
export type Prospects = Pick<JobRecord, 'state' | 'callback' | 'taskId' | 'hintedTasks' | 'notes'>

/**
 * Whether a booked job may still get its result: the service was asked to call back, or a known task is looked up. What
 * only the step that sent the request could still report is never promised. `forget.lua` has the same rule.
 */
export const mayStillCome = (job: Prospects): boolean => {
  if (job.state !== 'booked') return job.state === 'expired'
  return job.callback || job.hintedTasks.length > 0 || knownTask(job) !== undefined
}

/**
 * Whether only the requester sees a job's request, progress and result, in their direct messages. False for
 * requests made in a direct message, which nobody else sees anyway.
 */
export const isForRequesterAlone = ({ values, target }: Pick<JobRecord, 'values' | 'target'>): boolean =>
  values[seenByName] === onlyMe && !isPersonal(accountOf(target))

/** Whether everyone in its place can see the result. */
export const isShown = ({ state, removal }: Pick<JobRecord, 'state' | 'removal'>): boolean =>
  state === 'posted' && removal === undefined

/** Whether a result was made but not shown, and its own message can still show it. */
export const isKeptBack = ({ state, removal }: Pick<JobRecord, 'state' | 'removal'>): boolean =>
  state === 'withheld' && removal === undefined

/** The initial values of a job. */
export interface JobRequest {
  id: string
  feature: string
  /** What the member gave: the same event with other values is another request. */
  given: RawValues
  /** The feature's input: what was given, by its values, and what was filled in. */
  values: RawValues
  target: Target
  fileBytesMax: number
  replyToken: string
  bound: Microcredits
  /** The minutes assumed for a clip of unknown length. */
  unreadMinutes?: number | undefined
  /** Whether it is free, so that no budget has to cover it. */
  isFree: boolean
  /** The job whose result it shows again, so that deleting that job's record also finds this one's. */
  copyOf?: string
  /** The member's roles or user groups; undefined if they were not available in time. */
  groups: readonly string[] | undefined
  /** Whether the member is an admin. A block by an admin does not apply to admins. */
  isByAdmin?: boolean
  /** The number of the process that took it: see `takerNote`. */
  taker?: number
  /** Other initial notes of its record. */
  notes?: JobRecord['notes']
}

/**
 * The note about telling the requester once that the job is over: `due`, then how they are being told, then `over`.
 * Jobs that need no notice have no such note.
 */
export const noticeNote = 'notice'

/** The note of a job with the admin who let it exceed limits. */
export const approvedNote = 'approved_by'

/** The note of a job that an admin requested. */
export const byAdminNote = 'by_admin'

/** Version of JobRecord that this program writes. */
export const jobRecordVersion = 2

/**
 * How each family's files are made: generated, generated from a clip, or a clip that was only processed. The last
 * claims no more than is true of a member's own recording.
 */
const digitalSourceOf = {
  MUSIC_AI: 'trainedAlgorithmicMedia',
  TEXT_TO_SPEECH: 'trainedAlgorithmicMedia',
  VOICE_CONVERSION: 'compositeWithTrainedAlgorithmicMedia',
  EXTRACTION: 'algorithmicallyEnhanced',
  COVER: 'compositeWithTrainedAlgorithmicMedia',
  STEMS_SEPARATION: 'algorithmicallyEnhanced',
  VOCAL_EXTRACTION: 'algorithmicallyEnhanced',
  DENOISING: 'algorithmicallyEnhanced',
  DEECHO: 'algorithmicallyEnhanced',
  DEREVERB: 'algorithmicallyEnhanced',
  SOUND_GENERATOR: 'trainedAlgorithmicMedia',
  AUDIO_TRANSCRIPTION: 'trainedAlgorithmicMedia',
  AUDIO_SPEED_CHANGER: 'algorithmicallyEnhanced',
  AUDIO_MASTERING: 'algorithmicallyEnhanced',
  AUDIO_CUTTER: 'algorithmicallyEnhanced',
  REMIX: 'compositeWithTrainedAlgorithmicMedia',
  FILE_CONVERT: 'algorithmicallyEnhanced',
  KEY_BPM_EXTRACTION: 'algorithmicallyEnhanced',
  AUDIO_TO_MIDI: 'algorithmicallyEnhanced',
  EXTEND: 'compositeWithTrainedAlgorithmicMedia',
  INPAINT: 'compositeWithTrainedAlgorithmicMedia',
  SING_OVER_INSTRUMENTAL: 'compositeWithTrainedAlgorithmicMedia',
  LYRICS_GENERATOR: 'trainedAlgorithmicMedia',
} as const satisfies Record<ConversionType, DigitalSource>

/** The mark of a job's files: its own, or that of the job whose result it shows again. */
export const resultMark = (
  { id, values, outcome }: Pick<JobRecord, 'id' | 'values' | 'outcome'>,
  family: ConversionType | undefined,
): AiMark => {
  if (outcome?.mark !== undefined) return outcome.mark
  const byFamily = family === undefined ? 'trainedAlgorithmicMedia' : digitalSourceOf[family]
  const source = byFamily === 'algorithmicallyEnhanced' ? processedSource(Object.values(values)) : byFamily
  return { job: id, source, ...(typeof values.model === 'string' && { model: values.model }) }
}

/** What a request counts for in a budget: its feature, and its model if it names one. */
export const purposesOf = ({
  feature,
  values: { model },
}: Pick<JobRequest, 'feature' | 'values'>): readonly Scope[] => {
  const ofFeature = { kind: 'feature', id: feature } as const
  return typeof model === 'string' ? [ofFeature, { kind: 'model', id: model }] : [ofFeature]
}
