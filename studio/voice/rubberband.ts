import type { RubberBandInterface } from 'rubberband-wasm'
import { compiledOnce } from '../compiled-once.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

const samplesPerCall = 8192
const bytesPerNumber = 4
/**
 * Sides that differ by no more are the same but for the rounding of what was done to them before: -100 dB.
 */
const inaudible = 1e-5

/** One or two channels, of the same length. */
type Sides = readonly [Float32Array, ...Float32Array[]]

/** The channels of the library's memory, and where it finds their addresses. */
type Channels = { readonly addresses: number; readonly each: readonly number[] }

const loadLibrary = async (): Promise<typeof import('rubberband-wasm')> => await import('rubberband-wasm')

const rubberBandModule = compiledOnce('rubberband-wasm/dist/rubberband.wasm')

const allocate = (library: RubberBandInterface, channelCount: number): Channels => {
  const addresses = library.malloc(channelCount * bytesPerNumber)
  const each = Array.from({ length: channelCount }, () => library.malloc(samplesPerCall * bytesPerNumber))
  for (const [index, address] of each.entries()) {
    library.memWritePtr(addresses + index * bytesPerNumber, address)
  }
  return { addresses, each }
}

/** Hands a sound over part by part, and says which part is the last one. */
const feed = (
  library: RubberBandInterface,
  { each }: Channels,
  sides: Sides,
  take: (samples: number, isLast: 0 | 1) => void,
): void => {
  const { length } = sides[0]
  for (let start = 0; start < length; start += samplesPerCall) {
    const end = Math.min(length, start + samplesPerCall)
    for (const [index, address] of each.entries()) {
      library.memWrite(address, sides[index]?.subarray(start, end) ?? new Float32Array(end - start))
    }
    take(end - start, end === length ? 1 : 0)
  }
}

const shiftSides = async (sides: Sides, semitones: number): Promise<readonly Float32Array[]> => {
  const { RubberBandInterface: Library, RubberBandOption: option } = await loadLibrary()
  const library = await Library.initialize(await rubberBandModule())
  const options =
    option.RubberBandOptionProcessOffline |
    option.RubberBandOptionEngineFiner |
    option.RubberBandOptionThreadingNever |
    option.RubberBandOptionFormantPreserved |
    option.RubberBandOptionChannelsTogether
  const { length } = sides[0]
  const state = library.rubberband_new(sampleRate, sides.length, options, 1, 2 ** (semitones / 12))
  library.rubberband_set_expected_input_duration(state, length)
  library.rubberband_set_max_process_size(state, samplesPerCall)
  const channels = allocate(library, sides.length)
  const out = sides.map(() => new Float32Array(length))
  let written = 0
  const retrieve = (): void => {
    while (written < length && library.rubberband_available(state) > 0) {
      const wanted = Math.min(samplesPerCall, length - written, library.rubberband_available(state))
      const count = library.rubberband_retrieve(state, channels.addresses, wanted)
      for (const [index, address] of channels.each.entries()) {
        out[index]?.set(library.memReadF32(address, count), written)
      }
      written += count
    }
  }
  feed(library, channels, sides, (samples, isLast) =>
    library.rubberband_study(state, channels.addresses, samples, isLast),
  )
  feed(library, channels, sides, (samples, isLast) => {
    library.rubberband_process(state, channels.addresses, samples, isLast)
    retrieve()
  })
  library.rubberband_delete(state)
  return out
}

/**
 * Moves the pitch of a sound by semitones and leaves its formants and its length to the sample, with the
 * finer engine of the Rubber Band Library (https://breakfastquay.com/rubberband/code-doc/), which is under
 * the GPL-2.0 or later: this is the only file that loads it. Working offline it has an exact start and an
 * exact length. What is in the middle, as a voice mostly is, is moved once for both sides, in half the time.
 */
export const shiftPitch = async ({ left, right }: Stereo, semitones: number): Promise<Stereo> => {
  const isInTheMiddle = left.every((sample, index) => Math.abs(sample - (right[index] ?? 0)) < inaudible)
  const [one = left, other = one] = await shiftSides(isInTheMiddle ? [left] : [left, right], semitones)
  return { left: one, right: other, sampleRate }
}
