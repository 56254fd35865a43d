/** Decoders read PCM of these bytes per sample. Of others they decode nothing, or bytes as they please. */
const bytesPerSample: ReadonlySet<number> = new Set([1, 2, 3, 4, 8])

/** The bytes of a PCM sample by its bits, which fill the last byte up; undefined if decoders don't believe them. */
export const sampleBytesOf = (bits: number): number | undefined => {
  const bytes = Math.ceil(bits / 8)
  return bytesPerSample.has(bytes) ? bytes : undefined
}

/** No recorder is slower or faster. */
const [rateMin, rateMax] = [4_000, 768_000]

/**
 * Whether this can be a number of samples per second. A forged lower one would make hours of few bytes; decoders cut
 * larger ones down.
 */
export const isRate = (rate: number): boolean => rate >= rateMin && rate <= rateMax
