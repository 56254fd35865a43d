/** Sound that the suite makes itself, so that it needs no file: mono, 16 bits. */
export const clipSampleRate = 22_050

/** A moment's level from its time in seconds; full scale = 1. */
type Wave = (seconds: number, frame: number) => number

const sine = (hertz: number, seconds: number): number => Math.sin(2 * Math.PI * hertz * seconds)

/** The pitch of each second of the clip `tones`, so that a cut says which part it is. */
export const toneHertz = [300, 600, 1200] as const

const tones: Wave = (seconds) => 0.5 * sine(toneHertz[Math.floor(seconds)] ?? toneHertz[2], seconds)

/**
 * A linear congruential generator, so that the noise is the same in every run
 * (Numerical Recipes, chapter 7.1).
 */
const noiseAt = (frame: number): number => {
  const state = (Math.imul(frame + 1, 1_664_525) + 1_013_904_223) >>> 0
  const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
  return (mixed / 2 ** 32) * 2 - 1
}

const chords = [
  [220, 277.18, 329.63],
  [196, 246.94, 293.66],
  [174.61, 220, 261.63],
  [196, 246.94, 329.63],
] as const

/** Chords with a beat at 120 a minute: something to remix, to master and to paint into. */
const music: Wave = (seconds, frame) => {
  const chord = chords[Math.floor(seconds) % chords.length] ?? chords[0]
  const harmony = chord.reduce((sum, hertz) => sum + sine(hertz, seconds), 0) / chord.length
  const sinceBeat = seconds % 0.5
  const drum = Math.exp(-sinceBeat * 30) * (0.6 * sine(70, sinceBeat) + 0.3 * noiseAt(frame))
  return 0.5 * harmony + 0.5 * drum
}

/** Half seconds of a tone and half seconds without one, and noise all the while. */
const noisy: Wave = (seconds, frame) =>
  (seconds % 1 < 0.5 ? 0.4 * (sine(220, seconds) + 0.5 * sine(660, seconds)) : 0) + 0.03 * noiseAt(frame)

const clips = {
  /** Three seconds of three tones. */
  tones: { seconds: 3, wave: tones },
  /** Four seconds of chords and drums. */
  music: { seconds: 4, wave: music },
  /** The same, hardly audible. */
  quiet: { seconds: 4, wave: (seconds, frame) => 0.05 * music(seconds, frame) },
  /** Four seconds of four tones with pauses, in noise. */
  noisy: { seconds: 4, wave: noisy },
  /** Four seconds as loud as they can be: a reference for mastering. */
  loud: { seconds: 4, wave: (seconds, frame) => Math.tanh(4 * music(seconds, frame)) * 0.98 },
} as const satisfies Readonly<Record<string, { readonly seconds: number; readonly wave: Wave }>>

export type ClipName = keyof typeof clips

/** How long a clip lasts. */
export const clipSeconds = (name: ClipName): number => clips[name].seconds

/** The samples of a clip; full scale = 1. */
export const clipSamples = (name: ClipName): Float32Array => {
  const { seconds, wave } = clips[name]
  return Float32Array.from({ length: seconds * clipSampleRate }, (_none, frame) =>
    wave(frame / clipSampleRate, frame),
  )
}

const encodeClip = (name: ClipName): Uint8Array<ArrayBuffer> => {
  const samples = clipSamples(name)
  const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const writeText = (at: number, text: string): void => {
    for (const [index, letter] of [...text].entries()) bytes.setUint8(at + index, letter.charCodeAt(0))
  }
  writeText(0, 'RIFF')
  bytes.setUint32(4, 36 + samples.length * 2, true)
  writeText(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, clipSampleRate, true)
  bytes.setUint32(28, clipSampleRate * 2, true)
  bytes.setUint16(32, 2, true)
  bytes.setUint16(34, 16, true)
  writeText(36, 'data')
  bytes.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries())
    bytes.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return new Uint8Array(bytes.buffer)
}

const clipFiles = new Map<ClipName, Uint8Array<ArrayBuffer>>()

/**
 * A clip as a WAV file (http://soundfile.sapp.org/doc/WaveFormat/). It is made once and shared, as many requests
 * carry it: do not change it.
 */
export const clipFile = (name: ClipName): Uint8Array<ArrayBuffer> => {
  const file = clipFiles.get(name) ?? encodeClip(name)
  clipFiles.set(name, file)
  return file
}
