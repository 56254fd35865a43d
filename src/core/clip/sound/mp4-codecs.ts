import { describedAac, describedStream, undescribedAac } from './aac-description.ts'
import { aacPackets } from './aac-packets.ts'
import { alacPackets } from './alac-packets.ts'
import { flacPackets } from './flac-frames.ts'
import type { Box } from './mp4-boxes.ts'
import { entryBoxes } from './mp4-entry-boxes.ts'
import { mpegPackets } from './mpeg-frames.ts'
import { opusHeadOf, opusPackets } from './opus-packet.ts'
import { type PlainSound, plainPackets } from './plain-samples.ts'
import { numberAt, type PacketCodec } from './sound.ts'

type Plain = Omit<PlainSound, 'channels' | 'rate' | 'bits'> & { bits?: number }

/** QuickTime's kinds of PCM, with what their names say. */
const plainCodecs: Readonly<Record<string, Plain | undefined>> = {
  NONE: { encoding: 'whole', order: 'big', isSigned: false },
  alaw: { encoding: 'a_law', bits: 8 },
  fl32: { encoding: 'float', order: 'big', bits: 32 },
  fl64: { encoding: 'float', order: 'big', bits: 64 },
  fpcm: { encoding: 'float' },
  in24: { encoding: 'whole', order: 'big', bits: 24 },
  in32: { encoding: 'whole', order: 'big', bits: 32 },
  ipcm: { encoding: 'whole' },
  lpcm: { encoding: 'whole' },
  'raw ': { encoding: 'whole', bits: 8, isSigned: false },
  sowt: { encoding: 'whole' },
  twos: { encoding: 'whole', order: 'big' },
  ulaw: { encoding: 'u_law', bits: 8 },
}

const refusedCodecs: Readonly<Record<string, string>> = {
  samr: 'AMR',
  sawb: 'AMR',
  sawp: 'AMR',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  ima4: 'IMA4',
  aavd: 'AAX',
  enca: 'DRM',
  drms: 'DRM',
  dtsc: 'DTS',
  dtsh: 'DTS',
  QDM2: 'QDesign',
}

/** Other sound entries (https://mp4ra.org/registered-types/sampleentries, and QuickTime's own). */
const otherAudio: ReadonlySet<string> = new Set([
  ...['mp4a', 'alac', 'Opus', 'fLaC', 'ac-3', 'ec-3', 'sac3', 'ac-4', '.mp1', '.mp2', '.mp3', 'mp3 '],
  ...['dtse', 'dtsl', 'dtsx', 'dtsy', 'DTS ', 'mlpa', 'mha1', 'mha2', 'mhm1', 'mhm2', 'apac', 'iamf', 'usac'],
  ...['agsm', 'ilbc', 'spex', 'SPXN', 'sqcp', 'Qclp', 'Qclq', 'sevc', 'ssmv', 'sevs', 'QDMC', 'nmos', 'NELL'],
  ...['MAC3', 'MAC6', 'vdva', 'dvca'],
])

/** Whether an entry with this name describes sound, whatever its track's type. QuickTime has kinds of WAV, too. */
export const isAudioEntry = (name: string): boolean =>
  name in plainCodecs || name in refusedCodecs || otherAudio.has(name) || /^(ms|TS)/.test(name)

/** MPEG's numbers for stream kinds (https://mp4ra.org/registered-types/object-types). */
const aacKinds: readonly number[] = [0x40, 0x66, 0x67, 0x68]
const mp3Kinds: readonly number[] = [0x69, 0x6b]
const refusedKinds: Readonly<Record<number, string>> = { 165: 'AC-3', 166: 'E-AC-3' }

const describedCodec = (file: Buffer, entry: Box, boxes: readonly Box[]): PacketCodec | undefined => {
  const box = boxes.find(({ name }) => name === 'esds')
  const stream = box && describedStream(file, box)
  if (box !== undefined && stream === undefined) return undefined
  const kind = stream?.kind ?? 0x40
  if (mp3Kinds.includes(kind)) return mpegPackets()
  if (!aacKinds.includes(kind)) return { refused: refusedKinds[kind] ?? `MP4/0x${kind.toString(16)}` }
  const { rate, channels } = factsOf(file, entry)
  const described =
    stream?.description === undefined
      ? undescribedAac(Math.floor(rate), undefined, channels)
      : describedAac(stream.description)
  return described && aacPackets(described)
}

/** Channels, bits and rate from the entry, and its flags; QuickTime's version 2 has them elsewhere. */
const factsOf = (file: Buffer, { start, end }: Box) => {
  if (numberAt(file, start + 8, 2) === 2 && end - start >= 56)
    return {
      channels: file.readUInt32BE(start + 40),
      bits: file.readUInt32BE(start + 48),
      rate: file.readDoubleBE(start + 32),
      flags: file.readUInt32BE(start + 52),
    }
  return {
    channels: file.readUInt16BE(start + 16),
    bits: file.readUInt16BE(start + 18),
    rate: file.readUInt32BE(start + 24) / 65_536,
    flags: undefined,
  }
}

/** Flags of `lpcm` in QuickTime's version 2. */
const lpcmFlags = { isFloat: 1, isBig: 2, isSigned: 4 } as const

const flagged = (flags: number): Plain => ({
  encoding: flags & lpcmFlags.isFloat ? 'float' : 'whole',
  order: flags & lpcmFlags.isBig ? 'big' : 'little',
  isSigned: (flags & lpcmFlags.isSigned) !== 0,
})

const unpacked: readonly string[] = ['NONE', 'raw ']

/** PCM. What its name leaves open is in boxes of its own (QuickTime's `enda`; ISO/IEC 23003-5, 5.2). */
const plainCodec = (
  file: Buffer,
  entry: Box,
  plain: Plain,
  boxes: readonly Box[],
): PacketCodec | undefined => {
  const { channels, bits, rate, flags } = factsOf(file, entry)
  const boxed = boxes.find(({ name }) => name === 'pcmC')
  const turned = boxes.find(({ name }) => name === 'enda')
  const isLittle = turned !== undefined && numberAt(file, turned.start, 2) === 1
  const sound: PlainSound = { bits, ...plain, channels, rate }
  if (entry.name === 'lpcm' && flags !== undefined) return plainPackets({ ...sound, ...flagged(flags) })
  if (boxed !== undefined) {
    const [order, stated] = [numberAt(file, boxed.start + 4, 1), numberAt(file, boxed.start + 5, 1)]
    return plainPackets({ ...sound, bits: stated ?? 0, order: order === 1 ? 'little' : 'big' })
  }
  // Sixteen bits without packing are as those of "twos".
  if (unpacked.includes(entry.name) && bits > 8)
    return plainPackets({ encoding: 'whole', order: isLittle ? 'little' : 'big', bits, channels, rate })
  const { isSigned } = sound
  return plainPackets({
    ...sound,
    ...(isSigned !== undefined && { isSigned }),
    ...(isLittle && { order: 'little' as const }),
  })
}

/** For ALAC: by the box of the same name, behind its version. */
const alacCodec = (file: Buffer, boxes: readonly Box[]): PacketCodec | undefined => {
  const box = boxes.find(({ name }) => name === 'alac')
  return box && alacPackets(file.subarray(0, box.end), box.start + 4)
}

/**
 * How to count a track whose description is an entry with this name (ISO/IEC 14496-12, 8.5.2). The box excludes its
 * size and name. Undefined if it breaks its standard.
 */
export const mp4Codec = (file: Buffer, entry: Box): PacketCodec | undefined => {
  const { name, start, end } = entry
  if (end - start < 28 || end > file.length) return undefined
  const boxes = entryBoxes(file, entry)
  const boxNamed = (wanted: string) => boxes.find((box) => box.name === wanted)
  const plain = Object.hasOwn(plainCodecs, name) ? plainCodecs[name] : undefined
  if (plain !== undefined) return plainCodec(file, entry, plain, boxes)
  switch (name) {
    case 'mp4a':
      return describedCodec(file, entry, boxes)
    case 'alac':
      return alacCodec(file, boxes)
    case 'Opus': {
      const box = boxNamed('dOps')
      return box && opusPackets(opusHeadOf(file.subarray(box.start, box.end)))
    }
    case '.mp3':
      return mpegPackets()
    case 'fLaC': {
      const box = boxNamed('dfLa')
      return box && flacPackets(file, box.start + 8)
    }
    default:
      return { refused: refusedCodecs[name] ?? `MP4/${name.replace(/[^\w-]/g, '')}` }
  }
}
