import type { LocalClip } from './clip.ts'
import type { Microcredits } from './credits.ts'
import type { ApiRequest, Outcome } from './feature.ts'
import type { Choice } from './field.ts'
import type { Submission } from './job-store.ts'

/** What became of a paid request. Only `busy` and `not_sent` may be sent again: nothing was bought. */
export type SubmitOutcome =
  | ({ status: 'accepted' } & Submission)
  | { status: 'refused'; why: 'request' | 'balance' | 'key'; said: string | undefined }
  | { status: 'busy' }
  | { status: 'not_sent'; reason: string }
  | { status: 'uncertain'; reason: string }

/** What a look-up of a task found. `complete` is false while a final task still lacks files. */
export type LookupOutcome =
  | { status: 'pending' }
  | { status: 'finished'; outcome: Outcome; cost: Microcredits | undefined }
  | { status: 'failed'; said: string | undefined }
  | { status: 'unreadable'; reason: string }

/** The audio service, as far as jobs and commands use it. */
export interface AudioService {
  /** Sends a paid request once, with its files streamed. Never throws: whatever happens is one of the outcomes. */
  submit(request: ApiRequest, files: Readonly<Record<string, LocalClip>>): Promise<SubmitOutcome>
  /** Looks a task up. Never throws; `unreadable` is worth another look. */
  lookUp(conversionType: string, taskId: string): Promise<LookupOutcome>
  /** All voices. Throws AppError `service_unreachable` or `service_answer_unreadable`. */
  voices(): Promise<readonly Choice[]>
}
