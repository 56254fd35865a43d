/**
 * Reads a file of the audio service. Throws AppError `file_too_large` over `bytesMax`, `file_refused` for a host that
 * is not allowed or a file that is gone, `service_unreachable` where another try is worth it.
 */
export type Download = (url: string, bytesMax: number) => Promise<Uint8Array>
