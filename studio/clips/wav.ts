import { UnusableInput } from '../unusable-input.ts'
import { checkRate } from './rate.ts'

/** Channels of samples, full scale = 1. */
export type Channels = { readonly channels: readonly Float32Array[]; readonly sampleRate: number }

type Format = {
  readonly kind: 'integer' | 'float'
  readonly channelCount: number
  readonly sampleRate: number
  readonly bytesPerSample: number
}

const headerBytes = 12
const chunkHeaderBytes = 8
const codes = { integer: 1, float: 3, extensible: 0xfffe } as const

/** The chunks of a RIFF file by their names; of two with one name the first. */
const chunksOf = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  const chunks = new Map<string, Buffer>()
  let at = headerBytes
  while (at + chunkHeaderBytes <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + chunkHeaderBytes
    if (!chunks.has(name)) chunks.set(name, bytes.subarray(start, start + size))
    at = start + size + (size % 2)
  }
  return chunks
}

/** The extensible form keeps the code of the samples in the first two bytes of its identifier. */
const codeOf = (chunk: Buffer): number => {
  const code = chunk.readUInt16LE(0)
  return code === codes.extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : code
}

const readFormat = (chunk: Buffer | undefined): Format => {
  if (chunk === undefined || chunk.length < 16)
    throw new UnusableInput('The WAV file does not name its format')
  const code = codeOf(chunk)
  const bytesPerSample = chunk.readUInt16LE(14) / 8
  const isInteger = code === codes.integer && [1, 2, 3, 4].includes(bytesPerSample)
  const isFloat = code === codes.float && [4, 8].includes(bytesPerSample)
  const channelCount = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  if (!(isInteger || isFloat) || channelCount === 0) {
    throw new UnusableInput('The WAV file holds samples in a form the studio cannot read')
  }
  checkRate(sampleRate)
  return { kind: isInteger ? 'integer' : 'float', channelCount, sampleRate, bytesPerSample }
}

const sampleReader = ({ kind, bytesPerSample }: Format, data: Buffer): ((at: number) => number) => {
  if (kind === 'float') {
    return bytesPerSample === 4 ? (at) => data.readFloatLE(at) : (at) => data.readDoubleLE(at)
  }
  // Samples of one byte have no sign: their middle is 128.
  if (bytesPerSample === 1) return (at) => (data.readUInt8(at) - 128) / 128
  const fullScale = 2 ** (8 * bytesPerSample - 1)
  return (at) => data.readIntLE(at, bytesPerSample) / fullScale
}

const readChannel = (
  read: (at: number) => number,
  { firstAt, frameBytes, length }: { firstAt: number; frameBytes: number; length: number },
): Float32Array => {
  const samples = new Float32Array(length)
  for (let frame = 0; frame < length; frame += 1) samples[frame] = read(firstAt + frame * frameBytes)
  return samples
}

/**
 * Reads WAV with linear samples of 8 to 32 bits or floating ones (http://soundfile.sapp.org/doc/WaveFormat/).
 */
export const decodeWav = (file: Uint8Array, secondsMax: number): Channels => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const chunks = chunksOf(bytes)
  const format = readFormat(chunks.get('fmt '))
  const data = chunks.get('data') ?? Buffer.alloc(0)
  const read = sampleReader(format, data)
  const frameBytes = format.bytesPerSample * format.channelCount
  const length = Math.min(Math.floor(data.length / frameBytes), Math.ceil(secondsMax * format.sampleRate))
  const channels = Array.from({ length: Math.min(2, format.channelCount) }, (_empty, channel) =>
    readChannel(read, { firstAt: channel * format.bytesPerSample, frameBytes, length }),
  )
  return { channels, sampleRate: format.sampleRate }
}
