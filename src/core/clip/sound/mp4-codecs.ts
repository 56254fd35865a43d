import { describedAac, describedStream, undescribedAac } from './aac-description.ts'
import { aacPackets } from './aac-packets.ts'
import { ac3PacketSeconds } from './ac3-frames.ts'
import { alacFrameSeconds } from './alac-description.ts'
import { flacPacketSeconds } from './flac-frames.ts'
import type { Box } from './mp4-boxes.ts'
import { entryBoxes } from './mp4-entry-boxes.ts'
import { mpegPacketSeconds } from './mpeg-frames.ts'
import { opusPacketSeconds } from './opus-packet.ts'
import { isRate, sampleBytesOf } from './plain-samples.ts'
import { numberAt, type PacketCodec, type PacketSeconds, wordAt } from './sound-length.ts'

/** How a track's samples are counted: by size alone, or one by one. */
export type SampleCodec = { secondsOf: (bytes: number) => number | undefined } | PacketCodec

/** The duration of one sample; undefined if that is uncertain. */
export const sampleSeconds = (
  file: Buffer,
  codec: SampleCodec,
  start: number,
  bytes: number,
): number | undefined => {
  if ('refused' in codec) return undefined
  return 'packetSeconds' in codec ? codec.packetSeconds(file, start, bytes) : codec.secondsOf(bytes)
}

/** QuickTime's kinds of PCM, with the bits per sample if the name implies them. */
const plainCodecs: Readonly<Record<string, number | undefined>> = {
  NONE: undefined,
  alaw: 8,
  fl32: 32,
  fl64: 64,
  fpcm: undefined,
  in24: 24,
  in32: 32,
  ipcm: undefined,
  lpcm: undefined,
  'raw ': 8,
  sowt: undefined,
  twos: undefined,
  ulaw: 8,
}

const refusedCodecs: Readonly<Record<string, string>> = {
  samr: 'AMR',
  sawb: 'AMR',
  sawp: 'AMR',
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

/** The first position of a word in a (small) box, and whether it is the only one. */
const onlyIn = (file: Buffer, word: string, { start, end }: Box): number | undefined => {
  const box = file.subarray(start, end)
  const at = box.indexOf(word, 0, 'latin1')
  return at === -1 || box.indexOf(word, at + 1, 'latin1') !== -1 ? undefined : start + at
}

/** MPEG's numbers for stream kinds (https://mp4ra.org/registered-types/object-types). */
const aacKinds: readonly number[] = [0x40, 0x66, 0x67, 0x68]
const [mp3Kinds, ac3Kinds]: readonly (readonly number[])[] = [
  [0x69, 0x6b],
  [0xa5, 0xa6],
]

const describedCodec = (file: Buffer, entry: Box): SampleCodec | undefined => {
  const at = onlyIn(file, 'esds', entry)
  const hasNone = at === undefined && !file.subarray(entry.start, entry.end).includes('esds')
  const stream = at === undefined ? undefined : describedStream(file, at)
  if (stream === undefined && !hasNone) return undefined
  const kind = stream?.kind ?? 0x40
  if (mp3Kinds?.includes(kind)) return { packetSeconds: mpegPacketSeconds }
  if (ac3Kinds?.includes(kind)) return { packetSeconds: ac3PacketSeconds }
  if (!aacKinds.includes(kind)) return { refused: `MP4/0x${kind.toString(16)}` }
  // Decoders take an entry without a description for AAC at its own rate, in whole samples per second.
  const described =
    stream?.specific === undefined
      ? undescribedAac(Math.floor(plainFacts(file, entry).rate))
      : describedAac(file, stream.specific)
  return readBy(described && aacPackets(described))
}

/** What version 2 of QuickTime writes in place of the rate, which is elsewhere. */
const rateElsewhere = 1

/**
 * Channels, bits and rate from the entry; QuickTime's version 2 has them elsewhere. If it also has a rate in the old
 * place, the lower one counts, because decoders differ in which one they read.
 */
const plainFacts = (file: Buffer, { start, end }: Box) => {
  const isLater = numberAt(file, start + 8, 2) === 2 && end - start >= 52
  const early = file.readUInt32BE(start + 24) / 65_536
  if (!isLater)
    return { channels: file.readUInt16BE(start + 16), bits: file.readUInt16BE(start + 18), rate: early }
  const late = file.readDoubleBE(start + 32)
  return {
    channels: file.readUInt32BE(start + 40),
    bits: file.readUInt32BE(start + 48),
    rate: early > 0 && early !== rateElsewhere ? Math.min(early, late) : late,
  }
}

/** The bits that decoders believe, by the kind of PCM. They take others for 8 or 16. */
const believedBits: Readonly<Record<string, readonly number[] | undefined>> = {
  NONE: [8, 16],
  sowt: [8, 16, 24, 32],
  twos: [8, 16, 24, 32],
}
const otherBits: readonly number[] = [8, 16, 24, 32, 64]

/** Kinds of PCM whose bits are in a box of their own (ISO/IEC 23003-5, 5.2). */
const boxedBits: readonly string[] = ['ipcm', 'fpcm']

/** The bits of a sample of PCM; undefined if decoders don't believe them. */
const plainBits = (file: Buffer, entry: Box, stated: number): number | undefined => {
  const { name } = entry
  const boxed = boxedBits.includes(name)
    ? entryBoxes(file, entry)?.filter((box) => box.name === 'pcmC')
    : undefined
  if (boxed !== undefined && boxed.length > 1) return undefined
  const box = boxed?.[0]
  const bits = plainCodecs[name] ?? (box === undefined ? stated : numberAt(file, box.start + 5, 1)) ?? 0
  return (believedBits[name] ?? otherBits).includes(bits) ? bits : undefined
}

/** A PCM sample is one moment in all channels, whatever size is stated, or many moments in a fragment. */
const plainCodec = (file: Buffer, entry: Box): SampleCodec | undefined => {
  const { channels, bits, rate } = plainFacts(file, entry)
  const momentBytes = channels * (sampleBytesOf(plainBits(file, entry, bits) ?? 0) ?? 0)
  return isRate(rate) && momentBytes > 0
    ? { secondsOf: (bytes) => Math.max(1, bytes / momentBytes) / rate }
    : undefined
}

const readBy = (packetSeconds: PacketSeconds | undefined): SampleCodec | undefined =>
  packetSeconds === undefined ? undefined : { packetSeconds }

/** The bytes of a description of ALAC with the version before it. */
const alacBytes = 28

/**
 * For ALAC: by the only box that describes it. If its name is elsewhere, too, decoders may find another one there;
 * QuickTime has it in a box with the format.
 */
const alacCodec = (file: Buffer, entry: Box): SampleCodec | undefined => {
  const boxes = entryBoxes(file, entry) ?? []
  const [box, another] = boxes.filter(({ name }) => name === 'alac')
  const formats = boxes.filter(({ name, start }) => name === 'frma' && wordAt(file, start) === 'alac')
  const names = file.toString('latin1', entry.start, entry.end).split('alac').length - 1
  if (box === undefined || another !== undefined || names !== 1 + formats.length) return undefined
  const bytes = box.end - box.start
  if (bytes < alacBytes) return undefined
  // Some decoders believe the rate only in a box of the usual size.
  const otherRate = bytes === alacBytes ? undefined : plainFacts(file, entry).rate || undefined
  const seconds = alacFrameSeconds(file, box.start + 4, otherRate)
  return seconds === undefined ? undefined : { secondsOf: () => seconds }
}

/**
 * How to count a track whose description is an entry with this name (ISO/IEC 14496-12, 8.5.2). The box excludes its
 * size and name. Undefined if it breaks its standard.
 */
export const mp4Codec = (file: Buffer, entry: Box): SampleCodec | undefined => {
  const { name, start, end } = entry
  if (end - start < 28) return undefined
  if (name in plainCodecs) return plainCodec(file, entry)
  switch (name) {
    case 'mp4a':
      return describedCodec(file, entry)
    case 'alac':
      return alacCodec(file, entry)
    case 'Opus':
      return readBy(opusPacketSeconds)
    case '.mp3':
      return readBy(mpegPacketSeconds)
    case 'ac-3':
    case 'ec-3':
      return readBy(ac3PacketSeconds)
    case 'fLaC': {
      const at = onlyIn(file, 'dfLa', entry)
      return at === undefined ? undefined : readBy(flacPacketSeconds(file, at + 12))
    }
    default:
      return { refused: refusedCodecs[name] ?? `MP4/${name.replace(/[^\w-]/g, '')}` }
  }
}
