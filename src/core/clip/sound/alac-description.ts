import { isRate } from './plain-samples.ts'
import { numberAt } from './sound-length.ts'

const [samplesMax, rateMax] = [16_384, 384_000]

/**
 * The duration of a frame of ALAC by its description (https://github.com/macosforge/alac, ALACMagicCookieDescription),
 * in seconds. Decoders differ in whether they believe its rate or that of the container around it, so the lower one
 * counts; `otherRate` is undefined if all believe the description. Undefined if no encoder writes such a description.
 */
export const alacFrameSeconds = (file: Buffer, start: number, otherRate?: number): number | undefined => {
  const [samples = 0, own = 0] = [numberAt(file, start, 4), numberAt(file, start + 20, 4)]
  const rate = Math.min(own, otherRate ?? own)
  return samples < 1 || samples > samplesMax || !isRate(rate) || own > rateMax ? undefined : samples / rate
}
