/** Decoders read PCM of these bytes per sample. Of others they decode nothing, or bytes as they please. */
const bytesPerSample: ReadonlySet<number> = new Set([1, 2, 3, 4, 8])

/** The bytes of a PCM sample by its bits, which fill the last byte up; undefined if decoders don't believe them. */
export const sampleBytesOf = (bits: number): number | undefined => {
  const bytes = Math.ceil(bits / 8)
  return bytesPerSample.has(bytes) ? bytes : undefined
}

const rateMax = 768_000

/** Whether this can be a number of samples per second; decoders cut larger ones down. */
export const isRate = (rate: number): boolean => rate > 0 && rate <= rateMax
