import type { Mix } from '../score.ts'
import { loudness } from './loudness.ts'
import { decibelsToGain, type Stereo, sampleRate, silence } from './stereo.ts'

/** The channels everything is mixed into: what is heard directly, and what goes to the room and the echo. */
export type Desk = { readonly direct: Stereo; readonly toReverb: Stereo; readonly toEcho: Stereo }

/** A desk for this many samples. */
export const createDesk = (length: number): Desk => ({
  direct: silence(length),
  toReverb: silence(length),
  toEcho: silence(length),
})

const duckSeconds = 0.22

/** How much of a track is left around the strokes of the bass drum, sample by sample. */
export const duckingGains = (length: number, strokes: readonly number[], depth: number): Float32Array => {
  const gains = new Float32Array(length).fill(1)
  for (const stroke of strokes) {
    const start = Math.round(stroke * sampleRate)
    const end = Math.min(length, start + Math.round(duckSeconds * sampleRate))
    for (let index = start; index < end; index += 1) {
      const recovered = (index - start) / (duckSeconds * sampleRate)
      gains[index] = Math.min(gains[index] ?? 1, 1 - depth * (1 - recovered) ** 1.4)
    }
  }
  return gains
}

const addScaled = (to: Float32Array, from: Float32Array, gain: number): void => {
  if (gain === 0) return
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + gain * (from[index] ?? 0)
}

/** Turns a stereo track to one side by making the other softer (constant power in the middle). */
const panGains = (pan: number): readonly [number, number] => {
  const angle = ((pan + 1) * Math.PI) / 4
  return [Math.SQRT2 * Math.cos(angle), Math.SQRT2 * Math.sin(angle)]
}

/** Adds a track to the desk, as loud as its mix says, whatever its instrument gave. */
export const addToDesk = (desk: Desk, track: Stereo, mix: Mix): void => {
  const [leftPan, rightPan] = panGains(mix.pan)
  const gain = decibelsToGain(mix.lufs - loudness(track))
  const sends = [
    [desk.direct, 1],
    [desk.toReverb, mix.reverb],
    [desk.toEcho, mix.delay],
  ] as const
  for (const [bus, amount] of sends) {
    addScaled(bus.left, track.left, gain * leftPan * amount)
    addScaled(bus.right, track.right, gain * rightPan * amount)
  }
}
