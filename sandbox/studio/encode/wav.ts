import type { Stereo } from '../music/sound/stereo.ts'
import { toIntegers } from './integers.ts'

const bytesPerSample = 2
const channelCount = 2
const headerBytes = 44

const header = (sampleRate: number, dataBytes: number, moreBytes: number): Buffer => {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(headerBytes - 8 + dataBytes + moreBytes, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
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
 * WAV with 16-bit linear samples (http://soundfile.sapp.org/doc/WaveFormat/), and the tags, as ID3, in a chunk behind
 * them, where readers that know only samples need not look.
 */
export const encodeWav = (sound: Stereo, id3: Uint8Array = new Uint8Array(0)): Uint8Array => {
  const data = Buffer.from(toIntegers(sound).buffer)
  const tags = tagChunk(id3)
  return Buffer.concat([header(sound.sampleRate, data.length, tags.length), data, tags])
}
