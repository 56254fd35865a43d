import { createFilter } from './filters.ts'
import type { Insert } from './patch.ts'
import { type Stereo, sampleRate } from './stereo.ts'

const overdrive = (channel: Float32Array, drive: number): void => {
  const makeUp = 1 / Math.tanh(Math.max(1, drive * 0.6))
  for (let index = 0; index < channel.length; index += 1) {
    channel[index] = makeUp * Math.tanh(drive * (channel[index] ?? 0))
  }
}

/** The speaker of an amplifier: no deep bass, no treble, a bump in between. */
const cabinet = (channel: Float32Array, cutoffHz: number): void => {
  const low = createFilter(cutoffHz, 1.1)
  const lower = createFilter(cutoffHz * 1.4, 0.7)
  const high = createFilter(45)
  for (let index = 0; index < channel.length; index += 1) {
    channel[index] = high.highPass(lower.lowPass(low.lowPass(channel[index] ?? 0)))
  }
}

const tremolo = ({ left, right }: Stereo, hz: number, depth: number): void => {
  const turn = (2 * Math.PI * hz) / sampleRate
  for (let index = 0; index < left.length; index += 1) {
    const sway = depth * Math.sin(turn * index)
    left[index] = (left[index] ?? 0) * (1 + sway)
    right[index] = (right[index] ?? 0) * (1 - sway)
  }
}

/** Sends a track through what its instrument is plugged into. */
export const applyInsert = (track: Stereo, insert: Insert): void => {
  for (const channel of [track.left, track.right]) {
    if (insert.drive !== undefined) overdrive(channel, insert.drive)
    if (insert.cabinetHz !== undefined) cabinet(channel, insert.cabinetHz)
  }
  if (insert.tremoloHz !== undefined) tremolo(track, insert.tremoloHz, insert.tremoloDepth ?? 0)
}
