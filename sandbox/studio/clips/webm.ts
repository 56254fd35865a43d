import { BufferTarget, EncodedAudioPacketSource, MATROSKA, OggOutputFormat, Output, WEBM } from 'mediabunny'
import { UnusableInput } from '../unusable-input.ts'
import { decodeAacPackets } from './aac.ts'
import { discardPaddingSeconds, mended } from './matroska.ts'
import { decodeOpusPackets } from './opus.ts'
import { openPackets, type PacketTrack } from './packets.ts'
import { type Parts, partOf, shortened } from './parts.ts'
import { decodeVorbis } from './vorbis.ts'

/** Puts Vorbis into Ogg, where its decoder looks for it; no more of it than is wanted. */
const toOgg = async ({ description, packets }: PacketTrack, secondsMax: number): Promise<Uint8Array> => {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('vorbis')
  output.addAudioTrack(source)
  await output.start()
  // Rate and channels are in the headers.
  const decoderConfig = { codec: 'vorbis', numberOfChannels: 2, sampleRate: 48_000, description }
  for await (const packet of packets) {
    if (packet.timestamp > secondsMax) break
    await source.add(packet.clone({ duration: 0 }), { decoderConfig })
  }
  source.close()
  await output.finalize()
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0))
}

const decodeTrack = async function* (track: PacketTrack, secondsMax: number): Parts {
  switch (track.codec) {
    case 'opus':
      return yield* decodeOpusPackets(track)
    case 'vorbis':
      return yield* decodeVorbis(await toOgg(track, secondsMax))
    case 'aac':
      return yield* decodeAacPackets(track)
    default:
      throw new UnusableInput(`The studio cannot read ${track.codec} in WebM, only Opus and Vorbis`)
  }
}

/** Decodes WebM and Matroska with Opus, Vorbis or AAC in it. */
export const decodeWebm = async function* (bytes: Uint8Array, secondsMax: number): Parts {
  const track = await openPackets(mended(bytes), [WEBM, MATROSKA])
  const discarded = discardPaddingSeconds(bytes)
  yield* shortened(decodeTrack(track, secondsMax), (last) =>
    partOf(last, 0, last.samplesDecoded - Math.round(discarded * last.sampleRate)),
  )
}
