import { say } from './text/say.ts'

/** Every failure of Tunesmith that is reported. */
export type ErrorCode =
  | 'configuration'
  | 'store_unavailable'
  | 'store_refused'
  | 'step_over'
  | 'left_to_others'
  | 'not_let_in'
  | 'settings_full'
  | 'too_many_changes'
  | 'record_unreadable'
  | 'record_of_other_version'
  | 'record_of_newer_version'
  | 'service_unreachable'
  | 'service_answer_unreadable'
  | 'file_refused'
  | 'file_gone'
  | 'file_too_large'
  | 'archive_unusable'
  | 'folder_unusable'
  | 'probe_unusable'
  | 'message_gone'
  | 'not_posted'
  | 'reply_over'
  | 'cannot_post'
  | 'platform_unavailable'
  | 'program_fault'

/** If a platform makes us wait longer than this for a turn, the member is told instead. */
export const longestTurnMs = 60_000

/** Details of an error besides its code. */
export interface ErrorDetails {
  cause?: unknown
  /** Whether the same step may succeed if it is run again. */
  retryable?: boolean
  /** Milliseconds until another try makes sense, if the other side named them. */
  retryAfterMs?: number
  /** Text for the member: plain, complete sentences. */
  memberText?: string
  /** Whether `memberText` says already that a change may have been made. */
  saysUnknown?: true
  /** The origin of a file, such as "https://cdn.example.com", if AUDIO_FILE_HOSTS lacks it. */
  originNotAllowed?: string | undefined
}

/** Text for the member after an unexpected failure. */
export const defaultMemberText = (): string => say('Something broke on our side. Try again in a minute.')

/** The only error class: a literal code to branch on, a cause, and a text that can be shown to a member. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly memberText: string
  readonly saysUnknown: boolean
  readonly originNotAllowed: string | undefined

  /** `message` is for the log and names no secret; `details.memberText` is for the chat. */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.retryable = details.retryable ?? false
    this.retryAfterMs = details.retryAfterMs
    this.memberText = details.memberText ?? defaultMemberText()
    this.saysUnknown = details.saysUnknown ?? false
    this.originNotAllowed = details.originNotAllowed
  }
}

/**
 * Whether an error is a bug in this program, which another try would only repeat. `fetch` throws a `TypeError` for
 * the network too, but with a cause.
 */
export const isProgramFault = (error: unknown): error is Error =>
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof URIError ||
  (error instanceof TypeError && error.cause === undefined)

/** The bug as an AppError, which keeps its stack for the log. */
export const programFault = (error: Error): AppError =>
  new AppError('program_fault', `${error.name}: ${error.message}`, { cause: error })

/** Ends an exhaustive switch: an unhandled new member of the union fails to compile. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
