import type { Space } from './score.ts'
import type { Style } from './style.ts'

const openCutoffHz = 19_000

/** The room of a style, with its echoes in the tempo of a piece. */
export const spaceOf = ({ room, dust = 0, cutoffHz = openCutoffHz }: Style, beatSeconds: number): Space => ({
  reverbSeconds: room.reverbSeconds,
  brightness: room.brightness,
  delaySeconds: room.delayBeats * beatSeconds,
  dust,
  cutoffHz,
})
