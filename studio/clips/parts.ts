import { UnusableInput } from '../unusable-input.ts'
import { checkRate } from './rate.ts'
import type { Channels } from './wav.ts'

/** Some decoded samples of each channel. */
export type Part = {
  readonly channelData: readonly Float32Array[]
  readonly samplesDecoded: number
  readonly sampleRate: number
}

/** A clip while it is decoded. Ending the iteration early frees the decoder. */
export type Parts = AsyncGenerator<Part, void, undefined>

/** A file may claim any number of pieces without a sound in them; no real one has so many in a row. */
const silentPartsMax = 10_000

type Taken = { readonly parts: Part[]; length: number; sampleRate: number }

const take = (taken: Taken, part: Part): void => {
  if (taken.parts.length > 0 && part.sampleRate !== taken.sampleRate) {
    throw new UnusableInput('The clip changes its sample rate on the way')
  }
  checkRate(part.sampleRate)
  // Of more than two channels the first two are the front ones.
  taken.parts.push({ ...part, channelData: part.channelData.slice(0, 2) })
  taken.length += part.samplesDecoded
  taken.sampleRate = part.sampleRate
}

/** Takes parts until there are as many seconds as are wanted, or until the clip ends or breaks off. */
const takeParts = async (parts: Parts, secondsMax: number): Promise<Taken> => {
  const taken: Taken = { parts: [], length: 0, sampleRate: 1 }
  let silentParts = 0
  try {
    for await (const part of parts) {
      if (part.samplesDecoded > 0) take(taken, part)
      silentParts = part.samplesDecoded > 0 ? 0 : silentParts + 1
      if (taken.length >= secondsMax * taken.sampleRate || silentParts > silentPartsMax) break
    }
  } catch (error) {
    // What came before the damage is still a clip.
    if (error instanceof UnusableInput || taken.length === 0) throw error
  }
  return taken
}

const joinChannel = ({ parts, length }: Taken, channel: number): Float32Array => {
  const out = new Float32Array(length)
  let at = 0
  for (const { channelData, samplesDecoded } of parts) {
    const samples = channelData[channel] ?? channelData[0]
    if (samples !== undefined) out.set(samples.subarray(0, samplesDecoded), at)
    at += samplesDecoded
  }
  return out
}

/**
 * Two channels of a clip, hardly longer than is wanted, so that a clip of hours is not decoded beyond that.
 */
export const gather = async (parts: Parts, secondsMax: number): Promise<Channels> => {
  const taken = await takeParts(parts, secondsMax)
  return { channels: [joinChannel(taken, 0), joinChannel(taken, 1)], sampleRate: taken.sampleRate }
}

/** What the decoders of whole files have in common. */
type FileDecoder = {
  readonly ready: Promise<void>
  readonly decode: (bytes: Uint8Array) => Part | Promise<Part>
  readonly flush?: () => Promise<Part>
  readonly free: () => void
}

const bytesPerCall = 65_536

/** Feeds a file to its decoder piece by piece. */
export const decodePieces = async function* (decoder: FileDecoder, bytes: Uint8Array): Parts {
  await decoder.ready
  try {
    for (let at = 0; at < bytes.length; at += bytesPerCall) {
      yield await decoder.decode(bytes.subarray(at, at + bytesPerCall))
    }
    if (decoder.flush !== undefined) yield await decoder.flush()
  } finally {
    decoder.free()
  }
}

/** The part without some samples at its start, and with no more than `length` of the others. */
export const partOf = (
  { channelData, samplesDecoded, sampleRate }: Part,
  start: number,
  length: number,
): Part => {
  const first = Math.min(samplesDecoded, Math.max(0, start))
  const end = Math.min(samplesDecoded, first + Math.max(0, length))
  return {
    channelData: channelData.map((samples) => samples.subarray(first, end)),
    samplesDecoded: end - first,
    sampleRate,
  }
}

/** The same parts, the last one shortened, since what fills up a coded piece is only known at the end. */
export const shortened = async function* (parts: Parts, shorten: (last: Part) => Part): Parts {
  let last: Part | undefined
  for await (const part of parts) {
    if (last !== undefined) yield last
    last = part
  }
  if (last !== undefined) yield shorten(last)
}
