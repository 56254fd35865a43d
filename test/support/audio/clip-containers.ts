const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** A number with a fraction, as Matroska writes it. */
export const f64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const repeated = (count: number, piece: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_empty, index) => piece(index)))

// MP4: boxes of a length, a name and a body (ISO/IEC 14496-12; https://mp4ra.org lists the names). Fields
// that no reader needs here are zero.

/** One box of an MP4. */
export const mp4Box = (name: string, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  return Buffer.concat([u32(8 + body.length), Buffer.from(name, 'latin1'), body])
}

/** How an MP4 begins. */
export const mp4Start = mp4Box('ftyp', Buffer.from('M4A '), u32(0), Buffer.from('M4A isommp42'))

const rate = 44_100
const frameSamples = 1024
const frameBytes = 100

/** The smallest block of AAC with sound: one channel without bands, and an end (ISO/IEC 14496-3, 4.4.2.1). */
export const aacBlock = Buffer.from('00000007', 'hex')

/** A frame of so many such blocks, with zeros behind them. */
export const aacFrame = (blocks = 1, bytes = frameBytes): Buffer => {
  const frame = Buffer.alloc(bytes)
  frame.fill(aacBlock, 0, blocks * aacBlock.length)
  return frame
}

// Descriptors of a tag, a length and a body (ISO/IEC 14496-1): a stream, its decoder, and AAC
// LC at 44.1 kHz for two channels.
const description = Buffer.from('031600000004114015000000000000000000000005021210', 'hex')

const entry = (name: string): Buffer =>
  mp4Box(
    name,
    ...[u32(0), u16(0, 1), u32(0, 0), u16(2, 16, 0, 0), u32(rate * 65_536)],
    mp4Box('esds', u32(0), description),
  )

type TrackKind = 'soun' | 'vide'

const sampleTable = (kind: TrackKind, frames: number, mediaAt: number): Buffer =>
  mp4Box(
    'stbl',
    mp4Box('stsd', u32(0, 1), entry(kind === 'soun' ? 'mp4a' : 'avc1')),
    mp4Box('stts', frames === 0 ? u32(0, 0) : u32(0, 1, frames, frameSamples)),
    mp4Box('stsc', frames === 0 ? u32(0, 0) : u32(0, 1, 1, frames, 1)),
    mp4Box('stsz', u32(0, frameBytes, frames)),
    mp4Box('stco', frames === 0 ? u32(0, 0) : u32(0, 1, mediaAt)),
  )

const mp4Track = (kind: TrackKind, frames: number, mediaAt: number): Buffer => {
  const header = mp4Box('tkhd', u32(7, 0, 0, 1, 0, 0, 0, 0), Buffer.alloc(52))
  const mediaHeader = mp4Box('mdhd', u32(0, 0, 0, rate, frames * frameSamples), u16(0x55c4, 0))
  const handler = mp4Box('hdlr', u32(0, 0), Buffer.from(kind), Buffer.alloc(13))
  return mp4Box(
    'trak',
    header,
    mp4Box('mdia', mediaHeader, handler, mp4Box('minf', sampleTable(kind, frames, mediaAt))),
  )
}

/** A film's description; its samples begin at `mediaAt`. */
const movie = (
  kinds: readonly TrackKind[],
  frames: number,
  mediaAt: number,
  ...more: readonly Buffer[]
): Buffer =>
  mp4Box(
    'moov',
    mp4Box('mvhd', u32(0, 0, 0, 1000, 0), Buffer.alloc(80)),
    ...kinds.map((kind) => mp4Track(kind, frames, mediaAt)),
    ...more,
  )

const framesIn = (seconds: number): number => Math.round((seconds * rate) / frameSamples)
const media = (frames: number, frame = aacFrame()): Buffer =>
  mp4Box('mdat', Buffer.alloc(frames * frameBytes, frame))

/** An MP4 with the tracks asked for; its samples are empty, or all the same frame of 100 bytes. */
export const makeMp4 = (
  seconds: number,
  kinds: readonly TrackKind[] = ['soun'],
  frame = aacFrame(),
): Buffer => {
  const frames = framesIn(seconds)
  const mediaAt = mp4Start.length + movie(kinds, frames, 0).length + 8
  return Buffer.concat([mp4Start, movie(kinds, frames, mediaAt), media(frames, frame)])
}

/** An MP4 whose description comes last, as most recorders write it. */
export const makeMp4WithLateHead = (seconds: number): Buffer =>
  Buffer.concat([mp4Start, media(framesIn(seconds)), movie(['soun'], framesIn(seconds), mp4Start.length + 8)])

/** Where the duration and the size of a fragment's samples stand, and how its time is told. */
interface FragmentForm {
  readonly sizesIn?: 'tfhd' | 'trex' | 'trun'
  /** The track that a fragment belongs to. */
  readonly track?: number
  /** When the fragment with this index begins, in samples; not told by default. */
  readonly startsAt?: (index: number) => number
}

/** An MP4 in fragments of a second, as a stream is saved; its head knows of no length. */
export const makeFragmentedMp4 = (seconds: number, form: FragmentForm = {}): Buffer => {
  const { sizesIn = 'tfhd', track = 1, startsAt } = form
  const frames = framesIn(1)
  const known = sizesIn === 'trex' ? [frameSamples, frameBytes] : [0, 0]
  const head = movie(['soun'], 0, 0, mp4Box('mvex', mp4Box('trex', u32(0, 1, 1, ...known, 0))))
  const header = sizesIn === 'tfhd' ? u32(0x02_0018, track, frameSamples, frameBytes) : u32(0x02_0000, track)
  const run = (soundAt: number): Buffer =>
    sizesIn === 'trun'
      ? Buffer.concat([u32(0x301, frames, soundAt), repeated(frames, () => u32(frameSamples, frameBytes))])
      : u32(1, frames, soundAt)
  const boxesOf = (index: number, soundAt: number): Buffer => {
    const time = startsAt === undefined ? [] : [mp4Box('tfdt', u32(0, startsAt(index)))]
    const boxes = mp4Box('traf', mp4Box('tfhd', header), ...time, mp4Box('trun', run(soundAt)))
    return mp4Box('moof', mp4Box('mfhd', u32(0, index + 1)), boxes)
  }
  const fragment = (index: number): Buffer =>
    Buffer.concat([boxesOf(index, boxesOf(index, 0).length + 8), media(frames)])
  return Buffer.concat([mp4Start, head, repeated(seconds, fragment)])
}

// WebM: elements of an id, a length and a body (https://www.rfc-editor.org/rfc/rfc8794, ids in RFC 9559).

const unknownLength = Buffer.from('01ffffffffffffff', 'hex')

/** One element of a Matroska. */
export const webmElement = (id: string, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.of(0x08), u32(body.length), body])
}

const endlessElement = (id: string, ...bodies: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), unknownLength, ...bodies])

/** What a decoder of Opus must know: two channels, no samples to skip (RFC 7845, 5.1). */
export const opusHead = Buffer.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])

/** The entry of a track of sound in two channels (RFC 9559, 5.1.4), by default at 48 kHz. */
export const webmSound = (codec: string, description: Buffer, rate = 48_000): Buffer =>
  webmElement(
    'ae',
    ...[webmElement('d7', u16(2)), webmElement('83', u16(2)), webmElement('86', Buffer.from(codec))],
    ...(description.length === 0 ? [] : [webmElement('63a2', description)]),
    webmElement('e1', webmElement('b5', f64(rate)), webmElement('9f', u16(2))),
  )

const webmTracks = {
  soun: webmSound('A_OPUS', opusHead),
  vide: webmElement(
    'ae',
    ...[webmElement('d7', u16(1)), webmElement('83', u16(1)), webmElement('86', Buffer.from('V_VP8'))],
    webmElement('e0', webmElement('b0', u16(320)), webmElement('ba', u16(240))),
  ),
} as const

const ebmlHead = (kind: string): Buffer =>
  webmElement('1a45dfa3', webmElement('4286', u16(1)), webmElement('4282', Buffer.from(kind)))

const information = (seconds?: number): Buffer =>
  webmElement(
    '1549a966',
    webmElement('2ad7b1', u32(1_000_000)),
    ...(seconds === undefined ? [] : [webmElement('4489', f64(seconds * 1000))]),
  )

// A packet of Opus that is played for 20 ms, by its first byte (https://www.rfc-editor.org/rfc/rfc6716, 3.1).
const opusPacket = Buffer.concat([Buffer.of(0x08), Buffer.alloc(40)])

const blocks = (seconds: number): Buffer =>
  repeated(seconds * 50, (index) =>
    webmElement('a3', Buffer.of(0x82), u16(index * 20), Buffer.of(0x80), opusPacket),
  )

/** A cluster of sound that begins at so many seconds, with more elements behind its blocks. */
export const webmCluster = (at: number, seconds: number, ...more: readonly Buffer[]): Buffer =>
  webmElement('1f43b675', webmElement('e7', u32(at * 1000)), blocks(seconds), ...more)

/** All of a WebM that is recorded: its head, the list of its only track, and these elements. */
export const webmWith = (track: Buffer, ...clusters: readonly Buffer[]): Buffer =>
  Buffer.concat([
    ebmlHead('webm'),
    endlessElement('18538067', information(), webmElement('1654ae6b', track), ...clusters),
  ])

/** The same of Opus. */
export const webmOf = (...clusters: readonly Buffer[]): Buffer => webmWith(webmTracks.soun, ...clusters)

/** A WebM (or another kind of Matroska) with the tracks asked for; its samples are empty. */
export const makeWebm = (seconds: number, kinds: readonly TrackKind[] = ['soun'], kind = 'webm'): Buffer => {
  const tracks = webmElement('1654ae6b', ...kinds.map((track) => webmTracks[track]))
  const cluster = webmElement('1f43b675', webmElement('e7', u16(0)), blocks(seconds))
  return Buffer.concat([ebmlHead(kind), webmElement('18538067', information(seconds), tracks, cluster)])
}

/** A WebM as a browser's MediaRecorder writes it: without a length of anything whose end is still to come. */
export const makeRecordedWebm = (seconds: number, kinds: readonly TrackKind[] = ['soun']): Buffer => {
  const tracks = webmElement('1654ae6b', ...kinds.map((track) => webmTracks[track]))
  const cluster = endlessElement('1f43b675', webmElement('e7', u16(0)), blocks(seconds))
  return Buffer.concat([ebmlHead('webm'), endlessElement('18538067', information(), tracks, cluster)])
}

// Ogg: pages of packets (https://www.rfc-editor.org/rfc/rfc3533), here with Opus
// (https://www.rfc-editor.org/rfc/rfc7845).

/** The checksum of a page, bit by bit, of a page whose own is zero (RFC 3533, 6). */
const oggChecksum = (page: Buffer): number => {
  let rest = 0
  for (const byte of page) {
    rest ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) rest = rest < 0 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1
  }
  return rest
}

/** A copy of an Ogg, all whose pages have the right checksum, whatever was changed in them. */
export const sealedOgg = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  let at = copy.indexOf('OggS')
  while (at !== -1 && at + 27 <= copy.length) {
    const body = at + 27 + (copy[at + 26] ?? 0)
    const end = copy.subarray(at + 27, body).reduce((sum, length) => sum + length, body)
    copy.writeInt32LE(0, at + 22)
    copy.writeInt32LE(oggChecksum(copy.subarray(at, end)), at + 22)
    at = copy.indexOf('OggS', end)
  }
  return copy
}

/** What a page of an Ogg says of itself. */
interface OggPage {
  readonly serial?: number
  readonly number?: number
  /** 1: it goes on with a packet, 2: it begins a stream, 4: it ends one. */
  readonly flags?: number
  readonly samples?: number
}

/** The lengths by which a page lists the bytes of a packet that ends in it. */
const lengthsOf = (bytes: number): readonly number[] => [
  ...new Array<number>(Math.floor(bytes / 255)).fill(255),
  bytes % 255,
]

/** A page of an Ogg, by default with one packet; its bytes and their lengths can differ. */
export const oggPage = (
  packet: Buffer,
  { serial = 1, number = 0, flags = 0, samples = 0 }: OggPage,
  lengths = lengthsOf(packet.length),
): Buffer => {
  const head = Buffer.alloc(27 + lengths.length)
  head.write('OggS')
  head.writeUInt8(flags, 5)
  head.writeBigInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(serial, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(lengths.length, 26)
  head.set(lengths, 27)
  const page = Buffer.concat([head, packet])
  page.writeInt32LE(oggChecksum(page), 22)
  return page
}

/** The lengths of a page that is full, and whose packet goes on in the next. */
const fullLengths: readonly number[] = new Array<number>(255).fill(255)
const fullBytes = 255 * 255

/** The pages of a packet that can be larger than a page. */
export const oggPages = (packet: Buffer, serial: number): Buffer => {
  const full = Math.floor(packet.length / fullBytes)
  return repeated(full + 1, (index) => {
    const part = packet.subarray(index * fullBytes, (index + 1) * fullBytes)
    const lengths = index < full ? fullLengths : lengthsOf(part.length)
    return oggPage(part, { serial, number: index + 1, flags: index === 0 ? 0 : 1 }, lengths)
  })
}

/** Ogg Opus, as a voice message is sent; its packets are empty. Its comments can hold a cover. */
export const makeOpus = (seconds: number, serial = 1, cover = Buffer.alloc(8)): Buffer => {
  const count = seconds * 50
  const tags = Buffer.concat([Buffer.from('OpusTags'), cover])
  const packets = repeated(count, (index) =>
    oggPage(opusPacket, {
      serial,
      number: index + 2,
      flags: index + 1 === count ? 4 : 0,
      samples: (index + 1) * 960,
    }),
  )
  const heads = [oggPage(opusHead, { serial, flags: 2 }), oggPages(tags, serial)]
  return Buffer.concat([...heads, packets])
}

/** AAC in ADTS frames of 107 bytes (ISO/IEC 13818-7); they are empty, or all the same frame of 100 bytes. */
export const makeAac = (seconds: number, frame = aacFrame()): Buffer =>
  repeated(framesIn(seconds), () => Buffer.concat([Buffer.from('fff150800d7ffc', 'hex'), frame]))
