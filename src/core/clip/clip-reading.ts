import { AppError } from '../errors.ts'

/** A file of a chat while it is read. */
export interface ClipStream {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** A clip on this machine, ready to be sent: a file of its sound alone. */
export interface LocalClip {
  path: string
  name: string
  contentType: string
  bytes: number
  /** How long anybody plays it at most. */
  seconds: number
}

/** Result of reading a chat's file; `reason` is plain text for the member, with the limit and the fix. */
export type ClipReading = { status: 'read'; clip: LocalClip } | { status: 'refused'; reason: string }

/** Stores the sound of chats' files on this machine. */
export interface ClipReader {
  /**
   * Never trusts a name or a stated type. Rejects with the stream's errors and with AppError `folder_unusable` or
   * `probe_unusable`.
   */
  read(stream: ClipStream): Promise<ClipReading>
  /** Removes a file that is no longer needed. */
  discard(clip: LocalClip): Promise<void>
}

/** Whether this machine failed to store or check a clip, so that neither the chat nor the file is to blame. */
export const isMachineTrouble = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'folder_unusable' || error.code === 'probe_unusable')

/** The audio service fetches chats' files below this path if it takes only addresses; a file's code follows. */
export const filePath = '/files'

/** A chat's file that belongs to a job. `part` is the service's own name for the value. */
export interface LinkedFile {
  jobId: string
  part: string
}

/** Temporary addresses at which the audio service can read one file; only the service is told. */
export interface FileLinks {
  /** Where the file can be read until that time (epoch milliseconds). */
  addressOf(file: LinkedFile, untilMs: number): string
  /** The file of a code; undefined if the code is not ours or has expired. */
  fileOf(code: string, nowMs: number): LinkedFile | undefined
}

/** Result of a request for a file's address. `later`: the file can't be read right now. */
export type ServedFile =
  | { status: 'found'; clip: LocalClip; discard(): Promise<void> }
  | { status: 'unknown' }
  | { status: 'later' }
