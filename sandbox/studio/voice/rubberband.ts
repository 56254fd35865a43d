import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { RubberBandInterface } from 'rubberband-wasm'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

const samplesPerCall = 8192
const bytesPerNumber = 4

/** Two channels of the library's memory, and where it finds their addresses. */
type Channels = { readonly addresses: number; readonly left: number; readonly right: number }

const loadLibrary = async (): Promise<typeof import('rubberband-wasm')> => await import('rubberband-wasm')

const compile = async (): Promise<WebAssembly.Module> => {
  const path = createRequire(import.meta.url).resolve('rubberband-wasm/dist/rubberband.wasm')
  return await WebAssembly.compile(await readFile(path))
}

const allocate = (library: RubberBandInterface): Channels => {
  const channels = {
    addresses: library.malloc(2 * bytesPerNumber),
    left: library.malloc(samplesPerCall * bytesPerNumber),
    right: library.malloc(samplesPerCall * bytesPerNumber),
  }
  library.memWritePtr(channels.addresses, channels.left)
  library.memWritePtr(channels.addresses + bytesPerNumber, channels.right)
  return channels
}

/** Hands a sound over part by part, and says which part is the last one. */
const feed = (
  library: RubberBandInterface,
  channels: Channels,
  { left, right }: Stereo,
  take: (samples: number, isLast: 0 | 1) => void,
): void => {
  for (let start = 0; start < left.length; start += samplesPerCall) {
    const end = Math.min(left.length, start + samplesPerCall)
    library.memWrite(channels.left, left.subarray(start, end))
    library.memWrite(channels.right, right.subarray(start, end))
    take(end - start, end === left.length ? 1 : 0)
  }
}

/**
 * Moves the pitch of a sound by semitones and leaves its formants and its length to the sample, with the finer
 * engine of the Rubber Band Library (https://breakfastquay.com/rubberband/code-doc/), which is under the GPL-2.0
 * or later: this is the only file that loads it. Working offline it has an exact start and an exact length.
 */
export const shiftPitch = async (sound: Stereo, semitones: number): Promise<Stereo> => {
  const { RubberBandInterface: Library, RubberBandOption: option } = await loadLibrary()
  const library = await Library.initialize(await compile())
  const options =
    option.RubberBandOptionProcessOffline |
    option.RubberBandOptionEngineFiner |
    option.RubberBandOptionThreadingNever |
    option.RubberBandOptionFormantPreserved |
    option.RubberBandOptionChannelsTogether
  const length = sound.left.length
  const state = library.rubberband_new(sampleRate, 2, options, 1, 2 ** (semitones / 12))
  library.rubberband_set_expected_input_duration(state, length)
  library.rubberband_set_max_process_size(state, samplesPerCall)
  const channels = allocate(library)
  const out: Stereo = { left: new Float32Array(length), right: new Float32Array(length), sampleRate }
  let written = 0
  const retrieve = (): void => {
    while (written < length && library.rubberband_available(state) > 0) {
      const wanted = Math.min(samplesPerCall, length - written, library.rubberband_available(state))
      const count = library.rubberband_retrieve(state, channels.addresses, wanted)
      out.left.set(library.memReadF32(channels.left, count), written)
      out.right.set(library.memReadF32(channels.right, count), written)
      written += count
    }
  }
  feed(library, channels, sound, (samples, isLast) =>
    library.rubberband_study(state, channels.addresses, samples, isLast),
  )
  feed(library, channels, sound, (samples, isLast) => {
    library.rubberband_process(state, channels.addresses, samples, isLast)
    retrieve()
  })
  library.rubberband_delete(state)
  return out
}
