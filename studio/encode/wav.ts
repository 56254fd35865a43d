import type { Stereo } from '../music/sound/stereo.ts'
import { type Depth, toIntegers } from './integers.ts'

const channelCount = 2
const headerBytes = 44

const codes = { integer: 1, float: 3 } as const

const samplesOf = (sound: Stereo, depth: Depth): Buffer => {
  if (depth === 'float') {
    const samples = new Float32Array(sound.left.length * channelCount)
    for (let index = 0; index < sound.left.length; index += 1) {
      samples[index * 2] = sound.left[index] ?? 0
      samples[index * 2 + 1] = sound.right[index] ?? 0
    }
    return Buffer.from(samples.buffer)
  }
  const samples = toIntegers(sound, depth)
  if (depth === 16) return Buffer.from(Int16Array.from(samples).buffer)
  const bytes = Buffer.alloc(samples.length * 3)
  for (const [index, sample] of samples.entries()) bytes.writeIntLE(sample, index * 3, 3)
  return bytes
}

const header = (sampleRate: number, depth: Depth, dataBytes: number, moreBytes: number): Buffer => {
  const bytesPerSample = depth === 'float' ? 4 : depth / 8
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(headerBytes - 8 + dataBytes + moreBytes, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(depth === 'float' ? codes.float : codes.integer, 20)
  bytes.writeUInt16LE(channelCount, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * channelCount * bytesPerSample, 28)
  bytes.writeUInt16LE(channelCount * bytesPerSample, 32)
  bytes.writeUInt16LE(bytesPerSample * 8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(dataBytes, 40)
  return bytes
}

/** A chunk of tags. Chunks begin at even places, so that one of an odd length is filled up. */
const tagChunk = (id3: Uint8Array): Buffer => {
  if (id3.length === 0) return Buffer.alloc(0)
  const bytes = Buffer.alloc(8 + id3.length + (id3.length % 2))
  bytes.write('id3 ', 0)
  bytes.writeUInt32LE(id3.length, 4)
  bytes.set(id3, 8)
  return bytes
}

/**
 * WAV with linear samples (http://soundfile.sapp.org/doc/WaveFormat/), of 16 bits unless
 * another depth is requested, and the tags, as ID3, in a chunk behind them, where readers that
 * know only samples need not look.
 */
export const encodeWav = (
  sound: Stereo,
  id3: Uint8Array = new Uint8Array(0),
  depth: Depth = 16,
): Uint8Array => {
  const data = samplesOf(sound, depth)
  const tags = tagChunk(id3)
  return Buffer.concat([header(sound.sampleRate, depth, data.length, tags.length), data, tags])
}
