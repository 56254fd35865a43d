const reach = 12

/** A windowed sinc whose zeroes lie one sample of the slower rate apart. */
const kernel = (distance: number, cutoff: number): number => {
  const scaled = distance * cutoff
  if (Math.abs(scaled) >= reach) return 0
  const window = 0.5 + 0.5 * Math.cos((Math.PI * scaled) / reach)
  return cutoff * window * (scaled === 0 ? 1 : Math.sin(Math.PI * scaled) / (Math.PI * scaled))
}

const phases = 256

/** Kernels for positions between two samples, one row after another. */
const kernelRows = (cutoff: number, taps: number): Float32Array =>
  Float32Array.from({ length: phases * taps }, (_empty, index) =>
    kernel((index % taps) - taps / 2 + 1 - Math.floor(index / taps) / phases, cutoff),
  )

/** One channel at another rate, without what the slower rate cannot hold. */
export const resample = (samples: Float32Array, fromRate: number, toRate: number): Float32Array => {
  if (fromRate === toRate) return samples
  const cutoff = Math.min(1, toRate / fromRate)
  const taps = 2 * Math.ceil(reach / cutoff)
  const rows = kernelRows(cutoff, taps)
  const out = new Float32Array(Math.floor((samples.length * toRate) / fromRate))
  for (let index = 0; index < out.length; index += 1) {
    const position = Math.round(((index * fromRate) / toRate) * phases)
    const row = (position % phases) * taps
    const first = Math.floor(position / phases) - taps / 2 + 1
    // Only within the samples: reading beyond them costs more than all the rest.
    const end = Math.min(taps, samples.length - first)
    let sum = 0
    for (let tap = Math.max(0, -first); tap < end; tap += 1) {
      sum += (rows[row + tap] ?? 0) * (samples[first + tap] ?? 0)
    }
    out[index] = sum
  }
  return out
}
