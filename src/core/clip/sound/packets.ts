import type { Coding, PacketSeconds, Sound, SoundCodec, WaveCoding } from './sound.ts'

/** Takes packets of a sound out of a file, in their order. */
export interface PacketTaker {
  coding: Coding
  /** Takes a packet, or what there is of it, if it has a duration. */
  take: PacketSeconds
  /** Whether as many bytes as the file has were taken: anything more that a table lists is forged. */
  isFull: () => boolean
  /** What was taken; undefined if nothing was. */
  sound: () => Sound | undefined
}

/** Only PCM can be divided: half a packet of anything else is noise. */
const unitOf = (coding: Coding): number | undefined =>
  coding.kind === 'wave' && coding.blockSamples === 1 ? coding.blockBytes : undefined

/** Tables whose packets share bytes, or that list more empty packets than the file has bytes, are forged. */
const triedMax = 4

/** Takes packets out of a file of this size. Only what was taken and counted is ever sent. */
export const takePackets = (fileBytes: number, { coding, packetSeconds }: SoundCodec): PacketTaker => {
  const unit = unitOf(coding)
  const [sizes, seconds]: [number[], number[]] = [[], []]
  let bytes: Buffer | undefined
  let [used, lasts, tried, isFull] = [0, 0, 0, false]
  return {
    coding,
    take(file, start, stated) {
      const there = Math.min(stated, file.length - start)
      const size = unit === undefined ? there : there - (there % unit)
      tried += Math.max(1, size)
      isFull ||= used + size > fileBytes || tried > triedMax * fileBytes
      if (isFull || start < 0 || size <= 0 || (unit === undefined && size < stated)) return undefined
      const one = packetSeconds(file, start, size)
      if (one === undefined || one <= 0) return undefined
      bytes ??= Buffer.allocUnsafe(fileBytes)
      file.copy(bytes, used, start, start + size)
      used += size
      sizes.push(size)
      seconds.push(one)
      lasts += one
      return one
    },
    isFull: () => isFull,
    sound: () =>
      bytes === undefined
        ? undefined
        : { coding, packets: { bytes: bytes.subarray(0, used), sizes, seconds }, seconds: lasts },
  }
}

/** The packets between two times in seconds, and the one before them, which decoders need as a start. */
export const partOf = (sound: Sound, from: number, to: number): Sound => {
  const { coding, packets } = sound
  if (coding.kind === 'wave' && coding.blockSamples === 1) return plainPart(sound, coding, from, to)
  let [at, first, end, start, stop, begins] = [0, 0, 0, 0, 0, 0]
  let position = 0
  for (const [index, size] of packets.sizes.entries()) {
    const next = at + (packets.seconds[index] ?? 0)
    if (next <= from) [first, start, begins] = [index, position, at]
    position += size
    if (at < to) [end, stop] = [index + 1, position]
    at = next
  }
  const seconds = packets.seconds.slice(first, end)
  if (seconds.length === 0) return sound
  return {
    coding,
    packets: { bytes: packets.bytes.subarray(start, stop), sizes: packets.sizes.slice(first, end), seconds },
    seconds: seconds.reduce((sum, one) => sum + one, 0),
    lead: from - begins,
  }
}

const plainPart = (sound: Sound, coding: WaveCoding, from: number, to: number): Sound => {
  const moments = Math.floor(sound.packets.bytes.length / coding.blockBytes)
  const [first, end] = [from, to].map((moment) => Math.min(moments, Math.round(moment * coding.rate)))
  if (first === undefined || end === undefined || end <= first) return sound
  const bytes = sound.packets.bytes.subarray(first * coding.blockBytes, end * coding.blockBytes)
  const seconds = (end - first) / coding.rate
  return { coding, packets: { bytes, sizes: [bytes.length], seconds: [seconds] }, seconds }
}
