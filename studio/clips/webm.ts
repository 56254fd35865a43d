import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from 'mediabunny'
import { UnusableInput } from '../unusable-input.ts'
import { decodeAacFrames } from './aac.ts'
import { type MatroskaTrack, readMatroska } from './matroska.ts'
import { decodeOpusFrames } from './opus.ts'
import { type Parts, partOf, shortened } from './parts.ts'
import { decodeVorbis } from './vorbis.ts'

/** Puts Vorbis into Ogg, where its decoder looks for it, as far as its frames make sense. */
const toOgg = async ({ codecPrivate: description, frames }: MatroskaTrack): Promise<Uint8Array> => {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('vorbis')
  output.addAudioTrack(source)
  await output.start()
  // Rate and channels are in the headers, and times in what the frames hold.
  const decoderConfig = { codec: 'vorbis', numberOfChannels: 2, sampleRate: 48_000, description }
  let index = 0
  try {
    for (const frame of frames) {
      await source.add(new EncodedPacket(frame, 'key', index, 0), { decoderConfig })
      index += 1
    }
  } catch (error) {
    if (index === 0) throw error
  }
  source.close()
  await output.finalize()
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0))
}

const decodeTrack = async function* (track: MatroskaTrack): Parts {
  switch (track.codecId) {
    case 'A_OPUS':
      return yield* decodeOpusFrames(track.codecPrivate, track.frames)
    case 'A_VORBIS':
      return yield* decodeVorbis(await toOgg(track))
    case 'A_AAC':
      return yield* decodeAacFrames(track.codecPrivate, track.frames)
    default:
      throw new UnusableInput('The studio cannot read what is in this WebM, only Opus, Vorbis and AAC')
  }
}

/** Decodes WebM and Matroska with Opus, Vorbis or AAC in it. */
export const decodeWebm = async function* (bytes: Uint8Array): Parts {
  const track = readMatroska(bytes)
  yield* shortened(decodeTrack(track), (last) =>
    partOf(last, 0, last.samplesDecoded - Math.round(track.discardSeconds * last.sampleRate)),
  )
}
