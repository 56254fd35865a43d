import type { PieceOrder } from '../../../studio/music/order.ts'
import { composePiece } from '../../../studio/music/piece.ts'
import { createFilter } from '../../../studio/music/sound/filters.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import { type Stereo, sampleRate } from '../../../studio/music/sound/stereo.ts'

const order: PieceOrder = {
  prompt: '',
  musicStyle: '',
  lyrics: '',
  title: '',
  vocals: 'none',
  gender: 'neutral',
  voice: '',
  seconds: 12,
  take: 1,
}

/** Music of the studio in a style, twelve seconds unless said otherwise. */
export const play = (style: string, seconds = order.seconds): Stereo =>
  renderScore(composePiece({ ...order, musicStyle: style, prompt: style, seconds }).score)

type Change = (channel: Float32Array) => Float32Array

const both = ({ left, right }: Stereo, change: Change): Stereo => ({
  left: change(left),
  right: change(right),
  sampleRate,
})

/** The sound louder by decibels, or softer. */
export const amplified = (sound: Stereo, decibels: number): Stereo =>
  both(sound, (channel) => channel.map((sample) => sample * 10 ** (decibels / 20)))

/** The sound, cut off at full scale after it was made louder by decibels. */
export const overdriven = (sound: Stereo, decibels: number): Stereo =>
  both(amplified(sound, decibels), (channel) => channel.map((sample) => Math.max(-1, Math.min(1, sample))))

/** The sound without what lies above or below a frequency, by 12 dB an octave. */
export const filtered = (sound: Stereo, pass: 'lowPass' | 'highPass', hz: number): Stereo =>
  both(sound, (channel) => {
    const filter = createFilter(hz)
    return channel.map((sample) => filter[pass](sample))
  })

/** Both sides alike: half the sum of the two. */
export const mono = ({ left, right }: Stereo): Stereo => {
  const middle = left.map((sample, index) => (sample + (right[index] ?? 0)) / 2)
  return { left: middle, right: middle.slice(), sampleRate }
}

/** A stretch of the sound, in seconds. */
export const stretch = (sound: Stereo, from: number, to: number): Stereo =>
  both(sound, (channel) => channel.slice(Math.round(from * sampleRate), Math.round(to * sampleRate)))

/** The sound, swelling and fading by decibels every two seconds. */
export const swelling = (sound: Stereo, decibels: number): Stereo =>
  both(sound, (channel) =>
    channel.map((sample, index) => {
      const softness = 0.5 + 0.5 * Math.tanh(4 * Math.sin((Math.PI * index) / sampleRate))
      return sample * 10 ** ((-decibels * softness) / 20)
    }),
  )

/** White noise, another one on each side, always the same. */
export const hiss = (seconds: number, peak: number): Stereo => {
  let state = 1
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state / 2 ** 30 - 1) * peak
  }
  const channel = (): Float32Array => Float32Array.from({ length: seconds * sampleRate }, next)
  return { left: channel(), right: channel(), sampleRate }
}

/** A sine on both sides. */
export const sine = (seconds: number, hz: number, peak: number): Stereo => {
  const wave = Float32Array.from(
    { length: seconds * sampleRate },
    (_empty, index) => peak * Math.sin((2 * Math.PI * hz * index) / sampleRate),
  )
  return { left: wave, right: wave.slice(), sampleRate }
}
