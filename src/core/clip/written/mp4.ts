import type { Packets } from '../sound/sound.ts'

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

/** Of a table, which can be long. */
const numbers = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const u32 = (...values: readonly number[]): Buffer => numbers(values)

const box = (name: string, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  return Buffer.concat([u32(8 + body.length), Buffer.from(name, 'latin1'), body])
}

/** A descriptor (ISO/IEC 14496-1, 8.3.3), whose size has four bytes here, as it does in most files. */
const descriptor = (tag: number, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  const { length } = body
  return Buffer.concat([
    Buffer.of(tag, 0x80 | (length >>> 21), 0x80 | (length >>> 14), 0x80 | (length >>> 7), length & 0x7f),
    body,
  ])
}

/** MPEG's numbers for streams of AAC and MP3 (https://mp4ra.org/registered-types/object-types). */
const streamKinds = { aac: 0x40, mp3: 0x6b } as const

const streamBox = (kind: number, description: Buffer): Buffer => {
  const specific = description.length === 0 ? [] : [descriptor(5, description)]
  const decoder = descriptor(4, Buffer.of(kind, 0x15, 0, 0, 0), u32(0, 0), ...specific)
  return box('esds', u32(0), descriptor(3, u16(1), Buffer.of(0), decoder, descriptor(6, Buffer.of(2))))
}

/** What an MP4 holds here, with the units of its times per second, which are its samples. */
export interface Mp4Sound {
  kind: 'aac' | 'mp3' | 'alac'
  description: Buffer
  rate: number
  /** How long the encoder's silence at the start is, in seconds. */
  lead: number
}

const entryOf = ({ kind, description, rate }: Mp4Sound): Buffer => {
  const fields = [u32(0), u16(0, 1), u32(0, 0), u16(2, 16, 0, 0), u32(Math.min(rate, 0xffff) * 0x1_0000)]
  return kind === 'alac'
    ? box('alac', ...fields, box('alac', u32(0), description))
    : box('mp4a', ...fields, streamBox(streamKinds[kind], description))
}

/** Runs of samples that last the same (ISO/IEC 14496-12, 8.6.1.2). */
const timesOf = (seconds: readonly number[], rate: number): { table: Buffer; units: number } => {
  const runs: number[] = []
  let units = 0
  for (const one of seconds) {
    const each = Math.round(one * rate)
    units += each
    if (runs.at(-1) === each) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1
    else runs.push(1, each)
  }
  return { table: box('stts', u32(0, runs.length / 2), numbers(runs)), units }
}

const matrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)

const leadUnits = ({ lead, rate }: Mp4Sound, units: number): number =>
  Math.max(0, Math.min(units - 1, Math.round(lead * rate)))

/** An edit list that skips the encoder's silence (8.6.6). */
const editsOf = (sound: Mp4Sound, units: number): readonly Buffer[] => {
  const begin = leadUnits(sound, units)
  return begin > 0 ? [box('edts', box('elst', u32(0, 1, units - begin, begin, 0x1_0000)))] : []
}

/** The description of a film, whose last four bytes are still to say where its sound begins. */
const filmOf = (sound: Mp4Sound, { sizes, seconds }: Packets): Buffer => {
  const { rate } = sound
  const { table, units } = timesOf(seconds, rate)
  const samples = box(
    'stbl',
    box('stsd', u32(0, 1), entryOf(sound)),
    table,
    box('stsc', u32(0, 1, 1, sizes.length, 1)),
    box('stsz', u32(0, 0, sizes.length), numbers(sizes)),
    box('stco', u32(0, 1, 0)),
  )
  const reference = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, rate, units), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), Buffer.from('soun'), u32(0, 0, 0), Buffer.of(0)),
    box('minf', box('smhd', u32(0, 0)), reference, samples),
  )
  const heard = units - leadUnits(sound, units)
  const head = box('tkhd', u32(7, 0, 0, 1, 0, heard, 0, 0), u16(0, 0, 0x100, 0), matrix, u32(0, 0))
  const film = box(
    'mvhd',
    u32(0, 0, 0, rate, heard, 0x1_0000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    Buffer.alloc(24),
    u32(2),
  )
  return box('moov', film, box('trak', head, ...editsOf(sound, units), media))
}

/** FFmpeg recognizes a file by its first 2,048 bytes, so the sender controls none of them. */
const padding = box('free', Buffer.alloc(2_040))

/** An M4A of one track in one chunk, its description first (ISO/IEC 14496-12 and 14496-14). */
export const writeMp4 = (sound: Mp4Sound, packets: Packets): readonly Buffer[] => {
  const type = box('ftyp', Buffer.from('M4A '), u32(0), Buffer.from('M4A mp42isom'))
  const film = filmOf(sound, packets)
  // The last field of the last table is where the sound begins.
  film.writeUInt32BE(type.length + padding.length + film.length + 8, film.length - 4)
  return [type, padding, film, u32(8 + packets.bytes.length), Buffer.from('mdat'), packets.bytes]
}
