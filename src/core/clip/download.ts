import { AppError } from '../errors.ts'
import type { AiMark } from '../outcome.ts'

/**
 * A file of the audio service, read by the platform when it posts. `name` has its extension; `mark` goes into its
 * tags.
 */
export interface RemoteFile {
  url: string
  name: string
  mark?: AiMark | undefined
}

/**
 * Reads a file of the audio service and writes `mark` into its tags if its kind has any. Throws AppError
 * `file_too_large` over `bytesMax`, `file_refused` for a host that is not allowed or leads into a private network,
 * `file_gone` if the host no longer has it for anyone, and `service_unreachable` if another try is worth it.
 */
export type Download = (url: string, bytesMax: number, mark?: AiMark) => Promise<Uint8Array<ArrayBuffer>>

/**
 * `fetch` for a chat's files, at addresses that come from the chat. It follows no redirect, which may lead anywhere.
 * Throws AppError `file_refused` if the host leads into a private network, and what `fetch` throws.
 */
export type FetchFile = (
  url: string,
  init: RequestInit & { redirect: 'manual' | 'error' },
) => Promise<Response>

/** Whether an error says that a file's address no longer works. */
export const isFileGone = (error: unknown): boolean => error instanceof AppError && error.code === 'file_gone'

/** Whether a file of the audio service is certainly gone; false in doubt. */
export type IsGone = (url: string) => Promise<boolean>

/**
 * The source of a file that goes with a message: the audio service, our own text, or bytes at hand. `smaller` and `gzipped` are used
 * if the file itself is too large.
 */
export type FileSource =
  | { kind: 'remote'; url: string; mark?: AiMark | undefined; smaller?: RemoteFile }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; data: Uint8Array; gzipped?: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined }

/** What was read; `smaller` is the file that was read instead. */
export interface ReadSource {
  data: Uint8Array<ArrayBuffer>
  smaller: RemoteFile | undefined
}

/**
 * Reads the largest form of a file that fits, with its mark. Throws what `download` throws for the last form tried;
 * if that one is gone, the first still exists and is too large.
 */
export const readSource = async (
  { download }: { download: Download },
  source: FileSource,
  bytesMax: number,
): Promise<ReadSource> => {
  if (source.kind === 'text') return { data: new TextEncoder().encode(source.text), smaller: undefined }
  if (source.kind === 'bytes') return { data: new Uint8Array(source.data), smaller: undefined }
  try {
    return { data: await download(source.url, bytesMax, source.mark), smaller: undefined }
  } catch (error) {
    const { smaller } = source
    if (smaller === undefined || !(error instanceof AppError) || error.code !== 'file_too_large') throw error
    const data = await download(smaller.url, bytesMax, smaller.mark).catch((other: unknown) => {
      throw isFileGone(other) ? error : other
    })
    return { data, smaller }
  }
}

/** Whether a text is an address at one of these origins, such as "https://cdn.example.com". */
export const isAtOrigin = (url: string, origins: readonly string[]): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin)
