import { AppError } from '../errors.ts'
import type { RemoteFile } from '../message/message.ts'

/**
 * Reads a file of the audio service. Throws AppError `file_too_large` over `bytesMax`, `file_refused` for a
 * host that is not allowed or a file that is gone, `service_unreachable` where another try is worth it.
 */
export type Download = (url: string, bytesMax: number) => Promise<Uint8Array<ArrayBuffer>>

/** Whether a file of the audio service is there no more for certain; what cannot be told counts as there. */
export type IsGone = (url: string) => Promise<boolean>

/**
 * Where the bytes of a file come from that goes along with a message: the audio service, or a text of ours.
 * `smaller` is read where the file itself is too large.
 */
export type FileSource =
  | { kind: 'remote'; url: string; smaller?: RemoteFile }
  | { kind: 'text'; text: string }

/** What was read; `smaller` is the file that was read instead. */
export interface ReadSource {
  data: Uint8Array<ArrayBuffer>
  smaller: RemoteFile | undefined
}

/**
 * Reads the largest form of a file that fits. Throws what `download` throws of the last form that was tried.
 */
export const readSource = async (
  download: Download,
  source: FileSource,
  bytesMax: number,
): Promise<ReadSource> => {
  if (source.kind === 'text') return { data: new TextEncoder().encode(source.text), smaller: undefined }
  try {
    return { data: await download(source.url, bytesMax), smaller: undefined }
  } catch (error) {
    const { smaller } = source
    if (smaller === undefined || !(error instanceof AppError) || error.code !== 'file_too_large') throw error
    return { data: await download(smaller.url, bytesMax), smaller }
  }
}
