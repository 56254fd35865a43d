import type { SoundCodec } from './sound.ts'

/** No recorder is slower or faster. */
const [rateMin, rateMax] = [4_000, 768_000]

/**
 * Whether this can be a number of samples per second. A forged lower one would make hours of few bytes; decoders cut
 * larger ones down.
 */
export const isRate = (rate: number): boolean => rate >= rateMin && rate <= rateMax

/** PCM as a container describes it. */
export interface PlainSound {
  encoding: 'whole' | 'float' | 'a_law' | 'u_law'
  bits: number
  channels: number
  /** Samples per second of each channel. */
  rate: number
  order?: 'little' | 'big'
  /** Whether its single bytes have a sign, which those of WAV don't. */
  isSigned?: boolean
}

/** Its format in WAV (RFC 2361), and the bytes that a sample can have. */
const formats = {
  whole: { format: 1, bytes: [1, 2, 3, 4] },
  float: { format: 3, bytes: [4, 8] },
  a_law: { format: 6, bytes: [1] },
  u_law: { format: 7, bytes: [1] },
} as const

const channelsMax = 64

/** Packets of PCM, which can be divided between any two moments. Undefined for PCM that nobody records. */
export const plainPackets = ({
  encoding,
  bits,
  channels,
  rate,
  order = 'little',
  isSigned = true,
}: PlainSound): SoundCodec | undefined => {
  const sampleBytes = Math.ceil(bits / 8)
  const { format, bytes: possible } = formats[encoding]
  const isPossible = possible.some((each) => each === sampleBytes)
  if (!isPossible || !isRate(rate) || channels < 1 || channels > channelsMax) return undefined
  const mend =
    sampleBytes > 1 && order === 'big'
      ? 'turn_bytes'
      : format === 1 && sampleBytes === 1 && isSigned
        ? 'turn_sign'
        : undefined
  const blockBytes = channels * sampleBytes
  // WAV has whole rates only.
  const wholeRate = Math.round(rate)
  return {
    coding: {
      kind: 'wave',
      format,
      channels,
      rate: wholeRate,
      bits: sampleBytes * 8,
      blockBytes,
      blockSamples: 1,
      ...(mend !== undefined && { mend }),
    },
    packetSeconds: (_file, _start, bytes) => bytes / blockBytes / wholeRate,
  }
}
