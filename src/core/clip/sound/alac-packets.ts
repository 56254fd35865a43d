import { isRate } from './plain-samples.ts'
import { numberAt, type SoundCodec } from './sound.ts'

const [samplesMax, rateMax, descriptionBytes] = [16_384, 384_000, 24]

/**
 * Packets of ALAC by their description (https://github.com/macosforge/alac, ALACMagicCookieDescription), which last all the
 * same. Undefined if no encoder writes such a description.
 */
export const alacPackets = (file: Buffer, start: number): SoundCodec | undefined => {
  const [samples = 0, rate = 0] = [numberAt(file, start, 4), numberAt(file, start + 20, 4)]
  if (samples < 1 || samples > samplesMax || !isRate(rate) || rate > rateMax) return undefined
  const description = file.subarray(start, start + descriptionBytes)
  return { coding: { kind: 'alac', description, rate }, packetSeconds: () => samples / rate }
}
