import type { Depth } from '../encode/integers.ts'
import type { Stereo } from '../music/sound/stereo.ts'

const isWholeIn = (sound: Stereo, bits: number): boolean => {
  const fullScale = 2 ** (bits - 1)
  return [sound.left, sound.right].every((channel) =>
    channel.every((sample) => {
      const whole = sample * fullScale
      return Number.isInteger(whole) && whole >= -fullScale && whole < fullScale
    }),
  )
}

/** The least depth that keeps every sample exactly as it is. */
export const exactDepth = (sound: Stereo): Depth => {
  if (isWholeIn(sound, 16)) return 16
  return isWholeIn(sound, 24) ? 24 : 'float'
}
