import type { Stereo } from '../music/sound/stereo.ts'

const bytesPerSample = 2
const channelCount = 2
const headerBytes = 44

const header = (sampleRate: number, dataBytes: number): Buffer => {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
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

const toInteger = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)

/** WAV with 16-bit linear samples (http://soundfile.sapp.org/doc/WaveFormat/). */
export const encodeWav = ({ left, right, sampleRate }: Stereo): Uint8Array => {
  const samples = new Int16Array(left.length * channelCount)
  for (let index = 0; index < left.length; index += 1) {
    samples[index * 2] = toInteger(left[index] ?? 0)
    samples[index * 2 + 1] = toInteger(right[index] ?? 0)
  }
  const data = Buffer.from(samples.buffer)
  return Buffer.concat([header(sampleRate, data.length), data])
}
