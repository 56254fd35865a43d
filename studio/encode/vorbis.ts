import {
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  OGG,
  OggOutputFormat,
} from 'mediabunny'
import { createEncoder } from 'wasm-media-encoders'
import { compiledOnce } from '../compiled-once.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { encodeInParts } from './in-parts.ts'
import { muxed } from './muxed.ts'
import type { SoundTags } from './tags.ts'

/** From -1 to 10; 4 is about 128 kbit/s. */
const quality = 4

/** Short pages, since of one that breaks off nothing can be heard. */
const pageSeconds = 0.5

const vorbisModule = compiledOnce('wasm-media-encoders/wasm/ogg')

const encode = async (sound: Stereo): Promise<Uint8Array> => {
  const encoder = await createEncoder('audio/ogg', await vorbisModule())
  encoder.configure({ sampleRate: sound.sampleRate, channels: 2, vbrQuality: quality })
  return encodeInParts(encoder, sound)
}

/** Vorbis without a container. */
export type VorbisPackets = {
  /** The three headers, the lengths of the first two before them, as Matroska keeps them. */
  readonly headers: Uint8Array
  readonly packets: readonly EncodedPacket[]
}

export const encodeVorbisPackets = async (sound: Stereo): Promise<VorbisPackets> => {
  const input = new Input({ source: new BufferSource(await encode(sound)), formats: [OGG] })
  const track = await input.getPrimaryAudioTrack()
  const headers = (await track?.getDecoderConfig())?.description
  if (track === null || !(headers instanceof Uint8Array)) throw new Error('The encoder made no Vorbis')
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  input.dispose()
  return { headers, packets }
}

/**
 * OGG Vorbis. The position of the last page says how many samples there are, so that a decoder gets no more.
 */
export const encodeVorbis = async (sound: Stereo, tags: SoundTags = {}): Promise<Uint8Array> => {
  const { headers: description, packets } = await encodeVorbisPackets(sound)
  const decoderConfig = { codec: 'vorbis', numberOfChannels: 2, sampleRate: sound.sampleRate, description }
  const source = new EncodedAudioPacketSource('vorbis')
  return await muxed(new OggOutputFormat({ maximumPageDuration: pageSeconds }), source, tags, async () => {
    for (const packet of packets) await source.add(packet, { decoderConfig })
    source.close()
  })
}
