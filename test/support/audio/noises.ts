const sampleRate = 44_100

/**
 * Random numbers from -1 to 1, the same every time
 * (https://en.wikipedia.org/wiki/Linear_congruential_generator).
 */
const numbers = (): (() => number) => {
  let state = 20_240
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

const filled = (length: number, next: (index: number) => number): Float32Array =>
  Float32Array.from({ length }, (_empty, index) => next(index))

const whiteNoise = (length: number): Float32Array => {
  const next = numbers()
  return filled(length, () => next() + next() + next())
}

/** Noise that falls by about 3 dB an octave: white noise through low passes that lie two octaves apart. */
const pinkNoise = (length: number): Float32Array => {
  const next = numbers()
  const states = [40, 160, 640, 2560, 10_240].map((hz) => ({
    part: (2 * Math.PI * hz) / sampleRate,
    value: 0,
  }))
  return filled(length, () => {
    const white = next()
    return states.reduce((sum, state, index) => {
      state.value += Math.min(1, state.part) * (white - state.value)
      return sum + state.value * 2 ** -index
    }, 0)
  })
}

/** Mains hum with its overtones. */
const mainsHum = (length: number): Float32Array =>
  filled(length, (index) =>
    [1, 2, 3, 4, 6, 8, 12].reduce(
      (sum, overtone) =>
        sum + Math.sin((2 * Math.PI * 50 * overtone * index) / sampleRate + overtone) / overtone ** 0.7,
      0,
    ),
  )

/** A fan: dull noise that comes and goes a little with the blades, and the tone of its motor. */
const fanNoise = (length: number): Float32Array => {
  const noise = pinkNoise(length)
  let dull = 0
  return noise.map((sample, index) => {
    dull += 0.05 * (sample - dull)
    const seconds = index / sampleRate
    return (
      dull * (1 + 0.15 * Math.sin(2 * Math.PI * 7 * seconds)) + 0.02 * Math.sin(2 * Math.PI * 120 * seconds)
    )
  })
}

/** Steady noises by their names; each makes so many samples, at a level of its own. */
export const noises = { white: whiteNoise, pink: pinkNoise, hum: mainsHum, fan: fanNoise } as const

/** Bytes that look random and are the same each time. */
export const evenNoise = (bytes: number): Buffer<ArrayBuffer> => {
  const words = new Uint32Array(Math.ceil(bytes / 4))
  let last = 1
  for (let index = 0; index < words.length; index += 1) {
    last ^= last << 13
    last ^= last >>> 17
    last ^= last << 5
    words[index] = last
  }
  return Buffer.from(words.buffer).subarray(0, bytes)
}
