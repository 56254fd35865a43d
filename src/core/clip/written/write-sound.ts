import { mpegFrameAt } from '../sound/mpeg-frames.ts'
import type { Sound, WaveCoding } from '../sound/sound.ts'
import { writeFlac } from './flac.ts'
import { lookedAtBytes, looksCoded, looksForeign, looksLikeBursts } from './foreign-marks.ts'
import { writeMp4 } from './mp4.ts'
import { framePackets, gapsOf, heardFrames, leadSeconds, openingOf } from './mpeg.ts'
import { writeOpus, writeVorbis } from './ogg.ts'
import { littleEndian, writeWave } from './wave.ts'

/** A file that holds nothing but a sound, in the container that most programs expect of its codec. */
export interface WrittenSound {
  contentType: string
  /** What its name ends with. */
  ending: string
  /** Its contents, in order. */
  parts: readonly Buffer[]
  /** The longest that any decoder plays it. */
  seconds: number
}

/** MP3 stays MP3 unless a decoder could take it for something else. MP2 can't state its length, so it always becomes M4A. */
const writtenMpeg = ({ packets, lead = 0 }: Sound): WrittenSound | undefined => {
  const heard = heardFrames(packets.bytes)
  const frames = framePackets(heard.frames)
  const first = mpegFrameAt(frames.bytes, 0)
  if (first === undefined) return undefined
  const gaps = heard.gaps ?? gapsOf(lead, first.rate)
  const opening = openingOf(frames, gaps)
  const beginning = opening && Buffer.concat([opening.bytes, frames.bytes.subarray(0, lookedAtBytes)])
  if (opening !== undefined && beginning !== undefined && !looksForeign(beginning)) {
    // Some decoders also play the silence before the sound.
    const seconds = (opening.frames + frames.sizes.length) * first.seconds
    return { contentType: 'audio/mpeg', ending: 'mp3', parts: [opening.bytes, frames.bytes], seconds }
  }
  const inMp4 = {
    kind: 'mp3',
    description: Buffer.alloc(0),
    rate: first.rate,
    lead: leadSeconds(gaps, first.rate),
  } as const
  const seconds = frames.sizes.length * first.seconds
  return { contentType: 'audio/mp4', ending: 'm4a', parts: writeMp4(inMp4, frames), seconds }
}

/** The size of a floating-point number that holds such samples exactly. */
const floatBytes = (bits: number): number => (bits === 32 ? 8 : 4)

/** The same PCM as floating-point numbers. No mark that a decoder looks for survives that. */
const floating = (coding: WaveCoding, sound: Sound): { coding: WaveCoding; sound: Sound } => {
  const { bytes } = sound.packets
  const from = coding.bits / 8
  const to = floatBytes(coding.bits)
  const numbers = Buffer.alloc((bytes.length / from) * to)
  for (let index = 0; index < bytes.length / from; index += 1) {
    const sample = from === 1 ? (bytes[index] ?? 0) - 0x80 : bytes.readIntLE(index * from, from)
    const value = sample / 2 ** (coding.bits - 1)
    if (to === 8) numbers.writeDoubleLE(value, index * to)
    else numbers.writeFloatLE(value, index * to)
  }
  return {
    coding: { ...coding, format: 3, bits: to * 8, blockBytes: coding.channels * to },
    sound: { ...sound, packets: { ...sound.packets, bytes: numbers } },
  }
}

/** Larger files are refused anyway. */
const floatingBytesMax = 50 * 1024 * 1024

/** WAV. Decoders look for coded sound in PCM, mostly in 16-bit PCM. */
const writtenWave = (coding: WaveCoding, sound: Sound): WrittenSound | undefined => {
  const bytes = littleEndian(sound.packets.bytes, coding)
  const plain = { ...sound, packets: { ...sound.packets, bytes } }
  const isDoubted =
    coding.format === 1 &&
    (looksLikeBursts(bytes) || (coding.bits === 16 && looksCoded(bytes, coding.rate * coding.blockBytes)))
  if (isDoubted && (bytes.length * 8 * floatBytes(coding.bits)) / coding.bits > floatingBytesMax)
    return undefined
  const { coding: own, sound: sent } = isDoubted ? floating(coding, plain) : { coding, sound: plain }
  return { contentType: 'audio/wav', ending: 'wav', parts: writeWave(own, sent), seconds: sound.seconds }
}

/** Programs find an Ogg's length by the last page in at most this many bytes. */
const lastPageBytes = 128 * 1024

/** Ogg, unless something in its last pages looks like another one. */
const writtenOgg = (pages: readonly Buffer[], seconds: number): WrittenSound | undefined => {
  let bytes = 0
  for (const page of pages.toReversed()) {
    if (page.includes('OggS', 1)) return undefined
    bytes += page.length
    if (bytes > lastPageBytes) break
  }
  return { contentType: 'audio/ogg', ending: 'ogg', parts: pages, seconds }
}

/**
 * Writes a sound as a new file that contains only what was counted: no tags, pictures or tables of the sender's file.
 * Undefined if programs could take it for longer than it is. May change the sound's bytes.
 */
export const writeSound = (sound: Sound): WrittenSound | undefined => {
  const { coding, packets, seconds } = sound
  switch (coding.kind) {
    case 'wave':
      return writtenWave(coding, sound)
    case 'mpeg':
      return writtenMpeg(sound)
    case 'flac':
      return { contentType: 'audio/flac', ending: 'flac', ...writeFlac(coding.description, sound) }
    case 'opus':
      return writtenOgg(writeOpus(coding.head, packets), seconds)
    case 'vorbis':
      return writtenOgg(writeVorbis(coding.head, coding.setUp, packets), seconds)
    case 'aac':
    case 'alac': {
      const { kind, description, rate } = coding
      const parts = writeMp4({ kind, description, rate, lead: sound.lead ?? 0 }, packets)
      return { contentType: 'audio/mp4', ending: 'm4a', parts, seconds }
    }
  }
}
