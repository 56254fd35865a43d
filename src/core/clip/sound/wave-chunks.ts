import { firstMpeg, readMpeg } from './mpeg-frames.ts'
import { takePackets } from './packets.ts'
import { isRate, type PlainSound, plainPackets } from './plain-samples.ts'
import { type FoundSound, numberAt, type PacketCodec, type ReadSound, soundOf, wordAt } from './sound.ts'

interface Chunk {
  name: string
  start: number
  end: number
}

/** No more are read. */
const chunksMax = 10_000

/**
 * The chunks of a RIFF or IFF file. A chunk with size zero, or larger than the rest, extends to the end of the
 * file, and so does that of an RF64 whose size is elsewhere (EBU Tech 3306, 3.5).
 */
function* chunksOf(file: Buffer, from: number, order: 'little' | 'big'): Generator<Chunk> {
  let largeSize: number | undefined
  let position = from + 12
  for (let count = 0; count < chunksMax && position + 8 <= file.length; count += 1) {
    const stated = order === 'little' ? file.readUInt32LE(position + 4) : file.readUInt32BE(position + 4)
    const name = wordAt(file, position)
    const start = position + 8
    if (name === 'ds64' && start + 16 <= file.length) largeSize = Number(file.readBigUInt64LE(start + 8))
    const size = name === 'data' && stated === 0xffff_ffff ? (largeSize ?? stated) : stated
    const isOpen = (name === 'data' && size === 0) || start + size > file.length
    const end = isOpen ? file.length : start + size
    yield { name, start, end }
    position = end + (size % 2)
  }
}

/** What a WAV says of its sound (RFC 2361). */
const formatOf = (file: Buffer, { start, end }: Chunk) => {
  const tag = file.readUInt16LE(start)
  const isExtensible = tag === extensibleFormat && end - start >= 40
  return {
    tag: isExtensible ? file.readUInt16LE(start + 24) : tag,
    channels: file.readUInt16LE(start + 2),
    rate: file.readUInt32LE(start + 4),
    blockBytes: file.readUInt16LE(start + 12),
    bits: file.readUInt16LE(start + 14),
  }
}

type Format = ReturnType<typeof formatOf>

const extensibleFormat = 0xfffe
const mp3Format = 0x55

/** WAV formats in which every sample has the same number of bits. */
const encodings: ReadonlyMap<number, PlainSound['encoding']> = new Map([
  [1, 'whole'],
  [3, 'float'],
  [6, 'a_law'],
  [7, 'u_law'],
])

/** Refused WAV formats that recorders and telephone systems write, by their tags (RFC 2361, mmreg.h). */
const refusedNames: ReadonlyMap<number, string> = new Map([
  [0x10, 'OKI-ADPCM'],
  [0x14, 'G.723'],
  [0x17, 'Dialogic-ADPCM'],
  [0x20, 'Yamaha-ADPCM'],
  [0x22, 'TrueSpeech'],
  [0x40, 'G.721'],
  [0x41, 'G.728'],
  [0x42, 'G.723.1'],
  [0x45, 'G.726'],
  [0x50, 'MPEG'],
  [0x64, 'G.726'],
  [0x65, 'G.722'],
  [0x83, 'G.729'],
  [0xff, 'AAC'],
  [0x111, 'G.723.1'],
  [0x125, 'Sanyo-ADPCM'],
  [0x130, 'ACELP'],
  [0x160, 'WMA'],
  [0x161, 'WMA'],
  [0x162, 'WMA'],
  [0x163, 'WMA'],
  [0x270, 'ATRAC3'],
  [0x28e, 'Siren'],
  [0x28f, 'G.722'],
  [0x1600, 'AAC'],
  [0x1602, 'AAC'],
  [0x1610, 'AAC'],
  [0x2000, 'AC-3'],
  [0x2001, 'DTS'],
])

/** The bytes of a block of GSM, and its samples. */
const [gsmBytes, gsmSamples] = [65, 320]

/** Samples per block of formats that pack them, by its bytes and channels. */
const packedSamples: ReadonlyMap<number, (bytes: number, channels: number) => number> = new Map([
  [0x02, (bytes, channels) => ((bytes - 7 * channels) * 2) / channels + 2], // Microsoft's ADPCM
  [0x11, (bytes, channels) => ((bytes - 4 * channels) * 2) / channels + 1], // IMA ADPCM
  [0x31, (bytes) => (bytes === gsmBytes ? gsmSamples : Number.NaN)], // GSM 6.10
])

/** The bits of a sample that such blocks can say; in GSM none is alone. */
const packedBits: ReadonlyMap<number, readonly number[]> = new Map([
  [0x02, [0, 4]],
  [0x11, [0, 4]],
  [0x31, [0]],
])

const packedPackets = ({
  tag,
  channels,
  rate,
  blockBytes,
  bits: stated,
}: Format): PacketCodec | undefined => {
  const blockSamples = packedSamples.get(tag)?.(blockBytes, channels) ?? Number.NaN
  const possible = packedBits.get(tag) ?? []
  if (!Number.isInteger(blockSamples) || blockSamples < 1 || channels > 2 || !isRate(rate)) return undefined
  if (!possible.includes(stated)) return undefined
  const bits = possible.at(-1) ?? 0
  return {
    coding: { kind: 'wave', format: tag, channels, rate, bits, blockBytes, blockSamples },
    packetSeconds: (_file, _start, bytes) => (Math.ceil(bytes / blockBytes) * blockSamples) / rate,
  }
}

/** How a WAV's sound is counted; undefined if nobody records that. */
const waveCodec = (format: Format): PacketCodec | undefined => {
  const { tag, channels, rate, blockBytes, bits } = format
  const encoding = encodings.get(tag)
  if (encoding !== undefined) {
    // Some programs leave the one or the other out. Bytes of WAV have no sign.
    const stored = encoding === 'a_law' || encoding === 'u_law' ? 8 : (blockBytes / channels) * 8 || bits
    return plainPackets({ encoding, channels, rate, bits: stored, isSigned: false })
  }
  if (packedSamples.has(tag)) return packedPackets(format)
  return { refused: `WAV/${refusedNames.get(tag) ?? `0x${tag.toString(16)}`}` }
}

/** The sound in the chunks of a name. */
const soundIn = (
  file: Buffer,
  chunks: readonly Chunk[],
  name: string,
  headBytes: number,
  codec: PacketCodec | undefined,
) => {
  if (codec === undefined) return soundOf([{ kind: 'sound', sound: undefined }])
  if ('refused' in codec) return soundOf([{ kind: 'refused', called: codec.refused }])
  const taker = takePackets(file.length, codec)
  for (const chunk of chunks)
    if (chunk.name === name) {
      const start = chunk.start + headBytes + (headBytes === 0 ? 0 : (numberAt(file, chunk.start, 4) ?? 0))
      taker.take(file, start, chunk.end - start)
    }
  return soundOf([{ kind: 'sound', sound: taker.sound() }])
}

/** MP3 in a WAV is an MP3 as a whole. */
const readMp3In = (file: Buffer, chunks: readonly Chunk[]): FoundSound => {
  const chunk = chunks.find(({ name }) => name === 'data')
  const data = file.subarray(chunk?.start, chunk?.end)
  const first = firstMpeg(data, 0, 'whole')
  return (first === undefined ? undefined : readMpeg(data, first)) ?? { kind: 'uncounted' }
}

const riffNames: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64'])

/** WAV. The stated size of the whole is ignored. */
export const readWav: ReadSound = (file, from) => {
  if (!riffNames.has(wordAt(file, from)) || wordAt(file, from + 8) !== 'WAVE') return undefined
  const chunks = [...chunksOf(file, from, 'little')]
  const described = chunks.find(({ name, start, end }) => name === 'fmt ' && end - start >= 16)
  if (described === undefined || !chunks.some(({ name }) => name === 'data')) return undefined
  const format = formatOf(file, described)
  if (format.tag === mp3Format) return readMp3In(file, chunks)
  return soundIn(file, chunks, 'data', 0, waveCodec(format))
}

/** The sample rate as AIFF writes it: an 80-bit floating point number. */
const extendedAt = (file: Buffer, position: number): number => {
  const exponent = (file.readUInt16BE(position) & 0x7fff) - 16_383
  return file.readUInt32BE(position + 2) * 2 ** (exponent - 31)
}

/** PCM by AIFF-C's names for it; its bits follow from the file, unless the name says them. */
const packings: ReadonlyMap<string, Pick<PlainSound, 'encoding' | 'order' | 'isSigned'> & { bits?: number }> =
  new Map([
    ['NONE', { encoding: 'whole', order: 'big' }],
    ['twos', { encoding: 'whole', order: 'big' }],
    ['sowt', { encoding: 'whole' }],
    ['raw ', { encoding: 'whole', bits: 8, isSigned: false }],
    ['alaw', { encoding: 'a_law', bits: 8 }],
    ['ALAW', { encoding: 'a_law', bits: 8 }],
    ['ulaw', { encoding: 'u_law', bits: 8 }],
    ['ULAW', { encoding: 'u_law', bits: 8 }],
    ['in24', { encoding: 'whole', order: 'big', bits: 24 }],
    ['in32', { encoding: 'whole', order: 'big', bits: 32 }],
    ['fl32', { encoding: 'float', order: 'big', bits: 32 }],
    ['FL32', { encoding: 'float', order: 'big', bits: 32 }],
    ['fl64', { encoding: 'float', order: 'big', bits: 64 }],
    ['FL64', { encoding: 'float', order: 'big', bits: 64 }],
  ] as const)

/** AIFF and AIFF-C. */
export const readAiff: ReadSound = (file, from) => {
  const kind = wordAt(file, from + 8)
  if (wordAt(file, from) !== 'FORM' || (kind !== 'AIFF' && kind !== 'AIFC')) return undefined
  const chunks = [...chunksOf(file, from, 'big')]
  // Sound that games pack in a way of their own.
  if (chunks.some(({ name }) => name === 'APCM')) return { kind: 'refused', called: 'AIFF-C/APCM' }
  const common = chunks.find(({ name, start, end }) => name === 'COMM' && end - start >= 18)
  if (common === undefined) return undefined
  const { start, end } = common
  const packing = kind === 'AIFC' && end - start >= 22 ? wordAt(file, start + 18) : 'NONE'
  const known = packings.get(packing)
  if (known === undefined) return { kind: 'refused', called: `AIFF-C/${packing.replace(/\W/g, '')}` }
  const [channels, rate] = [file.readUInt16BE(start), extendedAt(file, start + 8)]
  const codec = plainPackets({ bits: file.readUInt16BE(start + 6), ...known, channels, rate })
  return soundIn(file, chunks, 'SSND', soundHeadBytes, codec)
}

/** The offset to AIFF's samples from behind it, and their block size. */
const soundHeadBytes = 8
