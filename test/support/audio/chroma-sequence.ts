import { chroma, type Sound } from './audio-analysis.ts'

/** The pitch classes of a sound, stretch by stretch. */
export type ChromaSequence = readonly (readonly number[])[]

/** Reads the chroma of each stretch of this many seconds. */
export const chromaSequence = (sound: Sound, stretchSeconds: number): ChromaSequence => {
  const length = Math.round(stretchSeconds * sound.sampleRate)
  return Array.from({ length: Math.floor(sound.left.length / length) }, (_empty, index) => {
    const [left, right] = [sound.left, sound.right].map((channel) =>
      channel.subarray(index * length, (index + 1) * length),
    )
    if (left === undefined || right === undefined) throw new Error('a sound without two channels')
    return chroma({ left, right, sampleRate: sound.sampleRate, seconds: stretchSeconds })
  })
}

/**
 * The correlation of two sequences over all stretches they both have, each pitch class less its mean of 1/12.
 */
export const sequenceCorrelation = (one: ChromaSequence, other: ChromaSequence): number => {
  const stretches = Math.min(one.length, other.length)
  const flat = (sequence: ChromaSequence): number[] =>
    sequence.slice(0, stretches).flatMap((classes) => classes.map((share) => share - 1 / 12))
  const [first, second] = [flat(one), flat(other)]
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return product(first, second) / Math.sqrt(product(first, first) * product(second, second))
}
