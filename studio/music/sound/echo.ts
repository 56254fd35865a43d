import { createFilter } from './filters.ts'
import { type Stereo, sampleRate, silence } from './stereo.ts'

const feedback = 0.42
const dullHz = 3200
const thinHz = 260

/** Echoes that go from side to side and grow duller; `seconds` lie between two of them. */
export const echo = (input: Stereo, seconds: number): Stereo => {
  const out = silence(input.left.length)
  const lag = Math.max(1, Math.round(seconds * sampleRate))
  const dull = [createFilter(dullHz), createFilter(dullHz)] as const
  const thin = [createFilter(thinHz), createFilter(thinHz)] as const
  for (let index = lag; index < out.left.length; index += 1) {
    const from = index - lag
    const left = (input.left[from] ?? 0) + (input.right[from] ?? 0) + feedback * (out.right[from] ?? 0)
    const right = feedback ** 0.5 * (out.left[from] ?? 0)
    out.left[index] = thin[0].highPass(dull[0].lowPass(left))
    out.right[index] = thin[1].highPass(dull[1].lowPass(right))
  }
  return out
}
