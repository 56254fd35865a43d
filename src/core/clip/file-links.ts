import type { LocalClip } from './clip-reading.ts'

/**
 * Below this path the audio service fetches chats' files that it takes by their address alone; the code of
 * one follows.
 */
export const filePath = '/files'

/**
 * A chat's file that goes with a job: which one is said by the service's own
 * name for the value it stands for.
 */
export interface LinkedFile {
  jobId: string
  part: string
}

/** Addresses at which the audio service may read one file for a while; only the service is told. */
export interface FileLinks {
  /** Where the file can be read until then (epoch milliseconds). */
  addressOf(file: LinkedFile, untilMs: number): string
  /** The file whose code it is; undefined where we did not make it, or its time is over. */
  fileOf(code: string, nowMs: number): LinkedFile | undefined
}

/** What stands behind an address of a file. `later`: it cannot be read right now. */
export type ServedFile =
  | { status: 'found'; clip: LocalClip; discard(): Promise<void> }
  | { status: 'unknown' }
  | { status: 'later' }
