import type { ClipFormat } from '../clips/format.ts'
import { resample } from '../clips/resample.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import type { AudioFormat } from './formats.ts'

/** The form that a clip's own is written in; one that the service does not write becomes MP3. */
const ownForms: Readonly<Record<ClipFormat, AudioFormat>> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  vorbis: 'ogg',
  opus: 'ogg',
  aac: 'aac',
  mp4: 'mp3',
  webm: 'webm',
}

/** The form of a result for which none was asked: that of the clip, where it is one of the six. */
export const ownFormOf = (clip: ClipFormat | undefined): AudioFormat =>
  clip === undefined ? 'mp3' : ownForms[clip]

/** Rates of FLAC that its encoder knows. */
const flacRates: readonly number[] = [
  8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
]
/** Rates at which all coded forms are alike: those of MPEG 1, which its tables are made for. */
const codedRates: readonly number[] = [32_000, 44_100, 48_000]

const keepsRate = (format: AudioFormat, rate: number): boolean => {
  switch (format) {
    case 'wav':
      return true
    case 'flac':
      return flacRates.includes(rate)
    case 'mp3':
    case 'ogg':
    case 'aac':
    case 'webm':
      return codedRates.includes(rate)
  }
}

/** The sound at its own rate where a form can be written at that, and at the studio's otherwise. */
export const atRateFor = (format: AudioFormat, sound: Stereo): Stereo => {
  if (keepsRate(format, sound.sampleRate)) return sound
  const convert = (channel: Float32Array): Float32Array => resample(channel, sound.sampleRate, sampleRate)
  return { left: convert(sound.left), right: convert(sound.right), sampleRate }
}
