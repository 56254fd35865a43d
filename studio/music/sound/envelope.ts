/** How a tone begins and ends, in seconds; sustain is a level from 0 to 1. */
export type EnvelopeShape = {
  readonly attack: number
  readonly decay: number
  readonly sustain: number
  readonly release: number
}

/** The level `seconds` after the start of a tone that is held for `heldSeconds`. */
export const envelopeLevel = (shape: EnvelopeShape, seconds: number, heldSeconds: number): number => {
  const { attack, decay, sustain, release } = shape
  const held = Math.min(seconds, heldSeconds)
  const rising = Math.min(1, held / attack)
  const falling = held <= attack ? 1 : sustain + (1 - sustain) * Math.exp((-3 * (held - attack)) / decay)
  const fading = seconds <= heldSeconds ? 1 : Math.max(0, 1 - (seconds - heldSeconds) / release) ** 2
  return rising * falling * fading
}
