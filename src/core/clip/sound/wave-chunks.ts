import { countMpegFrames } from './mpeg-frames.ts'
import { isRate, sampleBytesOf } from './plain-samples.ts'
import { type CountedSound, countOf, type FoundSound, type ReadSound, wordAt } from './sound-length.ts'

interface Chunk {
  name: string
  start: number
  end: number
}

/**
 * The chunks of a RIFF or IFF file. A chunk with size zero, or larger than the rest, extends to the end of the
 * file. RF64 states its sound's size twice, and readers differ in which one they believe (EBU Tech 3306, 3.5).
 */
function* chunksOf(file: Buffer, from: number, order: 'little' | 'big'): Generator<Chunk> {
  let largeSize = 0
  for (let position = from + 12; position + 8 <= file.length; ) {
    const stated = order === 'little' ? file.readUInt32LE(position + 4) : file.readUInt32BE(position + 4)
    const name = wordAt(file, position)
    const start = position + 8
    if (name === 'ds64' && start + 16 <= file.length)
      largeSize = Math.max(largeSize, Number(file.readBigUInt64LE(start + 8)))
    const size = name === 'data' ? Math.max(stated, largeSize) : stated
    const isOpen = (name === 'data' && size === 0) || start + size > file.length
    const end = isOpen ? file.length : start + size
    yield { name, start, end }
    position = end + (size % 2)
  }
}

/**
 * The chunk that describes the sound, and those with the sound; `format` is undefined unless there is exactly one.
 */
const soundIn = (chunks: Iterable<Chunk>, describing: string, holding: string) => {
  const formats: Chunk[] = []
  const data: Chunk[] = []
  let bytes = 0
  for (const chunk of chunks) {
    if (chunk.name === describing) formats.push(chunk)
    if (chunk.name !== holding) continue
    data.push(chunk)
    bytes += chunk.end - chunk.start
  }
  const [format, another] = formats
  return { format: another === undefined ? format : undefined, data, bytes }
}

/**
 * WAV formats in which every sample has the same number of bits: PCM, floats, A-law, µ-law (RFC 2361). The last two
 * have eight, whatever is stated.
 */
const plainFormats = new Map<number, number | 'stated'>([
  [1, 'stated'],
  [3, 'stated'],
  [6, 8],
  [7, 8],
])
const extensibleFormat = 0xfffe
const mp3Format = 0x55

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

/** The fewest bytes that decoders read as a block of GSM. */
const gsmBytesMin = 41

/** Samples per block, by its bytes, channels and bits, which follow from how it is packed. */
const packedFormats = new Map<number, (bytes: number, channels: number, bits: number) => number>([
  [0x02, (bytes, channels) => ((bytes - 7 * channels) * 2) / channels + 2], // Microsoft's ADPCM
  // IMA ADPCM; some decoders also accept two or three bits.
  [
    0x11,
    (bytes, channels, bits) =>
      ((bytes - 4 * channels) * 8) / (bits === 2 || bits === 3 ? bits : 4) / channels + 1,
  ],
  [0x31, (bytes) => 320 * Math.max(1, Math.floor(bytes / gsmBytesMin))], // GSM 6.10
])

/**
 * The length of PCM by the sizes that are stated for one moment in all channels. If they differ, decoders differ in
 * which one they use, and the smallest counts. Undefined if decoders don't believe it.
 */
const plainCount = (
  bytes: number,
  sizes: readonly number[],
  channels: number,
  rate: number,
): CountedSound | undefined => {
  const momentBytes = Math.min(...sizes.filter((size) => size > 0))
  const isBelieved = isRate(rate) && sampleBytesOf((momentBytes / channels) * 8) === momentBytes / channels
  return isBelieved
    ? countOf(
        bytes / (momentBytes * rate),
        sizes.every((size) => size === momentBytes),
      )
    : undefined
}

const riffNames: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64'])

/** WAV: the bytes of its sound divided by the bytes per second. The stated size is ignored. */
export const readWav: ReadSound = (file, from) => {
  if (!riffNames.has(wordAt(file, from)) || wordAt(file, from + 8) !== 'WAVE') return undefined
  const { format, data, bytes } = soundIn(chunksOf(file, from, 'little'), 'fmt ', 'data')
  if (format === undefined || format.end - format.start < 16 || data.length === 0) return undefined
  const { start } = format
  const tag = file.readUInt16LE(start)
  const isExtensible = tag === extensibleFormat && format.end - format.start >= 40
  const kind = isExtensible ? file.readUInt16LE(start + 24) : tag
  const [channels, rate] = [file.readUInt16LE(start + 2), file.readUInt32LE(start + 4)]
  const [blockBytes, bits] = [file.readUInt16LE(start + 12), file.readUInt16LE(start + 14)]
  if (channels === 0 || rate === 0) return undefined
  const found = (counted: CountedSound | undefined): FoundSound => ({
    kind: 'audio',
    contentType: 'audio/wav',
    counted,
  })
  const plain = plainFormats.get(kind)
  if (plain !== undefined) {
    // Some decoders go by the bits that matter, which may be fewer than are stored.
    const used = isExtensible ? file.readUInt16LE(start + 18) || bits : bits
    const sampleBits = plain === 'stated' ? [bits, used] : [plain]
    const sizes = sampleBits.map((each) => channels * Math.ceil(each / 8))
    return found(plainCount(bytes, [blockBytes, ...sizes], channels, rate))
  }
  if (kind === mp3Format) {
    const seconds = data.reduce(
      (sum, chunk) => sum + countMpegFrames(file, chunk.start, chunk.end).seconds,
      0,
    )
    return found(countOf(seconds))
  }
  const samples = packedFormats.get(kind)?.(blockBytes, channels, bits)
  return samples === undefined
    ? { kind: 'refused', called: `WAV/${refusedNames.get(kind) ?? `0x${kind.toString(16)}`}` }
    : found(isRate(rate) ? countOf((Math.ceil(bytes / blockBytes) * samples) / rate) : undefined)
}

/** The sample rate as AIFF writes it: an 80-bit floating point number. */
const extendedAt = (file: Buffer, position: number): number => {
  const exponent = (file.readUInt16BE(position) & 0x7fff) - 16_383
  return file.readUInt32BE(position + 2) * 2 ** (exponent - 31)
}

/** Bytes per sample by AIFF-C packing; for PCM they follow from its bits, or decoders differ in whether they do. */
const packings: ReadonlyMap<string, number | 'bits' | 'bits_or_two'> = new Map<
  string,
  number | 'bits' | 'bits_or_two'
>([
  ['NONE', 'bits'],
  ['twos', 'bits'],
  ['sowt', 'bits_or_two'],
  ['raw ', 1],
  ['alaw', 1],
  ['ALAW', 1],
  ['ulaw', 1],
  ['ULAW', 1],
  ['in24', 3],
  ['in32', 4],
  ['fl32', 4],
  ['FL32', 4],
  ['fl64', 8],
  ['FL64', 8],
])

/** QuickTime's IMA ADPCM packs 64 samples of a channel into 34 bytes. */
const [imaBytes, imaSamples] = [34, 64]

/** The only version of AIFF-C. Some decoders go by it alone, whatever the file calls itself. */
const packedVersion = 0xa280_5140

/** Packings that change nothing if a decoder ignores them. */
const plainPackings: readonly string[] = ['NONE', 'twos']

/**
 * How the sound of an AIFF is packed, and whether decoders agree on it: a version makes some read the packing in an
 * AIFF that others take for plain, and another version makes them ignore that of an AIFF-C.
 */
const packingOf = (file: Buffer, kind: string, { start, end }: Chunk, versions: readonly Chunk[]) => {
  const isPacked = (version: Chunk): boolean =>
    version.start + 4 <= file.length && file.readUInt32BE(version.start) === packedVersion
  const stated = end - start >= 22 ? wordAt(file, start + 18) : undefined
  const packing = stated !== undefined && (kind === 'AIFC' || versions.length > 0) ? stated : 'NONE'
  const isAgreed = kind === 'AIFC' ? stated !== undefined && versions.every(isPacked) : versions.length === 0
  return { packing, isCertain: isAgreed || (stated !== undefined && plainPackings.includes(packing)) }
}

/** AIFF and AIFF-C. */
export const readAiff: ReadSound = (file, from) => {
  const kind = wordAt(file, from + 8)
  if (wordAt(file, from) !== 'FORM' || (kind !== 'AIFF' && kind !== 'AIFC')) return undefined
  const chunks = [...chunksOf(file, from, 'big')]
  // Sound that games pack in a way of their own.
  if (chunks.some(({ name }) => name === 'APCM')) return { kind: 'refused', called: 'AIFF-C/APCM' }
  const { format, bytes } = soundIn(chunks, 'COMM', 'SSND')
  if (format === undefined || format.end - format.start < 18 || bytes < 8) return undefined
  const { start } = format
  const versions = chunks.filter(({ name }) => name === 'FVER')
  const { packing, isCertain } = packingOf(file, kind, format, versions)
  const [channels, rate] = [file.readUInt16BE(start), extendedAt(file, start + 8)]
  const found = (counted: CountedSound | undefined): FoundSound => ({
    kind: 'audio',
    contentType: 'audio/aiff',
    counted: isCertain && isRate(rate) ? counted : undefined,
  })
  if (packing === 'ima4') return found(countOf(((bytes / (imaBytes * channels)) * imaSamples) / rate))
  const known = packings.get(packing)
  if (known === undefined) return { kind: 'refused', called: `AIFF-C/${packing.replace(/\W/g, '')}` }
  const byBits = Math.ceil(file.readUInt16BE(start + 6) / 8)
  const sizes = known === 'bits' ? [byBits] : known === 'bits_or_two' ? [byBits, 2] : [known]
  return found(
    plainCount(
      bytes,
      sizes.map((size) => channels * size),
      channels,
      rate,
    ),
  )
}
