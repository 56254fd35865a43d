import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { clipFormatOf } from './format.ts'
import { gather, type Parts } from './parts.ts'
import { resample } from './resample.ts'
import { type Channels, decodeWav } from './wav.ts'

/** How much of a clip is wanted, and what becomes of one that is longer. */
export type ClipBound = { readonly seconds: number; readonly longer: 'cut' | 'refuse' }

/** As much of a clip as a remix listens to; more is not decoded. */
export const firstMinute: ClipBound = { seconds: 60, longer: 'cut' }

/**
 * Ten minutes, for work on the whole of a clip. The samples of ten minutes are 212 MB, and twice that
 * while they are put together; a clip that is longer is refused with the reason, since silently
 * cutting it would be a wrong result.
 */
export const wholeClip: ClipBound = { seconds: 600, longer: 'refuse' }

/**
 * Four times full scale: floating samples may be louder than the loudest, but
 * those of a wrong file have no bounds.
 */
const sampleMax = 4

const formats = 'MP3, WAV, FLAC, AAC (also in MP4), and Opus or Vorbis in OGG or WebM'

/** Loads a decoder only when there is something for it to decode. */
const partsOf = async (
  bytes: Uint8Array,
  format: Exclude<ReturnType<typeof clipFormatOf>, 'wav'>,
): Promise<Parts> => {
  switch (format) {
    case 'mp3':
      return (await import('./mp3.ts')).decodeMp3(bytes)
    case 'vorbis':
      return (await import('./vorbis.ts')).decodeVorbis(bytes)
    case 'opus':
      return (await import('./opus.ts')).decodeOpus(bytes)
    case 'flac':
      return (await import('./flac.ts')).decodeFlac(bytes)
    case 'aac':
      return (await import('./aac.ts')).decodeAac(bytes)
    case 'mp4':
      return (await import('./aac.ts')).decodeMp4(bytes)
    case 'webm':
      return (await import('./webm.ts')).decodeWebm(bytes)
    case undefined:
      throw new UnusableInput(`The clip is no audio the studio can read: ${formats}`)
  }
}

const decodeChannels = async (bytes: Uint8Array, secondsMax: number): Promise<Channels> => {
  const format = clipFormatOf(bytes)
  if (format === 'wav') return decodeWav(bytes, secondsMax)
  const parts = await partsOf(bytes, format)
  try {
    return await gather(parts, secondsMax)
  } catch (error) {
    if (error instanceof UnusableInput) throw error
    throw new UnusableInput('The clip is damaged: nothing in it can be decoded', { cause: error })
  }
}

const bounded = (samples: Float32Array): Float32Array =>
  samples.map((sample) => (Number.isNaN(sample) ? 0 : Math.max(-sampleMax, Math.min(sampleMax, sample))))

/**
 * Decodes a clip, or what is wanted of it, in two channels at its own rate. Throws `UnusableInput` with the
 * reason for anything that is no audio the studio can read, for a file without a sound in it, and for a clip
 * that is longer than is wanted where it may not be cut. What breaks off is decoded as far as it goes.
 */
export const decodeAtItsRate = async (bytes: Uint8Array, bound: ClipBound): Promise<Stereo> => {
  const { seconds, longer } = bound
  // Beyond the bound as far as it takes to see that a clip is longer.
  const { channels, sampleRate: rate } = await decodeChannels(bytes, seconds + 1)
  const [left = new Float32Array(0), right = left] = channels
  if (left.length === 0) throw new UnusableInput('The clip is damaged: there is no sound in it')
  if (longer === 'refuse' && left.length > seconds * rate) {
    throw new UnusableInput(
      `The clip is longer than ${seconds / 60} minutes, which is all the studio works on`,
    )
  }
  const wanted = Math.round(seconds * rate)
  const kept = (channel: Float32Array): Float32Array => bounded(channel.subarray(0, wanted))
  const keptLeft = kept(left)
  return { left: keptLeft, right: right === left ? keptLeft : kept(right), sampleRate: rate }
}

/** Decodes a clip at the rate of the studio; everything else is as `decodeAtItsRate` has it. */
export const decodeClip = async (bytes: Uint8Array, bound: ClipBound = firstMinute): Promise<Stereo> => {
  const { left, right, sampleRate: rate } = await decodeAtItsRate(bytes, bound)
  const leftAtRate = resample(left, rate, sampleRate)
  const rightAtRate = right === left ? leftAtRate : resample(right, rate, sampleRate)
  return { left: leftAtRate, right: rightAtRate, sampleRate }
}
