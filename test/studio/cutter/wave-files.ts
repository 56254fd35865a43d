/** Samples as whole numbers, a list for each channel. */
export type WholeSamples = readonly (readonly number[])[]

type WaveForm = { readonly bits: 16 | 24; readonly rate: number }

/** A WAV file of whole numbers (http://soundfile.sapp.org/doc/WaveFormat/). */
export const waveOf = (channels: WholeSamples, { bits, rate }: WaveForm): Uint8Array => {
  const frames = channels[0]?.length ?? 0
  const frameBytes = (channels.length * bits) / 8
  const bytes = Buffer.alloc(44 + frames * frameBytes)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels.length, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * frameBytes, 28)
  bytes.writeUInt16LE(frameBytes, 32)
  bytes.writeUInt16LE(bits, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(frames * frameBytes, 40)
  for (const [channel, samples] of channels.entries()) {
    for (const [frame, sample] of samples.entries()) {
      bytes.writeIntLE(sample, 44 + frame * frameBytes + (channel * bits) / 8, bits / 8)
    }
  }
  return bytes
}

const chunkOf = (file: Buffer, name: string): Buffer => {
  let at = 12
  while (file.toString('latin1', at, at + 4) !== name) at += 8 + file.readUInt32LE(at + 4)
  return file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4))
}

/** What is in a WAV file of whole or floating numbers of 32 bits, read without the studio's decoder. */
export const readWave = (
  file: Buffer,
): { readonly rate: number; readonly bits: number; readonly channels: WholeSamples } => {
  const [format, data] = [chunkOf(file, 'fmt '), chunkOf(file, 'data')]
  const [isFloat, count, bits] = [
    format.readUInt16LE(0) === 3,
    format.readUInt16LE(2),
    format.readUInt16LE(14),
  ]
  const frameBytes = (count * bits) / 8
  const read = (at: number): number => (isFloat ? data.readFloatLE(at) : data.readIntLE(at, bits / 8))
  const channels = Array.from({ length: count }, (_empty, channel) =>
    Array.from({ length: data.length / frameBytes }, (_none, frame) =>
      read(frame * frameBytes + (channel * bits) / 8),
    ),
  )
  return { rate: format.readUInt32LE(4), bits, channels }
}

/**
 * Samples of every kind: the extremes, silence, ramps and what looks like noise; other ones in each channel.
 */
export const testSamples = (frames: number, bits: 16 | 24, channelCount = 2): WholeSamples => {
  const fullScale = 2 ** (bits - 1)
  const step = bits === 16 ? 7919 : 2_038_074_743
  return Array.from({ length: channelCount }, (_empty, channel) =>
    Array.from({ length: frames }, (_none, frame) => {
      if (frame % 1000 === 0) return [fullScale - 1, -fullScale, 0, 1, -1][(frame / 1000 + channel) % 5] ?? 0
      return ((frame * step + channel * 12_345) % (2 * fullScale)) - fullScale
    }),
  )
}
