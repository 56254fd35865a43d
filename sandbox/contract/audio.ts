import { parseBuffer } from 'music-metadata'

/** What a file is by its first bytes. */
export type FileKind = 'mp3' | 'wav' | 'flac' | 'ogg' | 'aac' | 'webm' | 'png' | 'jpeg' | 'unknown'

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', at, at + text.length) === text

/** MPEG frames begin with eleven set bits; the layer bits tell ADTS (none) from MP3 (layer III). */
const frameKind = (bytes: Uint8Array): 'mp3' | 'aac' | undefined => {
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  return (second & 0x06) === 0 ? 'aac' : 'mp3'
}

const magic: readonly (readonly [text: string, at: number, kind: FileKind])[] = [
  ['WAVE', 8, 'wav'],
  ['fLaC', 0, 'flac'],
  ['OggS', 0, 'ogg'],
  ['ftyp', 4, 'aac'],
  ['\x1a\x45\xdf\xa3', 0, 'webm'],
  ['\x89PNG', 0, 'png'],
  ['\xff\xd8\xff', 0, 'jpeg'],
]

/**
 * A tag may stand before MP3 and before the frames of AAC; it tells its own length in four times seven bits.
 */
const afterTag = (bytes: Uint8Array): Uint8Array => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return bytes.subarray(10 + ((a << 21) | (b << 14) | (c << 7) | d))
}

/** Tells the kind of a file by its contents, whatever its name says. */
export const kindOf = (bytes: Uint8Array): FileKind => {
  const known = magic.find(([text, at]) => startsWith(bytes, text, at))
  if (known !== undefined) return known[2]
  return frameKind(startsWith(bytes, 'ID3') ? afterTag(bytes) : bytes) ?? 'unknown'
}

const mimeTypes: Partial<Readonly<Record<FileKind, string>>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  webm: 'audio/webm',
}

/** How long an audio file lasts by its own words, in seconds; 0 where it cannot be told. */
export const secondsOf = async (bytes: Uint8Array): Promise<number> => {
  const kind = kindOf(bytes)
  const mimeType = kind === 'aac' && startsWith(bytes, 'ftyp', 4) ? 'audio/mp4' : mimeTypes[kind]
  if (mimeType === undefined) return 0
  const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, { duration: true })
  return format.duration ?? 0
}

/** Width and height of a PNG (its first chunk) or a JPEG (its start-of-frame segment), in pixels. */
export const pixelsOf = (bytes: Uint8Array): readonly [width: number, height: number] => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (kindOf(bytes) === 'png') return [view.readUInt32BE(16), view.readUInt32BE(20)]
  let at = 2
  while (at + 9 < view.length) {
    const marker = view.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [view.readUInt16BE(at + 7), view.readUInt16BE(at + 5)]
    at += 2 + view.readUInt16BE(at + 2)
  }
  return [0, 0]
}

/** The sound of one channel. */
export type Sound = { readonly samples: Float32Array; readonly sampleRate: number }

const chunkAt = (file: Buffer, name: string): Buffer => {
  let at = 12
  while (at + 8 <= file.length) {
    const size = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === name) return file.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  return Buffer.alloc(0)
}

/** The first channel of a WAV file with whole or floating samples; empty where it is none. */
export const soundOf = (bytes: Uint8Array): Sound => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const format = chunkAt(file, 'fmt ')
  const data = chunkAt(file, 'data')
  if (kindOf(bytes) !== 'wav' || format.length < 16) return { samples: new Float32Array(), sampleRate: 0 }
  const sampleBytes = format.readUInt16LE(14) / 8
  const frameBytes = sampleBytes * format.readUInt16LE(2)
  const isFloat = format.readUInt16LE(0) === 3
  const read = (at: number): number =>
    isFloat ? data.readFloatLE(at) : data.readIntLE(at, sampleBytes) / 2 ** (8 * sampleBytes - 1)
  const samples = Float32Array.from({ length: Math.floor(data.length / frameBytes) }, (_none, frame) =>
    read(frame * frameBytes),
  )
  return { samples, sampleRate: format.readUInt32LE(4) }
}

/** A stretch of a sound, from and to in seconds. */
export const stretchOf = ({ samples, sampleRate }: Sound, from: number, to: number): Sound => ({
  samples: samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate)),
  sampleRate,
})

/** Root mean square of the samples: how loud, full scale = 1. */
export const levelOf = ({ samples }: Sound): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length))

/** The pitch of a pure tone, by how often it rises through zero, in hertz. */
export const hertzOf = ({ samples, sampleRate }: Sound): number => {
  const rises = samples.reduce(
    (count, sample, at) => count + (sample >= 0 && (samples[at - 1] ?? 0) < 0 ? 1 : 0),
    0,
  )
  return (rises * sampleRate) / Math.max(1, samples.length)
}

/** Loudness over time in steps of 20 ms. */
const contourOf = ({ samples, sampleRate }: Sound): number[] => {
  const step = Math.round(sampleRate / 50)
  return Array.from({ length: Math.floor(samples.length / step) }, (_none, index) =>
    levelOf({ samples: samples.subarray(index * step, (index + 1) * step), sampleRate }),
  )
}

/** How alike two sounds rise and fall, whatever their sample rate and level: 1 = alike, 0 = unrelated. */
export const likenessOf = (one: Sound, other: Sound): number => {
  const [left, right] = [contourOf(one), contourOf(other)]
  const length = Math.min(left.length, right.length)
  const mean = (values: number[]): number =>
    values.slice(0, length).reduce((sum, value) => sum + value, 0) / Math.max(1, length)
  const [leftMean, rightMean] = [mean(left), mean(right)]
  let [both, leftSquare, rightSquare] = [0, 0, 0]
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [(left[at] ?? 0) - leftMean, (right[at] ?? 0) - rightMean]
    both += a * b
    leftSquare += a * a
    rightSquare += b * b
  }
  return both / Math.max(1e-12, Math.sqrt(leftSquare * rightSquare))
}
