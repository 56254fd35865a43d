import { AppError } from '../errors.ts'

/** A file of a chat while it is read. */
export interface ClipStream {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** A clip on this machine, ready to be sent on. */
export interface LocalClip {
  path: string
  name: string
  contentType: string
  bytes: number
  /** Where its length can be told. */
  seconds: number | undefined
  /** What its length is at most, where that is certain: its head says nothing that counts for less. */
  secondsMost?: number | undefined
}

/** What reading a chat's file came to; `reason` is plain text for the member, with the limit and the mend. */
export type ClipReading = { status: 'read'; clip: LocalClip } | { status: 'refused'; reason: string }

/** Reads chats' files into this machine, and looks at what they contain. */
export interface ClipReader {
  /**
   * Never trusts a name or a stated type. Rejects with whatever the stream rejects with, and with AppError
   * `folder_unusable` or `probe_unusable`.
   */
  read(stream: ClipStream): Promise<ClipReading>
  /** Removes a file that is not needed any more. */
  discard(clip: LocalClip): Promise<void>
}

/** Whether this machine could not store or check a clip, so that no chat and no file is to blame. */
export const isMachineTrouble = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'folder_unusable' || error.code === 'probe_unusable')

/** Below this path the audio service fetches chats' files that it takes only by address; a file's code follows. */
export const filePath = '/files'

/** A chat's file that goes with a job. `part` is the service's own name for the value. */
export interface LinkedFile {
  jobId: string
  part: string
}

/** Addresses at which the audio service may read one file for a while; only the service is told. */
export interface FileLinks {
  /** Where the file can be read until then (epoch milliseconds). */
  addressOf(file: LinkedFile, untilMs: number): string
  /** The file of a code; undefined if we did not make the code, or it has expired. */
  fileOf(code: string, nowMs: number): LinkedFile | undefined
}

/** What the address of a file leads to. `later`: it cannot be read right now. */
export type ServedFile =
  | { status: 'found'; clip: LocalClip; discard(): Promise<void> }
  | { status: 'unknown' }
  | { status: 'later' }
