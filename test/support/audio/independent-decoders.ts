import decodeFaad from '@audio/decode-aac'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import {
  AudioSampleSink,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WAVE,
  WEBM,
} from 'mediabunny'
import { id3Length } from '../../../studio/clips/format.ts'
import type { AudioFormat } from '../../../studio/encode/formats.ts'
import { decodeMp3 } from './audio-analysis.ts'
import { openFfmpeg } from './opus-files.ts'

/** Two channels as a decoder hands them out. */
type Sides = { readonly left: Float32Array; readonly right: Float32Array }

const sidesOf = ([left, right]: readonly Float32Array[]): Sides => {
  if (left === undefined || right === undefined) throw new Error('a side is missing')
  return { left, right }
}

const trackOf = async (bytes: Uint8Array, format: typeof WAVE | typeof WEBM) => {
  const track = await new Input({ source: new BufferSource(bytes), formats: [format] }).getPrimaryAudioTrack()
  if (track === null) throw new Error('no track')
  return track
}

const decodeWav = async (bytes: Uint8Array): Promise<Sides> => {
  const parts: Float32Array[][] = []
  for await (const sample of new AudioSampleSink(await trackOf(bytes, WAVE)).samples()) {
    parts.push(
      [0, 1].map((planeIndex) => {
        const plane = new Float32Array(sample.numberOfFrames)
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
        return plane
      }),
    )
    sample.close()
  }
  return sidesOf([0, 1].map((side) => new Float32Array(parts.flatMap((part) => [...(part[side] ?? [])]))))
}

const decodeFlac = async (bytes: Uint8Array): Promise<Sides> => {
  const decoder = new FLACDecoder()
  await decoder.ready
  const { channelData, errors } = await decoder.decodeFile(bytes)
  if (errors.length > 0) throw new Error('not a sound FLAC')
  return sidesOf(channelData)
}

const decodeOgg = async (bytes: Uint8Array): Promise<Sides> => {
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  const { channelData, errors } = await decoder.decodeFile(bytes)
  if (errors.length > 0) throw new Error('not a sound OGG')
  return sidesOf(channelData)
}

/**
 * How many samples FFmpeg would leave out at the end: the second number of the packet's side data for that.
 */
const skippedByFfmpeg = async (bytes: Uint8Array): Promise<number> => {
  const skipSamples = 11
  const ffmpeg = await openFfmpeg()
  await ffmpeg.writeFile('sound.webm', bytes)
  const [demuxer] = await ffmpeg.ff_init_demuxer_file('sound.webm')
  const packet = await ffmpeg.av_packet_alloc()
  const [, { 0: packets = [] }] = await ffmpeg.ff_read_frame_multi(demuxer, packet)
  const sideData: unknown = packets.at(-1)?.side_data
  if (!Array.isArray(sideData)) return 0
  const skip = sideData.find(({ type }) => type === skipSamples)
  return skip === undefined ? 0 : Buffer.from(skip.data).readUInt32LE(4)
}

/** By the packets as they are, of which FFmpeg says what of the last one counts. */
const decodeWebm = async (bytes: Uint8Array): Promise<Sides> => {
  const track = await trackOf(bytes, WEBM)
  const decoderConfig = await track.getDecoderConfig()
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('vorbis')
  output.addAudioTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet.clone({ duration: 0 }), decoderConfig === null ? {} : { decoderConfig })
  }
  source.close()
  await output.finalize()
  const { left, right } = await decodeOgg(new Uint8Array(output.target.buffer ?? new ArrayBuffer(0)))
  const length = left.length - (await skippedByFfmpeg(bytes))
  return { left: left.subarray(0, length), right: right.subarray(0, length) }
}

/**
 * A decoder of each form that shares nothing with the library that encodes it:
 * mpg123, libFLAC, libvorbis, FAAD2.
 */
export const independentDecoders: Readonly<Record<AudioFormat, (bytes: Uint8Array) => Promise<Sides>>> = {
  mp3: decodeMp3,
  wav: decodeWav,
  flac: decodeFlac,
  ogg: decodeOgg,
  aac: async (bytes) => sidesOf((await decodeFaad(bytes.subarray(id3Length(bytes)))).channelData),
  webm: decodeWebm,
}
