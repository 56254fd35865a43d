/**
 * Reads a file of the audio service. Throws AppError `file_too_large` over `bytesMax`, `file_refused` for a host that
 * is not allowed or a file that is gone, `service_unreachable` where another try is worth it.
 */
export type Download = (url: string, bytesMax: number) => Promise<Uint8Array>

/** Whether a file of the audio service is there no more for certain; what cannot be told counts as there. */
export type IsGone = (url: string) => Promise<boolean>

/** Where the bytes of a file come from that goes along with a message: the audio service, or a text of ours. */
export type FileSource = { kind: 'remote'; url: string } | { kind: 'text'; text: string }

/** Reads a file that goes along with a message. Throws what `download` throws. */
export const readSource = async (
  download: Download,
  source: FileSource,
  bytesMax: number,
): Promise<Uint8Array> =>
  source.kind === 'text' ? new TextEncoder().encode(source.text) : download(source.url, bytesMax)
