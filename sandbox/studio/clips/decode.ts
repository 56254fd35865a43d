import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { MPEGDecoder } from 'mpg123-decoder'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { clipFormatOf } from './format.ts'
import { resample } from './resample.ts'
import { type Channels, decodeWav } from './wav.ts'

/** As much of a clip as the studio works with. */
export const clipSecondsMax = 60

type Decoded = {
  readonly channelData: readonly Float32Array[]
  readonly samplesDecoded: number
  readonly sampleRate: number
}

/** What the decoders of all compressed forms have in common. */
type Decoder = {
  readonly ready: Promise<void>
  readonly decode: (bytes: Uint8Array) => Decoded | Promise<Decoded>
  readonly flush?: () => Promise<Decoded>
  readonly free: () => void
}

const bytesPerCall = 65_536

const joinChannel = (parts: readonly Decoded[], channel: number): Float32Array => {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.samplesDecoded, 0))
  let at = 0
  for (const { channelData, samplesDecoded } of parts) {
    out.set((channelData[channel] ?? channelData[0] ?? new Float32Array(0)).subarray(0, samplesDecoded), at)
    at += samplesDecoded
  }
  return out
}

/** Feeds a decoder piece by piece, so that a clip of hours is not decoded beyond what is wanted. */
const decodeParts = async (decoder: Decoder, bytes: Uint8Array): Promise<readonly Decoded[]> => {
  const parts: Decoded[] = []
  let seconds = 0
  const keep = (part: Decoded): void => {
    if (part.samplesDecoded === 0) return
    parts.push(part)
    seconds += part.samplesDecoded / part.sampleRate
  }
  for (let at = 0; at < bytes.length && seconds < clipSecondsMax; at += bytesPerCall) {
    keep(await decoder.decode(bytes.subarray(at, at + bytesPerCall)))
  }
  if (decoder.flush !== undefined && seconds < clipSecondsMax) keep(await decoder.flush())
  return parts
}

const decodeWith = async (decoder: Decoder, bytes: Uint8Array): Promise<Channels> => {
  await decoder.ready
  try {
    const parts = await decodeParts(decoder, bytes)
    const channels = [joinChannel(parts, 0), joinChannel(parts, 1)]
    return { channels, sampleRate: parts[0]?.sampleRate ?? sampleRate }
  } finally {
    decoder.free()
  }
}

const decodeChannels = async (bytes: Uint8Array): Promise<Channels> => {
  const format = clipFormatOf(bytes)
  switch (format) {
    case 'mp3':
      return await decodeWith(new MPEGDecoder({ enableGapless: true }), bytes)
    case 'vorbis':
      return await decodeWith(new OggVorbisDecoder(), bytes)
    case 'flac':
      return await decodeWith(new FLACDecoder(), bytes)
    case 'wav':
      return decodeWav(bytes, clipSecondsMax)
    case undefined:
      throw new UnusableInput('The clip is no audio the studio can read: MP3, WAV, OGG Vorbis or FLAC')
  }
}

/**
 * Decodes the first minute of a clip, in two channels at the rate of the studio. Throws `UnusableInput` for
 * anything but MP3, WAV, OGG Vorbis and FLAC, and for a file without a sound in it.
 */
export const decodeClip = async (bytes: Uint8Array): Promise<Stereo> => {
  const { channels, sampleRate: rate } = await decodeChannels(bytes)
  const [left = new Float32Array(0), right = left] = channels
  if (left.length === 0) throw new UnusableInput('The clip is damaged: there is no sound in it')
  const longest = Math.round(clipSecondsMax * rate)
  const toStudioRate = (channel: Float32Array): Float32Array =>
    resample(channel.subarray(0, longest), rate, sampleRate)
  return { left: toStudioRate(left), right: toStudioRate(right), sampleRate }
}
