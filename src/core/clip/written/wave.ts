import type { Sound, WaveCoding } from '../sound/sound.ts'

const chunk = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** The predictor coefficients of Microsoft's ADPCM, which all encoders share. */
const predictions = [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232]

/** The further fields of formats that pack samples: samples per block, and coefficients. */
const packingOf = ({ format, blockSamples }: WaveCoding): Buffer => {
  const values = format === 0x02 ? [blockSamples, predictions.length / 2, ...predictions] : [blockSamples]
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * 2)
  return bytes
}

/** Never 16 bytes long: FFmpeg takes such a WAV, if it begins with silence, for a dictaphone's ACT file. */
const formatChunk = (coding: WaveCoding): Buffer => {
  const { format, channels, rate, bits, blockBytes, blockSamples } = coding
  const fields = Buffer.alloc(18)
  fields.writeUInt16LE(format, 0)
  fields.writeUInt16LE(channels, 2)
  fields.writeUInt32LE(rate, 4)
  fields.writeUInt32LE(Math.round((rate / blockSamples) * blockBytes), 8)
  fields.writeUInt16LE(blockBytes, 12)
  fields.writeUInt16LE(bits, 14)
  const packing = blockSamples === 1 ? Buffer.alloc(0) : packingOf(coding)
  fields.writeUInt16LE(packing.length, 16)
  return chunk('fmt ', Buffer.concat([fields, packing]))
}

/** Reverses the bytes of samples, because WAV is little-endian. */
const turnBytes = (bytes: Buffer, sampleBytes: number): Buffer => {
  if (sampleBytes === 2) return bytes.swap16()
  if (sampleBytes === 4) return bytes.swap32()
  if (sampleBytes === 8) return bytes.swap64()
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const first = bytes[at] ?? 0
    bytes[at] = bytes[at + 2] ?? 0
    bytes[at + 2] = first
  }
  return bytes
}

/** Samples as WAV has them. Changes the bytes themselves. */
export const littleEndian = (bytes: Buffer, { mend, bits }: WaveCoding): Buffer => {
  if (mend === 'turn_bytes') return turnBytes(bytes, bits / 8)
  if (mend === 'turn_sign') for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x80
  return bytes
}

/** FFmpeg recognizes a file by its first 2,048 bytes, so the sender controls none of them. */
const padding = chunk('JUNK', Buffer.alloc(2_048))

/** A WAV of PCM, whose samples are as WAV has them, or of one of its packed formats (RFC 2361). */
export const writeWave = (coding: WaveCoding, { packets, seconds }: Sound): readonly Buffer[] => {
  const facts = Buffer.alloc(4)
  facts.writeUInt32LE(Math.round(seconds * coding.rate))
  const head = [padding, formatChunk(coding), ...(coding.format === 1 ? [] : [chunk('fact', facts)])]
  const { bytes } = packets
  const headBytes = head.reduce((sum, { length }) => sum + length, 0)
  const start = Buffer.alloc(12)
  start.write('RIFF')
  start.writeUInt32LE(4 + headBytes + 8 + bytes.length + (bytes.length % 2), 4)
  start.write('WAVE', 8)
  const data = Buffer.alloc(8)
  data.write('data')
  data.writeUInt32LE(bytes.length, 4)
  return [start, ...head, data, bytes, Buffer.alloc(bytes.length % 2)]
}
