import { type MpegFrame, mpegFrameAt } from '../sound/mpeg-frames.ts'
import type { Packets } from '../sound/sound.ts'

/** The bytes between a header and the sound of a frame of Layer III, by its version and whether it has one channel. */
const sideBytes = (isFirst: boolean, isMono: boolean): number =>
  isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17

/** The code of 64 kbit/s, at which a frame of any rate has room for what it says. */
const rateCode = (isFirst: boolean): number => (isFirst ? 5 : 8)

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

/** The gaps around a sound of which only its lead in seconds is known; undefined if there is none. */
export const gapsOf = (lead: number, rate: number): Gaps | undefined => {
  const samples = Math.round(lead * rate) - decoderLead
  return samples > 0 && samples < 0x1000 ? { lead: samples, tail: 0, frames: 0 } : undefined
}

/** How long the silence at the start is, with what decoders add, in seconds. */
export const leadSeconds = (gaps: Gaps | undefined, rate: number): number =>
  gaps === undefined ? 0 : (gaps.lead + decoderLead) / rate

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
  return { frames: rest, gaps: { lead: both >>> 12, tail: both & 0xfff, frames: count } }
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

/**
 * A silent frame that states how many frames and bytes follow, so that no reader estimates the length. Undefined for
 * Layer II, which has no such frame.
 */
export const infoFrame = ({ bytes: frames, sizes }: Packets, gaps: Gaps | undefined): Buffer | undefined => {
  const first = mpegFrameAt(frames, 0)
  const at = first && toldAt(frames, first)
  if (first === undefined || at === undefined) return undefined
  const head = Buffer.from(frames.subarray(0, headBytes))
  head[1] = (head[1] ?? 0) | 1
  head[2] = (rateCode(first.isFirst) << 4) | ((head[2] ?? 0) & 0x0c)
  const info = Buffer.alloc(mpegFrameAt(head, 0)?.bytes ?? 0)
  head.copy(info)
  info.write('Xing', at)
  info.writeUInt32BE(0xf, at + told.flags)
  info.writeUInt32BE(sizes.length, at + told.frames)
  info.writeUInt32BE(info.length + frames.length, at + told.bytes)
  stepsOf(sizes, info.length).copy(info, at + told.steps)
  if (gaps === undefined) return info
  info.write('LAME3.100', at + told.encoder)
  // If the file broke off, its end is not silence.
  const tail = gaps.frames === sizes.length ? gaps.tail : 0
  info.writeUIntBE(gaps.lead * 0x1000 + tail, at + told.gaps, told.end - told.gaps)
  return info
}
