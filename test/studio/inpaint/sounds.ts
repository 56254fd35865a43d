import { composePiece } from '../../../studio/music/piece.ts'
import { randomFrom } from '../../../studio/music/random.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import { type Stereo, sampleRate, silence } from '../../../studio/music/sound/stereo.ts'

const channelOf = (seconds: number, sampleAt: (index: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_empty, index) => sampleAt(index))

/** A pure tone, the sides a quarter of a period apart. */
export const tone = (hz: number, level: number, seconds: number): Stereo => {
  const at = (phase: number) => (index: number) =>
    level * Math.sin((2 * Math.PI * hz * index) / sampleRate + phase)
  return { left: channelOf(seconds, at(0)), right: channelOf(seconds, at(Math.PI / 2)), sampleRate }
}

/** Noise, other on each side. */
export const noise = (level: number, seconds: number): Stereo => {
  const at = (side: string) => {
    const random = randomFrom('noise', side)
    return () => level * random.between(-1, 1)
  }
  return { left: channelOf(seconds, at('left')), right: channelOf(seconds, at('right')), sampleRate }
}

/** The same value all along, which makes every step audible. */
export const constant = (level: number, seconds: number): Stereo => ({
  left: channelOf(seconds, () => level),
  right: channelOf(seconds, () => -level),
  sampleRate,
})

export const quiet = (seconds: number): Stereo => silence(Math.round(seconds * sampleRate))

/** A piece of music without a voice. */
export const music = (prompt: string, seconds: number) => {
  const { score, facts } = composePiece({
    prompt,
    musicStyle: '',
    lyrics: '',
    title: '',
    vocals: 'none',
    gender: 'neutral',
    voice: '',
    seconds,
    take: 1,
  })
  return { clip: renderScore(score), facts }
}

/** The sound times a gain. */
export const times = ({ left, right }: Stereo, gain: number): Stereo => ({
  left: left.map((sample) => gain * sample),
  right: right.map((sample) => gain * sample),
  sampleRate,
})

/** The largest step from one sample to the next among these frames; those outside of the sound have none. */
export const largestStep = ({ left, right }: Stereo, from: number, to: number): number => {
  let largest = 0
  for (const channel of [left, right]) {
    for (let index = Math.max(1, from); index < Math.min(to, channel.length); index += 1) {
      largest = Math.max(largest, Math.abs((channel[index] ?? 0) - (channel[index - 1] ?? 0)))
    }
  }
  return largest
}
