import { type MpegFrame, mpegFrameAt } from '../sound/mpeg-frames.ts'
import type { Packets } from '../sound/sound.ts'

const headBytes = 4

/**
 * The side information of a Layer III frame, between its header and its data (ISO/IEC 11172-3, 2.4.1.7, and 13818-3,
 * 2.4.1.7). It has a part for each granule and channel, which begins with the size of that part's data in 12 bits.
 */
interface SideInfo {
  bytes: number
  parts: number
  /** Where the first part begins, in bits. */
  partsAt: number
  partBits: number
}

/** The side information of frames such as the first one. */
const sideInfoOf = (frames: Buffer, { isFirst }: MpegFrame): SideInfo => {
  const isMono = (frames[3] ?? 0) >>> 6 === 3
  const parts = (isFirst ? 2 : 1) * (isMono ? 1 : 2)
  const partsAt = isFirst ? (isMono ? 18 : 20) : isMono ? 9 : 10
  const partBits = isFirst ? 59 : 63
  return { bytes: (partsAt + parts * partBits) / 8, parts, partsAt, partBits }
}

const names: readonly string[] = ['Xing', 'Info', 'VBRI']
/** Where Fraunhofer's encoder has its name, whatever the channels. */
const vbriAt = 36

/** Where the info frame of a Layer III file has its data. */
const toldAt = (frames: Buffer, first: MpegFrame): number | undefined =>
  first.layer === 'third' ? headBytes + sideInfoOf(frames, first).bytes : undefined

/** Offsets of the info frame's fields from its name (http://gabriel.mp3-tech.org/mp3infotag.html). */
const told = { flags: 4, frames: 8, bytes: 12, steps: 16, encoder: 120, gaps: 141, end: 144 } as const
const encoders = /^(LAME|Lavf|Lavc)/

/** The silence that an encoder added at the start and the end, in samples, and how many frames it wrote. */
interface Gaps {
  lead: number
  tail: number
  frames: number
}

/** The delay of decoders, in samples. */
const decoderLead = 529

/** The longest gap that can be stated, in samples. */
const gapMax = 0xfff

const samplesOf = ({ seconds, rate }: MpegFrame): number => Math.round(seconds * rate)

/** The gaps around a sound of which only its lead in seconds is known; undefined if there is none. */
export const gapsOf = (lead: number, rate: number): Gaps | undefined => {
  const samples = Math.round(lead * rate) - decoderLead
  return samples > 0 && samples <= gapMax ? { lead: samples, tail: 0, frames: 0 } : undefined
}

/** How long the silence at the start is, with what decoders add, in seconds. */
export const leadSeconds = (gaps: Gaps | undefined, rate: number): number =>
  gaps === undefined ? 0 : (gaps.lead + decoderLead) / rate

/** The largest size that a part can state, in bits. */
const partBitsMax = 0xfff

/** Writes a number of 12 bits. */
const write12Bits = (bytes: Buffer, startBit: number, value: number): void => {
  for (let bit = 0; bit < 12; bit += 1) {
    const at = startBit + bit
    if ((value >>> (11 - bit)) & 1) bytes[at >>> 3] = (bytes[at >>> 3] ?? 0) | (0x80 >>> (at & 7))
  }
}

/**
 * A silent frame of the same kind as the first one, at another bit rate. The first frame of a sound that was cut out of
 * another needs data from frames before it, and decoders would take ours. So this frame claims its data for itself as far
 * as possible, and the data are ones, which almost all tables decode to silence.
 */
const silentFrame = (frames: Buffer, rateCode: number): Buffer => {
  const head = Buffer.from(frames.subarray(0, headBytes))
  head[1] = (head[1] ?? 0) | 1 // no checksum
  head[2] = (rateCode << 4) | ((head[2] ?? 0) & 0x0c) // no padding
  const frame = mpegFrameAt(head, 0)
  if (frame === undefined) return head
  const side = sideInfoOf(head, frame)
  const dataAt = headBytes + side.bytes
  const bytes = Buffer.alloc(frame.bytes).fill(0xff, dataAt)
  head.copy(bytes)
  let left = (frame.bytes - dataAt) * 8
  for (let part = 0; part < side.parts; part += 1) {
    const claimed = Math.min(left, partBitsMax)
    write12Bits(bytes, headBytes * 8 + side.partsAt + part * side.partBits, claimed)
    left -= claimed
  }
  return bytes
}

/** Drops our own silent frames from a file that is sent again, if decoders skip them anyway. */
const withoutSilence = (frames: Buffer, gaps: Gaps): { frames: Buffer; gaps: Gaps } => {
  const frame = mpegFrameAt(frames, 0)
  if (frame === undefined) return { frames, gaps }
  const lead = gaps.lead - samplesOf(frame)
  const isOurs = silentFrame(frames, (frames[2] ?? 0) >>> 4).equals(frames.subarray(0, frame.bytes))
  return isOurs && lead >= -decoderLead
    ? withoutSilence(frames.subarray(frame.bytes), { lead, tail: gaps.tail, frames: gaps.frames - 1 })
    : { frames, gaps }
}

/** The audible frames of an MP3 or MP2. A first frame that states the length is dropped, because it may lie. */
export const heardFrames = (frames: Buffer): { frames: Buffer; gaps: Gaps | undefined } => {
  const first = mpegFrameAt(frames, 0)
  const at = first && toldAt(frames, first)
  if (first === undefined || at === undefined) return { frames, gaps: undefined }
  const isTold = [at, vbriAt].some((one) => names.includes(frames.toString('latin1', one, one + 4)))
  if (!isTold) return { frames, gaps: undefined }
  const rest = frames.subarray(first.bytes)
  const encoder = frames.toString('latin1', at + told.encoder, at + told.gaps)
  if (at + told.end > first.bytes || !encoders.test(encoder)) return { frames: rest, gaps: undefined }
  const both = frames.readUIntBE(at + told.gaps, told.end - told.gaps)
  const count = frames.readUInt32BE(at + told.frames)
  return withoutSilence(rest, { lead: both >>> 12, tail: both & gapMax, frames: count })
}

/** Frames in a row as packets. */
export const framePackets = (frames: Buffer): Packets => {
  const [sizes, seconds]: [number[], number[]] = [[], []]
  for (let at = 0; at < frames.length; ) {
    const frame = mpegFrameAt(frames, at)
    sizes.push(frame?.bytes ?? frames.length - at)
    seconds.push(frame?.seconds ?? 0)
    at += frame?.bytes ?? frames.length
  }
  return { bytes: frames, sizes, seconds }
}

/** Where each hundredth of the time begins, in 256ths of the bytes. */
const stepsOf = (sizes: readonly number[], headSize: number): Buffer => {
  const starts = [headSize]
  for (const size of sizes) starts.push((starts.at(-1) ?? 0) + size)
  const total = starts.at(-1) ?? 1
  return Buffer.from(
    Array.from({ length: 100 }, (_empty, step) =>
      Math.min(255, Math.floor(((starts[Math.floor((step * sizes.length) / 100)] ?? 0) * 256) / total)),
    ),
  )
}

/** FFmpeg first guesses a format by this many bytes, and some of its guesses look no further. */
const firstLookBytes = 2048

/** Bit rates from the lowest to the highest. */
const rateCodes: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

/** Silent frames that fill `firstLookBytes` together with an info frame as large as the first one. */
const fillingFrames = (frames: Buffer, first: MpegFrame): readonly Buffer[] => {
  const bySize = rateCodes.map((code) => silentFrame(frames, code))
  const [smallest, largest] = [bySize.at(0), bySize.at(-1)]
  if (smallest === undefined || largest === undefined) return []
  const largeCount = Math.ceil(firstLookBytes / largest.length) - 1
  const leftBytes = firstLookBytes - largeCount * largest.length
  const last = bySize.find(({ length }) => length >= leftBytes) ?? largest
  const filling = [...Array.from({ length: largeCount - 1 }, () => largest), last]
  const side = sideInfoOf(frames, first)
  const claimsAll = (last.length - headBytes - side.bytes) * 8 <= side.parts * partBitsMax
  return claimsAll ? filling : [...filling, smallest]
}

/** The silent frames at the start of an MP3. */
interface Opening {
  readonly bytes: Buffer
  /** The number of frames. */
  readonly frames: number
}

/**
 * The silent frames before a sound. The first one states the number of frames and bytes, so that no reader estimates the
 * length, and how much silence to skip. With the others, the sender controls nothing of what FFmpeg looks at first.
 * Undefined for Layer II, which has no such frame, and if there is too much silence to state.
 */
export const openingOf = ({ bytes: frames, sizes }: Packets, gaps: Gaps | undefined): Opening | undefined => {
  const first = mpegFrameAt(frames, 0)
  const at = first && toldAt(frames, first)
  if (first === undefined || at === undefined) return undefined
  const filling = fillingFrames(frames, first)
  const lead = filling.length * samplesOf(first) + (gaps?.lead ?? -decoderLead)
  if (lead > gapMax) return undefined
  const silence = Buffer.concat(filling)
  const info = silentFrame(frames, rateCodes.at(-1) ?? 0).fill(0, headBytes)
  const all = [...filling.map(({ length }) => length), ...sizes]
  info.write('Xing', at)
  info.writeUInt32BE(0xf, at + told.flags)
  info.writeUInt32BE(all.length, at + told.frames)
  info.writeUInt32BE(info.length + silence.length + frames.length, at + told.bytes)
  stepsOf(all, info.length).copy(info, at + told.steps)
  info.write('LAME3.100', at + told.encoder)
  // If the file broke off, its end is not silence.
  const tail = gaps?.frames === sizes.length ? gaps.tail : 0
  info.writeUIntBE(lead * (gapMax + 1) + tail, at + told.gaps, told.end - told.gaps)
  return { bytes: Buffer.concat([info, silence]), frames: 1 + filling.length }
}
