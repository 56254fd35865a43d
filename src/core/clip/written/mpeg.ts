import { type MpegFrame, mpegFrameAt } from '../sound/mpeg-frames.ts'
import type { Packets } from '../sound/sound.ts'

/** The bytes between a header and the sound of a frame of Layer III, by its version and whether it has one channel. */
const sideBytes = (isFirst: boolean, isMono: boolean): number =>
  isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17

/** The codes of the lowest and the highest bit rate. */
const rateCodes = { least: 1, most: 14 } as const

const headBytes = 4
const names: readonly string[] = ['Xing', 'Info', 'VBRI']
/** Where Fraunhofer's encoder has its name, whatever the channels. */
const vbriAt = 36

/** Where the info frame of a Layer III file has its data. */
const toldAt = (frames: Buffer, { layer, isFirst }: MpegFrame): number | undefined =>
  layer === 'third' ? headBytes + sideBytes(isFirst, (frames[3] ?? 0) >>> 6 === 3) : undefined

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

/** What says how a frame of Layer III is coded (ISO/IEC 11172-3, 2.4.1.7, and 13818-3, 2.4.1.7), in bits. */
const sideBitsOf = (isFirst: boolean, isMono: boolean) => ({
  /** Where the first of its parts begins, which are one for each granule and channel. */
  start: isFirst ? (isMono ? 18 : 20) : isMono ? 9 : 10,
  each: isFirst ? 59 : 63,
  parts: (isFirst ? 2 : 1) * (isMono ? 1 : 2),
})

/** The largest size of a part's data that can be stated, in bits. */
const partBitsMax = 0xfff

const writeBits = (bytes: Buffer, start: number, count: number, value: number): void => {
  for (let bit = 0; bit < count; bit += 1)
    if ((value >>> (count - 1 - bit)) & 1)
      bytes[(start + bit) >>> 3] = (bytes[(start + bit) >>> 3] ?? 0) | (0x80 >>> ((start + bit) & 7))
}

/**
 * A frame of silence, of the kind of a header. Decoders may read its end as the beginning of a frame after it, where
 * a sound was cut out of another. So it states as much of its data as its own as it can, and consists of ones, which
 * nearly all tables read as silence.
 */
const silentFrame = (like: Buffer, code: number): Buffer => {
  const head = Buffer.from(like.subarray(0, headBytes))
  head[1] = (head[1] ?? 0) | 1
  head[2] = (code << 4) | ((head[2] ?? 0) & 0x0c)
  const { bytes = 0, isFirst = true } = mpegFrameAt(head, 0) ?? {}
  const isMono = (head[3] ?? 0) >>> 6 === 3
  const dataAt = headBytes + sideBytes(isFirst, isMono)
  const frame = Buffer.alloc(bytes).fill(0xff, dataAt)
  head.copy(frame)
  const side = sideBitsOf(isFirst, isMono)
  let left = (bytes - dataAt) * 8
  for (let part = 0; part < side.parts; part += 1) {
    const bits = Math.min(left, partBitsMax)
    writeBits(frame, headBytes * 8 + side.start + part * side.each, 12, bits)
    left -= bits
  }
  return frame
}

/** Leaves out our silent frames, in a file that is sent again, as far as decoders skip them anyway. */
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

/** FFmpeg first guesses by so many bytes, and some of its guesses look no further. */
const firstLookBytes = 2048

/** Silent frames that fill, with a first one of the highest rate, what FFmpeg looks at first. The last one states all of its data. */
const fillingFrames = (like: Buffer, { isFirst }: MpegFrame): readonly Buffer[] => {
  const large = silentFrame(like, rateCodes.most)
  const count = Math.ceil(firstLookBytes / large.length) - 1
  const left = firstLookBytes - count * large.length
  const isMono = (like[3] ?? 0) >>> 6 === 3
  const statedBytes = (sideBitsOf(isFirst, isMono).parts * partBitsMax) / 8
  let last = large
  for (let code: number = rateCodes.most; code >= rateCodes.least; code -= 1) {
    const smaller = silentFrame(like, code)
    if (smaller.length >= left) last = smaller
  }
  const all = [...Array.from({ length: count - 1 }, () => large), last]
  const dataBytes = last.length - headBytes - sideBytes(isFirst, isMono)
  return dataBytes <= statedBytes ? all : [...all, silentFrame(like, rateCodes.least)]
}

/** How an MP3 begins: with frames of ours that nobody hears. */
interface Opening {
  readonly bytes: Buffer
  /** The frames in it. */
  readonly frames: number
}

/**
 * The frames before the sound. The first one states how many frames and bytes follow, so that no reader estimates the
 * length, and how much silence to skip. The others keep everything of the sender's out of what FFmpeg looks at first.
 * Undefined for Layer II, which has no such frame, and where so much silence can't be stated.
 */
export const openingOf = ({ bytes: frames, sizes }: Packets, gaps: Gaps | undefined): Opening | undefined => {
  const first = mpegFrameAt(frames, 0)
  const at = first && toldAt(frames, first)
  if (first === undefined || at === undefined) return undefined
  const filling = fillingFrames(frames, first)
  const lead = filling.length * samplesOf(first) + (gaps?.lead ?? -decoderLead)
  if (lead > gapMax) return undefined
  const info = silentFrame(frames, rateCodes.most).fill(0, headBytes)
  const followingSizes = [...filling.map(({ length }) => length), ...sizes]
  const bytes = Buffer.concat([info, ...filling])
  info.write('Xing', at)
  info.writeUInt32BE(0xf, at + told.flags)
  info.writeUInt32BE(followingSizes.length, at + told.frames)
  info.writeUInt32BE(bytes.length + frames.length, at + told.bytes)
  stepsOf(followingSizes, info.length).copy(info, at + told.steps)
  info.write('LAME3.100', at + told.encoder)
  // If the file broke off, its end is not silence.
  const tail = gaps?.frames === sizes.length ? gaps.tail : 0
  info.writeUIntBE(lead * (gapMax + 1) + tail, at + told.gaps, told.end - told.gaps)
  info.copy(bytes)
  return { bytes, frames: 1 + filling.length }
}
