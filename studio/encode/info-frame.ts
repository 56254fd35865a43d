/**
 * What LAME says about itself; its delay is that of its filters
 * (http://gabriel.mp3-tech.org/mp3infotag.html).
 */
const encoder = 'LAME3.100'
export const encoderDelay = 576
const samplesPerFrame = 1152

/** The rates of MPEG 1; frames of the others are made differently. */
const sampleRates: readonly number[] = [32_000, 44_100, 48_000]

/** Two channels of MPEG 1 have 32 bytes of side information behind the header of four. */
const infoAt = 36
const infoBytes = 156

const crcTable = Uint16Array.from({ length: 256 }, (_empty, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1
  return value
})

const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => (crc >> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0), 0)

/** How many frames lie behind one another, by the lengths that their headers imply. */
const countFrames = (frames: Uint8Array, bitrate: number, sampleRate: number): number => {
  const bytesPerFrame = Math.floor((144_000 * bitrate) / sampleRate)
  let count = 0
  for (let at = 0; at < frames.length; count += 1) at += bytesPerFrame + (((frames[at + 2] ?? 0) >> 1) & 1)
  return count
}

const writeXing = (frame: Buffer, frameCount: number, fileBytes: number): void => {
  // All frames are equally long: "Xing" would say that they are not.
  frame.write('Info', infoAt)
  frame.writeUInt32BE(0x0f, infoAt + 4)
  frame.writeUInt32BE(frameCount, infoAt + 8)
  frame.writeUInt32BE(fileBytes, infoAt + 12)
  for (let percent = 0; percent < 100; percent += 1) {
    frame[infoAt + 16 + percent] = Math.floor((percent * 256) / 100)
  }
}

const writeLame = (frame: Buffer, bitrate: number, padding: number, audio: Uint8Array): void => {
  const lameAt = infoAt + 120
  frame.write(encoder, lameAt)
  // Revision 0 of the tag; 1 = constant bit rate.
  frame[lameAt + 9] = 1
  frame[lameAt + 20] = Math.min(255, bitrate)
  frame[lameAt + 21] = encoderDelay >> 4
  frame[lameAt + 22] = ((encoderDelay & 0x0f) << 4) | (padding >> 8)
  frame[lameAt + 23] = padding & 0xff
  frame.writeUInt32BE(frame.length + audio.length, lameAt + 28)
  frame.writeUInt16BE(crc16(audio), lameAt + 32)
  frame.writeUInt16BE(crc16(frame.subarray(0, lameAt + 34)), lameAt + 34)
}

/**
 * A silent frame that tells what MPEG audio has no place for: how many samples the encoder put before and
 * behind the sound, so that a decoder can take them away again (http://gabriel.mp3-tech.org/mp3infotag.html).
 * Throws `RangeError` for rates that MPEG 1 does not have.
 */
export const infoFrame = (
  audio: Uint8Array,
  { sampleCount, bitrate, sampleRate }: { sampleCount: number; bitrate: number; sampleRate: number },
): Uint8Array => {
  if (!sampleRates.includes(sampleRate)) throw new RangeError(`MPEG 1 has no ${sampleRate} samples a second`)
  const frame = Buffer.alloc(Math.floor((144_000 * bitrate) / sampleRate))
  if (frame.length < infoAt + infoBytes) throw new RangeError(`Frames of ${frame.length} bytes hold no tag`)
  frame.set(audio.subarray(0, 4))
  frame[2] = (frame[2] ?? 0) & ~0x02
  const frameCount = countFrames(audio, bitrate, sampleRate)
  writeXing(frame, frameCount, frame.length + audio.length)
  writeLame(frame, bitrate, frameCount * samplesPerFrame - encoderDelay - sampleCount, audio)
  return frame
}
