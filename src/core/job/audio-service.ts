import type { LocalClip } from '../clip/clip-reading.ts'
import type { Microcredits } from '../credits.ts'
import type { ApiRequest, QueryRequest } from '../endpoints/api-request.ts'
import type { ConversionType, TaskName } from '../endpoints/conversion-type.ts'
import type { Choice } from '../fields/field.ts'
import type { Outcome } from '../outcome.ts'
import type { AccountCredits, LookupUse, PauseReason } from './concurrency.ts'
import type { Submission } from './job-store.ts'

/**
 * Outcome of a paid request that did not bring what it was for. Only `busy` and `not_sent` can be sent again:
 * nothing was bought. `unsound` is our own refusal: the request breaks the service's documentation and was not
 * sent; its text is for the log, by the service's own names, and `fault` is what was thrown if it could not even be
 * built. `no_key`: not sent either, because the key that should pay was removed or can't be decrypted. `forbidden` may
 * mean that the key is refused, or this request alone. `credits` are those of the service's account, if the answer has
 * them.
 */
export type NotTaken =
  | {
      status: 'refused'
      why: 'request' | 'balance' | 'key' | 'no_key' | 'forbidden' | 'unsound'
      said: string | undefined
      credits?: AccountCredits | undefined
      fault?: unknown
    }
  | { status: 'busy' }
  | { status: 'not_sent'; reason: string }
  | { status: 'uncertain'; reason: string }

/**
 * A task that the service accepted. `flaggedFor` is why the service flagged it, '' if it gave no reason; usually
 * undefined.
 */
interface AcceptedTask extends Submission {
  conversionIds: readonly string[]
  flaggedFor: string | undefined
}

/** Outcome of a request for a task. */
export type SubmitOutcome = ({ status: 'accepted' } & AcceptedTask) | NotTaken

/**
 * Outcome of a request for lyrics. `empty`: the service reports success without words; whether it bills that is
 * unknown.
 */
export type LyricsOutcome =
  | { status: 'written'; lyrics: string; taskId: string | undefined; estimate: Microcredits | undefined }
  | { status: 'empty' }
  | NotTaken

/** What a look-up says of a task besides its status: the callback address of its request. */
interface SaidOfTask {
  webhookUrl?: string | undefined
}

/**
 * The task is running. `unknownStatus` is a status never seen before; `soFar` is set as soon as any of its product
 * exists.
 */
interface PendingTask {
  status: 'pending'
  unknownStatus?: string | undefined
  soFar?: Outcome | undefined
  cost?: Microcredits | undefined
}

/** The status of a task that a look-up found. */
export type TaskStatus = SaidOfTask &
  (
    | PendingTask
    | {
        status: 'finished'
        outcome: Outcome
        cost: Microcredits | undefined
        flaggedFor?: string | undefined
      }
    | { status: 'failed'; said: string | undefined }
  )

/**
 * Result of looking up a task. `unreadable` is worth another look, except if the service says that it knows no such
 * task (`isUnknown`; the task may become known a moment after it was made), or if the key that paid for the task is
 * missing and the service hides it from other keys (`isKeyGone`). `isDenied`: the service refuses the key. `later` is
 * how long to wait for a new look-up if this minute's are used up.
 */
export type LookupOutcome =
  | TaskStatus
  | { status: 'unreadable'; reason: string; isUnknown?: true; isKeyGone?: true; isDenied?: true }
  | { status: 'later'; waitMs: number }

/** One page of voices. `unreadable` counts records without an id or name; `total` counts all pages, if known. */
export interface VoicePage {
  voices: readonly Choice[]
  unreadable: number
  total: number | undefined
}

/**
 * Result of a free look at the service itself. `refused`: it would take no request, because of its account or our
 * key, or because something else answers at its address; `said` is for the log. `away`: currently unknown.
 */
export type ServiceLook =
  | { status: 'accepted' }
  | { status: 'refused'; why: Exclude<PauseReason, 'unclear'>; said: string }
  | { status: 'away'; reason: string }
  | { status: 'later'; waitMs: number }

/** The audio service, as far as jobs and commands use it. */
export interface AudioService {
  /** Sends a paid request once, with its files streamed. Never throws: every failure is one of the outcomes. */
  submit(request: ApiRequest, files: Readonly<Record<string, LocalClip>>): Promise<SubmitOutcome>
  /** Sends a paid request that is answered at once. Sends it once and never throws: every failure is an outcome. */
  answer(request: QueryRequest): Promise<LyricsOutcome>
  /** Looks a task up, with a few retries. Throws AppError `store_unavailable` if look-ups can't be counted. */
  lookUp(conversionType: ConversionType, task: TaskName, use: LookupUse): Promise<LookupOutcome>
  /**
   * A page of voices, counted from 0. May wait for a look-up. Throws AppError `service_unreachable` or
   * `service_answer_unreadable`.
   */
  voices(page: number): Promise<VoicePage>
  /** Whether the service answers at its address and accepts our key; one try. */
  look(): Promise<ServiceLook>
  /** The best matches for a name. Does not wait for a look-up. Throws what `voices` throws. */
  findVoices(name: string, use?: 'search' | 'typing'): Promise<VoicePage>
}
