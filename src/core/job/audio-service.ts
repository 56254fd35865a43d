import type { LocalClip } from '../clip/clip-reading.ts'
import type { Microcredits } from '../credits.ts'
import type { ApiRequest, QueryRequest } from '../endpoints/api-request.ts'
import type { ConversionType, TaskName } from '../endpoints/conversion-type.ts'
import type { Choice } from '../fields/field.ts'
import type { Outcome } from '../outcome.ts'
import type { LookupUse, PauseReason } from './concurrency.ts'
import type { Submission } from './job-store.ts'

/**
 * What a paid request came to that did not bring what it was for. Only `busy` and `not_sent` may
 * be sent again: nothing was bought. `unsound` is our own refusal: the request breaks what the
 * service documents, and did not leave. What it says is for the log, by the service's own names. `forbidden` leaves
 * open whether the key is refused or this request alone.
 */
export type NotTaken =
  | {
      status: 'refused'
      why: 'request' | 'balance' | 'key' | 'forbidden' | 'unsound'
      said: string | undefined
    }
  | { status: 'busy' }
  | { status: 'not_sent'; reason: string }
  | { status: 'uncertain'; reason: string }

/**
 * A task that was taken. `flaggedFor` is why the service flagged it, '' where
 * it did not say; mostly undefined.
 */
interface AcceptedTask extends Submission {
  conversionIds: readonly string[]
  flaggedFor: string | undefined
}

/** What became of a request for a task. */
export type SubmitOutcome = ({ status: 'accepted' } & AcceptedTask) | NotTaken

/**
 * What became of a request for lyrics. `empty`: the service says that it did it, and has no words; whether it bills that
 * is unknown.
 */
export type LyricsOutcome =
  | { status: 'written'; lyrics: string; taskId: string | undefined; estimate: Microcredits | undefined }
  | { status: 'empty' }
  | NotTaken

/**
 * What a look-up says of a task beside where it stands: the address at which its
 * request asked to be called back.
 */
interface SaidOfTask {
  webhookUrl?: string | undefined
}

/** It runs. `unknownStatus` is a status that nobody has seen yet; `soFar` is there as soon as anything of its product is. */
interface PendingTask {
  status: 'pending'
  unknownStatus?: string | undefined
  soFar?: Outcome | undefined
  cost?: Microcredits | undefined
}

/** Where a task stands that a look-up found. */
export type TaskStatus = SaidOfTask &
  (
    | PendingTask
    | { status: 'finished'; outcome: Outcome; cost: Microcredits | undefined }
    | { status: 'failed'; said: string | undefined }
  )

/**
 * What a look-up of a task found. `unreadable` is worth another look, unless the service itself says that it
 * knows of no such task (`isUnknown`), which may come to be true a moment after the task was made, or the key that the task
 * was paid with is not at hand and the service does not show it to another (`isKeyGone`); `later` is how long to wait for a
 * new look-up, where this minute's are used up.
 */
export type LookupOutcome =
  | TaskStatus
  | { status: 'unreadable'; reason: string; isUnknown?: true; isKeyGone?: true }
  | { status: 'later'; waitMs: number }

/** One page of voices. `unreadable` counts records without an id or a name; `total` counts all pages, if known. */
export interface VoicePage {
  voices: readonly Choice[]
  unreadable: number
  total: number | undefined
}

/**
 * The result of a free look at the service itself. `refused`: it would take no request, because of its account or our key, or
 * because something else answers at its address; `said` is for the log. `away`: unknown for now.
 */
export type ServiceLook =
  | { status: 'accepted' }
  | { status: 'refused'; why: Exclude<PauseReason, 'unclear'>; said: string }
  | { status: 'away'; reason: string }
  | { status: 'later'; waitMs: number }

/** The audio service, as far as jobs and commands use it. */
export interface AudioService {
  /**
   * Sends a paid request once, with its files streamed. Never throws:
   * whatever happens is one of the outcomes.
   */
  submit(request: ApiRequest, files: Readonly<Record<string, LocalClip>>): Promise<SubmitOutcome>
  /**
   * Sends a paid request that is answered at once, once. Never throws:
   * whatever happens is one of the outcomes.
   */
  answer(request: QueryRequest): Promise<LyricsOutcome>
  /**
   * Looks a task up, a few times if need be. Throws AppError `store_unavailable`
   * where look-ups can't be counted.
   */
  lookUp(conversionType: ConversionType, task: TaskName, use: LookupUse): Promise<LookupOutcome>
  /**
   * A page of voices, counted from 0. May wait for a look-up. Throws AppError `service_unreachable` or
   * `service_answer_unreadable`.
   */
  voices(page: number): Promise<VoicePage>
  /** Whether the service answers at its address and accepts our key; one try. */
  look(): Promise<ServiceLook>
  /** The best matches for a name. Does not wait for a look-up. Throws what `voices` throws. */
  findVoices(name: string): Promise<VoicePage>
}
